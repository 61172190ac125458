"""Words that grounding never bends: a change in one of them is a change of the finding.

Numbers and units of measure are recognized by form in ``grounding``.
"""

from __future__ import annotations

NEGATIONS = frozenset(
    "no not nor non none never without neither negative absent absence denies deny denied free lack lacks "
    "lacking cannot exclude excluded excludes excluding unremarkable ruled resolved".split()
)
SIDES = frozenset(
    "left right bilateral bilaterally unilateral unilaterally both lt rt l r leftward rightward left-sided "
    "right-sided midline ipsilateral contralateral sided".split()
)
SEVERITIES = frozenset(
    "mild mildly moderate moderately severe severely marked markedly minimal minimally small large tiny trace "
    "massive extensive slight slightly subtle prominent huge moderate-sized borderline gross grossly "
    "significant significantly normal abnormal".split()
)
PLACES = frozenset(
    "upper lower middle mid apical apex apices basal basilar base bases superior inferior anterior posterior "
    "lateral medial proximal distal central peripheral perihilar lingula lingular ventral dorsal".split()
)
CHANGES = frozenset(
    "new newly stable unchanged increased increasing increase decreased decreasing decrease improved improving "
    "worsened worsening worse better larger smaller interval persistent resolving progressed regressed".split()
)
CERTAINTIES = frozenset(
    "possible possibly probable probably likely unlikely may might could suspected suspicious questionable "
    "definite definitely cannot equivocal consistent concerning".split()
)
COUNTS = frozenset(
    "one two three four five six seven eight nine ten eleven twelve first second third fourth fifth sixth "
    "seventh eighth ninth tenth eleventh twelfth single double multiple several few many less more greater "
    "than under over least most half twice i ii iii iv".split()
)
UNITS_OF_MEASURE = frozenset("mm cm m um ml cc l dl mg g kg hu degree degrees percent french fr".split())

PROTECTED = NEGATIONS | SIDES | SEVERITIES | PLACES | CHANGES | CERTAINTIES | COUNTS | UNITS_OF_MEASURE

CONFUSABLE = frozenset(
    "ileum ilium ileal ilial peroneal perineal adduction abduction adducted abducted abductor adductor lingual "
    "pleural plural cervical vertical carotid parotid palpation palpitation mucus mucous malleolar malleus "
    "facet facial fascial afferent efferent lesion lesions mass masses".split()
)
"""Words one letter away from another word of the same trade: one of them is never a misspelling."""
