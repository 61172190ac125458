"""What a score rests on, for people: aligned evidence and the additive account, as text."""
