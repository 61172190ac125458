"""Where a finding lies, and what is told by where it lies."""
