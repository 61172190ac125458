"""Scores as tables, the edges behind them, and the bound on how many are shown."""
