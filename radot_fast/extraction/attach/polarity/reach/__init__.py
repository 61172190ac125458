"""How far cues of negation and doubt reach in a sentence, and which of them holds."""
