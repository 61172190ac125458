"""The extended method (method §10): one exact partial transport plan a pair, and all that is read from it.

``knowledge`` reads what a radiologist can change, ``nodes`` turns units into findings, denials and remarks, and
``plans`` couples them at least cost. ``features``, ``edges`` and ``discrepancy_table`` read the plan; ``method`` is the
way in.
"""
