"""What belongs to a finding in its sentence, in the order in which it is found out.

``findings`` are named, ``clauses`` cut, cues given their ``polarity``, and ``attributes`` attached. ``links`` tells
which neighbours are a list, to all four.
"""
