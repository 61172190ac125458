"""Place, side, degree, change, size and modifiers, each to the finding it is said of."""
