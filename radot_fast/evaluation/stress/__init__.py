"""The corruption stress test (method §7): errors made in clean reports, and whether a readout sees them."""
