"""What the words of a page mean, as one would tell a radiologist: features, kinds of discrepancies, tiers, statuses."""

from __future__ import annotations

from typing import NamedTuple


class Term(NamedTuple):
    """A word of the page.

    Attributes
    ----------
    label
        How the page calls it.
    meaning
        What it means, in one sentence or two.
    """

    label: str
    meaning: str


EXTENDED_FEATURES = {
    "omitted_significant": Term(
        "left out, matters",
        "Findings of the reference that the candidate lacks, each weighed by how much such a finding usually matters.",
    ),
    "added_significant": Term(
        "made up, matters",
        "Findings of the candidate that the reference lacks, each weighed by how much such a finding usually matters.",
    ),
    "omitted_insignificant": Term(
        "left out, minor", "The same findings that were left out, weighed by how little such a finding usually matters."
    ),
    "added_insignificant": Term(
        "made up, minor", "The same findings that were made up, weighed by how little such a finding usually matters."
    ),
    "denied_by_candidate": Term(
        "denied, though there", "Findings of the reference that the candidate says are absent, whatever name it uses."
    ),
    "denied_by_reference": Term(
        "asserted, though denied", "Findings of the candidate that the reference says are absent."
    ),
    "mismatch_significant": Term(
        "told differently, matters",
        "Findings in both reports that differ in side, place, degree, size, certainty, course or name, "
        "weighed by how much the finding matters.",
    ),
    "mismatch_insignificant": Term(
        "told differently, minor", "The same differences, weighed by how little the finding matters."
    ),
    "repeated_added": Term(
        "said again", "Statements that the candidate repeats word for word more often than the reference does."
    ),
    "denied_by_name": Term(
        "denied by its name", "Findings of the reference that the candidate denies by the very name of the finding."
    ),
    "names_omitted": Term(
        "names lost",
        "How many readings of a finding the candidate lacks: the pneumonia of an opacity that may be pneumonia.",
    ),
}
"""The features of profile ``extended`` (method §10.6)."""

CHANNEL_WORDS = {
    "transport": "the alignment as a whole",
    "finding": "the finding",
    "anatomy": "the place",
    "polarity": "present or absent",
    "text": "the wording",
    "comparison": "the course (new, stable, worse)",
    "uncertainty": "the certainty",
    "device": "the device",
    "modifier": "the description",
    "severity": "the degree",
}
STATISTICS = {
    "expected": ("on average", "mean over everything that is aligned"),
    "max": ("at worst", "the largest difference of any two aligned statements"),
    "top3_mean": ("three worst", "mean of the three largest differences"),
    "top3_mw": (
        "three heaviest",
        "the three that weigh most, each times the share of the reports that it covers",
    ),
    "top5_mean": ("five worst", "mean of the five largest differences"),
}
PAPER_FEATURES = {
    "side_expected_sum": Term(
        "details on average", "Differences in course, certainty, device, description and degree, added up on average."
    ),
    "side_max_sum": Term("details at worst", "The five largest differences in such details, added up."),
    "side_top3_mean": Term("details, three worst", "Mean of the three aligned pairs that differ most in details."),
    "top_risk_sum": Term("heaviest alignments", "Sum of what the heaviest aligned pairs of statements cost."),
    "top_risk_max": Term("heaviest alignment", "What the heaviest aligned pair of statements costs."),
    "risk_top3_mean": Term("three heaviest alignments", "Mean of what the three heaviest aligned pairs cost."),
    "reference_unit_count": Term("length of the reference", "How many statements were read in the reference."),
    "candidate_unit_count": Term("length of the candidate", "How many statements were read in the candidate."),
    "transport_entropy": Term("spread of the alignment", "How widely statements are spread over many counterparts."),
    "transport_entropy_normalized": Term(
        "spread of the alignment, relative", "The same spread as a share of the greatest that there could be."
    ),
    "effective_edges": Term("counterparts in use", "How many aligned pairs of statements carry the alignment."),
    "effective_edges_ratio": Term("counterparts in use, relative", "The same as a share of all possible pairs."),
}
SPREAD = {
    "top1_mass_deficit": "what the heaviest aligned pair leaves to the others",
    "top3_mass_deficit": "what the three heaviest aligned pairs leave to the others",
    "top5_mass_deficit": "what the five heaviest aligned pairs leave to the others",
    "diffuse": "how many statements have no clear counterpart but are spread over several",
    "low_confidence": "how many statements have only a weak counterpart",
}
WHERE = {
    "reference": "in the reference",
    "candidate": "in the candidate",
    "total": "in both reports together",
    "asymmetry": "more in one report than in the other",
    "reference_max": "of the worst statement in the reference",
    "candidate_max": "of the worst statement in the candidate",
}

