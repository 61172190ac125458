"""Names of the rules that a comparison can be made by; light, so that the command's help stays quick."""

WITHOUT_RISK = ("leave-out", "as-empty", "as-worst")
"""What becomes of a reference for which a system has no risk."""
RANKED_BY = ("total", "significant", "insignificant", "recall-penalized")
"""Risks by which systems can be ranked."""
