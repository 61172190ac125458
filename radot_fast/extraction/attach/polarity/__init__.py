"""Present, absent or uncertain: what "no" and "possible" reach, and which cue holds."""