CATEGORIES = {
    "omission": Term("omission", "A finding of the reference that the candidate lacks or denies."),
    "false_finding": Term("false finding", "A finding of the candidate that the reference lacks or denies."),
    "location": Term("location", "The same finding, on another side or in another place."),
    "severity": Term("severity", "The same finding, of another degree, acuity or kind."),
    "unsupported_comparison": Term(
        "unsupported comparison", "The candidate tells a course (new, stable, worse) that the reference does not."
    ),
    "omitted_comparison": Term("omitted comparison", "The reference tells a course that the candidate leaves out."),
    "unsupported_uncertainty": Term("unsupported uncertainty", "The candidate is less certain than the reference."),
    "omitted_uncertainty": Term("omitted uncertainty", "The candidate is more certain than the reference."),
    "measurement": Term("measurement", "The same finding, of another size."),
    "device": Term("device", "A device of another kind, elsewhere, or lying otherwise."),
    "naming": Term("naming", "Another name for what may be the same: vaguer, more specific, or related."),
    "contradiction": Term("contradiction", "The candidate both states a finding of the reference and denies it."),
}

TIERS = {
    "urgent": Term("urgent", "Someone would act now."),
    "actionable": Term("actionable", "Someone would treat it, follow it up, or look again."),
    "not_actionable": Term("not actionable", "Someone would note it."),
    "expected": Term("expected", "Common with age or after treatment."),
}
"""How much a finding usually matters (``extended/data/significance.toml``)."""

CARD = (
    Term("unit", "One statement that was read in a report: a finding, what it is denied, or a remark."),
    Term(
        "not read",
        "Share of the sentences that state something and of which the lexicon knows nothing. They are not scored: "
        "few errors in a text that was hardly read mean little.",
    ),
    Term("set aside", "Sentences behind a heading such as INDICATION or COMPARISON: they are not about the images."),
    Term(
        "about 1.5 errors, 0.2 to 3.0",
        "How many errors radiologists count in pairs of this risk, and the range that holds nine of ten such counts.",
    ),
    Term(
        "behind +0.90 of total",
        "How much of the risk goes back to this discrepancy: the account of the risk, shared out among what is wrong.",
    ),
    Term("magnitude", "Size of a discrepancy in errors; above 1 at several levels, or with further readings."),
    Term("risk of equal reports", "The risk of a report against itself: where the account starts."),
    Term("mass", "How much of the alignment runs between two statements: 1 is all of a statement."),
    Term("align", "What it costs to align the two: 0 for the same finding in the same place, 1 for none at all."),
    Term("side", "How far the two differ in degree, size, certainty and course."),
    Term("mass × risk", "What the row adds to the errors of the pair."),
)

STATUSES = {
    "ok": Term("ok", "Both reports were read and compared."),
    "empty_reference": Term("empty reference", "The reference has no words; the candidate's findings all stand alone."),
    "empty_candidate": Term("empty candidate", "The candidate has no words; the reference's findings all stand alone."),
    "empty_both": Term("empty both", "Neither report has words."),
    "unread_candidate": Term(
        "unread candidate", "The candidate has words, but nothing of them was read: scored as if it were empty."
    ),
    "unread_reference": Term(
        "unread reference", "The reference has words, but nothing of them was read: there is no risk."
    ),
    "extraction_failed": Term("extraction failed", "A report could not be taken apart: there is no risk."),
    "not_converged": Term("not converged", "The alignment did not settle: there is no risk."),
    "numerical_error": Term("numerical error", "The alignment could not be computed: there is no risk."),
}


def feature_term(name: str) -> Term:
    """Term of a feature of either profile; an unknown feature keeps its name."""
    if name in EXTENDED_FEATURES:
        return EXTENDED_FEATURES[name]
    if name in PAPER_FEATURES:
        return PAPER_FEATURES[name]
    if name in SPREAD:
        return Term(name.replace("_", " "), f"{SPREAD[name].capitalize()}.")
    for start, what in SPREAD.items():
        place = WHERE.get(name.removeprefix(f"{start}_"))
        if name.startswith(f"{start}_") and place:
            return Term(f"{start.replace('_', ' ')} {place}", f"{what.capitalize()}, {place}.")
    channel, _, statistic = name.partition("_")
    if channel in CHANNEL_WORDS and statistic in STATISTICS:
        how, meaning = STATISTICS[statistic]
        return Term(f"{CHANNEL_WORDS[channel]}: {how}", f"Difference in {CHANNEL_WORDS[channel]}: {meaning}.")
    return Term(name.replace("_", " "), "A feature of this readout's method.")
