"""What belongs to a finding in its sentence: cues of negation and doubt, place, side, severity, change."""
