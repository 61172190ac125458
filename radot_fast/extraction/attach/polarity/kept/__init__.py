"""What stands though a cue reaches it: remains, parts, presupposed findings, labels with a value, tips that hide."""
