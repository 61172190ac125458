"""What others have said or written of the patient, without the film: "the referrer asks about effusion"."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.match.matches import Block
from radot_fast.extraction.match.segments import among, indices, merged

PEOPLE = frozenset(
    (
        "gp", "referrer", "referrers", "requester", "requestor", "clinician", "clinicians", "surgeon",
        "surgeons", "crew", "paramedic", "paramedics", "mother", "father", "parents", "family", "patient",
        "nurse", "nurses", "doctor", "caller", "wife", "husband", "daughter", "son", "carer", "carers", "team",
        "teams", "ward", "clinic", "provider", "providers", "physician", "physicians", "service", "registrar",
        "consultant", "intern", "department", "school", "employer", "anesthetist", "intensivist", "oncologist",
        "pulmonologist", "cardiologist", "radiographer", "technologist", "technician", "midwife", "physio",
        "physiotherapist", "hospital", "hems", "ems",
    )
)  # fmt: skip
SAYS = frozenset(
    (
        "writes", "wrote", "says", "said", "asks", "asked", "queries", "queried", "wonders", "wondered", "wishes",
        "wished", "wants", "wanted", "states", "stated", "mentions", "mentioned", "reports", "complains", "denies",
        "fears", "feared", "suspects", "insists", "tells", "told", "informs", "informed",
    )
)  # fmt: skip
"""Verbs of those who look after a patient: "the patient denies trauma", not "the radiologist notes"."""
PAPERS = frozenset(
    (
        "request", "requests", "requisition", "referral", "card", "chart", "letter", "handover", "ticket", "slip",
        "emr", "ehr", "epr", "clerking", "records", "notes", "casenotes", "paperwork", "prompt",
    )
)  # fmt: skip
READS = frozenset(
    (
        "reads", "read", "says", "said", "states", "stated", "mentions", "mentioned", "mention", "asks", "asked",
        "lists", "listed", "gives", "gave", "documents", "documented", "describes", "described", "records", "bears",
        "carries", "raises", "raised", "queries", "queried",
    )
)  # fmt: skip
OF_WHOM = frozenset(
    (
        "surgical", "operation", "operative", "theater", "theatre", "nursing", "clerking", "discharge", "admission",
        "procedure", "anesthetic", "clinic", "triage", "ed", "icu", "ward", "gp", "emergency", "radiographer",
        "radiographers", "technologist", "technologists", "technician", "tech", "nurse", "nurses", "physio", "porter",
        "referral", "oncology", "transfer", "ambulance",
    )
)  # fmt: skip
NOTES = frozenset(("note", "notes", "letter", "summary", "sheet", "comment", "comments", "remark", "card", "records"))
NOTE_ENDS = READS | {":"}
S, BY, PER = frozenset(("s",)), frozenset(("by", "to")), frozenset(("per", "from", "on", "in"))
THE = frozenset(("the", "her", "his", "their", "a", "your", "our"))
TOLD = frozenset(("stated", "given", "reported", "told", "documented", "mentioned", "written", "according", "recorded"))
WHOSE = frozenset(("requesting", "ordering", "referring", "treating", "attending", "primary", "admitting"))
WHO = frozenset(
    (
        "physician", "provider", "clinician", "service", "team", "doctor", "consultant", "unit", "department",
        "practitioner", "nurse", "surgeon", "site", "facility",
    )
)  # fmt: skip
WAS = frozenset(("was", "been", "were", "is", "being"))
TREATED, FOR = frozenset(("seen", "treated", "evaluated", "managed", "followed", "assessed")), frozenset(("for",))
CAME = frozenset(
    (
        "admitted", "hospitalized", "readmitted", "presented", "presents", "presenting", "transferred", "referred",
        "investigated", "screened", "vaccinated", "counseled",
    )
)  # fmt: skip
CAME_WITH = frozenset(("for", "with", "because"))
"""Words of what a patient had: "was seen for effusion", "presents with pneumonia", not "seen with a tip in the SVC"."""
OF_THE_FILM = frozenset(
    ("there", "shows", "show", "current", "seen", "visible", "shown", "demonstrated", "demonstrates", "today", "not")
)
"""Words of a sentence that tells of the film as well: "the request mentions edema, but there is none"."""
WHO_ENDS = SAYS | {":", "is", "was", "would", "requested", "requests", "reported", "noted", "suspected"}


def told_by_others(block: Block) -> np.ndarray:
    """Words by which a sentence tells what others said or wrote.

    "In the order of 3 cm" and "pulled back by the team" tell nothing of the kind.

    Parameters
    ----------
    block
        Words of the sentences.

    Returns
    -------
    int64, shape (n,), in [0, n_words), ascending
    """
    people, papers = block.said(PEOPLE), block.said(PAPERS)
    if not (people.any() or papers.any() or block.said(OF_WHOM).any() or block.said(WHOSE).any()):
        return indices(_of_patients(block))
    out = people & _next(block.said(SAYS))
    out |= papers & _next(block.said(READS))
    notes = block.said(NOTES) & _next(block.said(NOTE_ENDS))
    out |= block.said(OF_WHOM) & (_next(notes) | (_next(block.said(S)) & _next(_next(notes))))
    the = block.said(THE)
    out |= block.said(PER) & (_next(papers) | (_next(the) & _next(_next(papers))))
    they = people | papers
    out |= block.said(TOLD) & _next(block.said(BY)) & _next(_next(they | (the & _next(they))))
    whose = block.said(WHOSE) & _next(block.said(WHO))
    out |= whose & _next(_next(block.said(WHO_ENDS)))
    out |= block.said(BY) & _next(whose | (the & _next(whose)))
    at = indices(out)
    at = at[~among(block.sentence[at], block.sentence[indices(block.said(OF_THE_FILM))])] if len(at) else at
    return merged(at, indices(_of_patients(block)))


def _of_patients(block: Block) -> np.ndarray:
    """Words of what a patient came with or was seen for."""
    came = block.said(CAME) & _next(block.said(CAME_WITH))
    treated = block.said(TREATED) & _next(block.said(FOR) & ~_next(block.said(THE)))
    return came | (block.said(WAS) & _next(treated))


def _next(flags: np.ndarray) -> np.ndarray:
    """Whether the next word has a flag."""
    out = np.zeros_like(flags)
    out[:-1] = flags[1:]
    return out
