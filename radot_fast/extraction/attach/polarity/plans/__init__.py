"""What is advised, planned, asked for or tried, which says no "present" or "absent" of its own."""
