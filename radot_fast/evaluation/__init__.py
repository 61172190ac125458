"""The protocol of method §7: statistics, selection, ablations, diagnostics, baselines and the stress test."""
