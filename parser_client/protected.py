"""Words that grounding never bends: a change in one of them is a change of the finding.

Numbers and units of measure are recognized by form in ``grounding``.
"""

from __future__ import annotations


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


NEGATIONS = _words(
    "no not nor non none never without neither negative absent absence denies deny denied free lack lacks "
    "lacking cannot exclude excluded excludes excluding unremarkable ruled resolved"
)
SIDES = _words(
    "left right bilateral bilaterally unilateral unilaterally both lt rt l r leftward rightward left-sided "
    "right-sided midline ipsilateral contralateral sided"
)
SEVERITIES = _words(
    "mild mildly moderate moderately severe severely marked markedly minimal minimally small large tiny trace "
    "massive extensive slight slightly subtle prominent huge moderate-sized borderline gross grossly "
    "significant significantly normal abnormal"
)
PLACES = _words(
    "upper lower middle mid apical apex apices basal basilar base bases superior inferior anterior posterior "
    "lateral medial proximal distal central peripheral perihilar lingula lingular ventral dorsal"
)
CHANGES = _words(
    "new newly stable unchanged increased increasing increase decreased decreasing decrease improved improving "
    "worsened worsening worse better larger smaller interval persistent resolving progressed regressed"
)
CERTAINTIES = _words(
    "possible possibly probable probably likely unlikely may might could suspected suspicious questionable "
    "definite definitely cannot equivocal consistent concerning"
)
COUNTS = _words(
    "one two three four five six seven eight nine ten eleven twelve first second third fourth fifth sixth "
    "seventh eighth ninth tenth eleventh twelfth single double multiple several few many less more greater "
    "than under over least most half twice i ii iii iv"
)
UNITS_OF_MEASURE = _words("mm cm m um ml cc l dl mg g kg hu degree degrees percent french fr")

PROTECTED = NEGATIONS | SIDES | SEVERITIES | PLACES | CHANGES | CERTAINTIES | COUNTS | UNITS_OF_MEASURE

CONFUSABLE = _words(
    "ileum ilium ileal ilial peroneal perineal adduction abduction adducted abducted abductor adductor lingual "
    "pleural plural cervical vertical carotid parotid palpation palpitation mucus mucous malleolar malleus "
    "facet facial fascial afferent efferent lesion lesions mass masses"
)
"""Words one letter away from another word of the same trade: one of them is never a misspelling."""
