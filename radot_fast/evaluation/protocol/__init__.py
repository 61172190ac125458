"""The protocol of method §7 from selection to the printed tables."""
