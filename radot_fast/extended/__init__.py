"""Profile `extended` (method §10): evidence for findings, matched one to one, weighed and counted.

``knowledge`` reads what a radiologist can change, ``evidence`` turns units into evidence, ``matching`` finds the
counterparts, ``features`` sums up.
"""
