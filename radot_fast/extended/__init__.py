"""The extended method (method §10): one exact partial transport plan a pair, and all that is read from it.

``knowledge`` reads what a radiologist can change, ``evidence`` turns units into evidence, ``matching`` finds the
counterparts, ``features`` sums up.
"""
