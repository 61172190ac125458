"""Left and right: sides that a finding has from other words of its sentence, and words that are none."""
