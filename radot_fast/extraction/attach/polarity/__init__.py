"""Present, absent or uncertain, in the order of ``verdicts``.

``reach``: what "no" and "possible" reach, and which cue holds. ``kept``: what stands though they reach it. ``plans``:
what is only advised, planned or tried. ``then``: what was so at another time.
"""
