"""Pairs whose features were worked out by hand from method §10, the arithmetic beside them.

Figures used: tiers urgent 1, actionable .85, not_actionable .15; a mild finding has .75 of its weight.
"""

import pytest
from reference_extended import FEATURES
from unit_lists import load_tables, oracle, score, unit

from radot_fast import Scorer

# name: (reference, candidate, features that are not 0, transport_cost, counts that are said)
WORKED = {
    # One finding alone: w = 1, s = 1 (urgent). Rows: one, at price 1.
    "omitted": (
        [unit("pneumothorax")],
        [],
        {"omitted_significant": 1.0, "mentions_omitted": 1},
        1.0,
        {"n_ref_findings": 1, "n_matched_findings": 0, "finding_recall": 0.0, "finding_precision": None},
    ),
    # possible: certainty 2, w = 1 - .3 * .5 * 2 = .7; s = .85: .85 * .7 = .595, .15 * .7 = .105.
    "omitted, and only possible": (
        [unit("nodule", uncertainty="possible")],
        [],
        {"omitted_significant": 0.595, "omitted_insignificant": 0.105, "mentions_omitted": 1},
        1.0,
        {},
    ),
    # mild: s = .75 * .85 = .6375 and 1 - s = .3625; w = 1.
    "added, and mild": (
        [],
        [unit("edema", severity="mild")],
        {"added_significant": 0.6375, "added_insignificant": 0.3625},
        1.0,
        {"n_cand_findings": 1, "finding_precision": 0.0, "finding_recall": None},
    ),
    # Same label, so a couple though the sides are opposite: sigma = .9, c = 1 - (1 - 0)(1 - .9)(1 - 0) = .9; gamma is
    # the same. .85 * .9 = .765, .15 * .9 = .135.
    "wrong side": (
        [unit("pleural_effusion", anatomy=["left", "pleura"])],
        [unit("pleural_effusion", anatomy=["right", "pleura"])],
        {
            "mismatch_significant": 0.765,
            "mismatch_insignificant": 0.135,
        },
        0.9,
        {"n_matched_findings": 1, "finding_recall": 1.0},
    ),
    # sigma = side_partial = .4 = c = gamma: .85 * .4 = .34, .15 * .4 = .06.
    "both sides against one": (
        [unit("pleural_effusion", anatomy=["bilateral"])],
        [unit("pleural_effusion", anatomy=["left"])],
        {"mismatch_significant": 0.34, "mismatch_insignificant": 0.06},
        0.4,
        {},
    ),
    # The sides in all are the same: sigma = 0 = c. {L} is not stated by the reference, its nearest {L, R} shares a
    # side: side_detail = .05 = gamma. .85 * .05 = .0425, .15 * .05 = .0075.
    "both sides, and one of them again": (
        [unit("pleural_effusion", anatomy=["bilateral"])],
        [unit("pleural_effusion", anatomy=["bilateral"]), unit("pleural_effusion", anatomy=["left"])],
        {"mismatch_significant": 0.0425, "mismatch_insignificant": 0.0075},
        0.0,
        {"n_cand_findings": 1},
    ),
    # {L} and {R} together are {L, R}, which the reference states.
    "both sides one by one": (
        [unit("pleural_effusion", anatomy=["bilateral"])],
        [unit("pleural_effusion", anatomy=[side]) for side in ("left", "right", "bilateral")],
        {},
        0.0,
        {"n_cand_findings": 1},
    ),
    # In all both sides against one: sigma = .4 = c. But the reference states {R} by itself, which has nothing in common
    # with {L}: side = .9 = gamma. One mention of two.
    "both sides, one of them again, and the other": (
        [unit("pleural_effusion", anatomy=["bilateral"]), unit("pleural_effusion", anatomy=["right"])],
        [unit("pleural_effusion", anatomy=["left"])],
        {"mismatch_significant": 0.765, "mismatch_insignificant": 0.135, "mentions_omitted": 1},
        0.4,
        {},
    ),
    # One finding, mild and severe: s by the severe one .85, t by the mild one 1 - .75 * .85 = .3625.
    "added, mild and severe": (
        [],
        [unit("edema", severity="mild"), unit("edema", severity="severe", span="worse now")],
        {"added_significant": 0.85, "added_insignificant": 0.3625},
        1.0,
        {"n_cand_findings": 1},
    ),
    # As a couple with its like: severities 0 apart, no error; against a moderate one .75 * .34 = .255 = gamma, that is
    # the severe one to its nearest. s = .85, t = min(.3625, 1 - .85) = .15: .21675 and .03825.
    "mild and severe against moderate": (
        [unit("edema", severity="mild"), unit("edema", severity="severe")],
        [unit("edema", severity="moderate")],
        {"mismatch_significant": 0.21675, "mismatch_insignificant": 0.03825, "mentions_omitted": 1},
        0.0,
        {},
    ),
    # label .05 is a synonym and no error; severity .75 * (1 - .33) = .5025 = gamma. s = max(.75 * .85, .85) = .85:
    # .85 * .5025 = .427125, .15 * .5025 = .075375. Only the label prices the couple: c = .05.
    "a synonym of another degree": (
        [unit("consolidation", severity="mild")],
        [unit("pneumonia", severity="severe")],
        {"mismatch_significant": 0.427125, "mismatch_insignificant": 0.075375},
        0.05,
        {"n_matched_findings": 1},
    ),
    # Upper and lower lobe: paths of 4 (lobe, lung, chest, body), common lung of depth 3, not apart:
    # 1 - 6 / 8 = .25, rho = .5 * .25 = .125 = c. Size .5 * log2(16 / 8) = .5; improved against worsened .4.
    # gamma = 1 - .875 * .5 * .6 = .7375; .85 * .7375 = .626875, .15 * .7375 = .110625.
    "another lobe, twice the size, worse instead of better": (
        [unit("nodule", anatomy=["right", "upper lobe"], span="8 mm nodule", comparison="improved")],
        [unit("nodule", anatomy=["right", "lower lobe"], span="1.6 cm nodule", comparison="worsened")],
        {"mismatch_significant": 0.626875, "mismatch_insignificant": 0.110625},
        0.125,
        {},
    ),
    # Opposed, by name: .9 (alone both would cost 1 + .25). w = 1 and s = 1.
    "denied by name": (
        [unit("pneumothorax", anatomy=["left"])],
        [unit("pneumothorax", "absent")],
        {"omitted_significant": 1.0, "denied_by_candidate": 1, "denied_by_name": 1, "mentions_omitted": 1},
        0.9,
        {"n_matched_findings": 0, "n_ref_denials": 0, "denial_recall": None},
    ),
    # "No opacity" covers both: .95 + .95 = 1.9 is less than one of them alone (.95 + 1) or all alone (2.25).
    # Omitted: 2 * .85 = 1.7, 2 * .15 = .3. transport_cost 1.9 / 2.
    "two findings denied by one statement that covers them": (
        [unit("consolidation", anatomy=["left"]), unit("nodule")],
        [unit("opacity", "absent")],
        {
            "omitted_significant": 1.7,
            "omitted_insignificant": 0.3,
            "denied_by_candidate": 2,
            "mentions_omitted": 2,
        },
        0.95,
        {},
    ),
    # Not plain: "no other nodule" leaves open that there is one. It is related, .97, and denies nothing.
    "a denial that sets something apart": (
        [unit("nodule")],
        [unit("nodule", "absent", span="no other nodule")],
        {"omitted_significant": 0.85, "omitted_insignificant": 0.15, "mentions_omitted": 1},
        0.97,
        {},
    ),
    # The reference denies, the candidate asserts: opposed .9, and an addition.
    "asserted though the reference denies it": (
        [unit("pneumothorax", "absent")],
        [unit("pneumothorax")],
        {"added_significant": 1.0, "denied_by_reference": 1},
        0.9,
        {"n_ref_denials": 1, "n_addressed_denials": 0, "denial_recall": 0.0},
    ),
    # The findings are a couple at 0; the candidate's denial stays alone: .25. (0 + .25) / 2. A contradiction by name.
    "the candidate contradicts itself": (
        [unit("pneumothorax")],
        [unit("pneumothorax"), unit("pneumothorax", "absent")],
        {"denied_by_candidate": 1, "denied_by_name": 1},
        0.125,
        {"n_matched_findings": 1},
    ),
    # Equal labels couple at 0; "opacity" stays alone: gamma to the consolidation = .65 (group), w = .9 * .65 = .585.
    # .85 * .585 = .49725, .15 * .585 = .08775. (0 + 1) / 2.
    "one more name for what is there": (
        [unit("consolidation")],
        [unit("consolidation"), unit("opacity")],
        {"added_significant": 0.49725, "added_insignificant": 0.08775},
        0.5,
        {"finding_precision": 0.5, "finding_recall": 1.0},
    ),
    # The hedged pneumonia begins 12 characters behind the opacity: a further name. The smallest distance of the names
    # is 0; certain is what the opacity is. One mention fewer: 2 - 1.
    "an opacity that may be pneumonia": (
        [unit("opacity"), unit("pneumonia", "uncertain", gap=12)],
        [unit("pneumonia")],
        {"mentions_omitted": 1},
        0.0,
        {"n_ref_findings": 1},
    ),
    # Three names for one shadow, each 4 characters behind the one before; atelectasis and pneumonia are .85 apart: that
    # is near enough. Alone, with certainty (0 + 2 + 2) / 3 = 4/3: w = 1 - .3 * .5 * 4/3 = .8; s = .85.
    "an opacity that may be pneumonia or atelectasis": (
        [unit("opacity"), unit("pneumonia", "uncertain", gap=4), unit("atelectasis", "uncertain", gap=4)],
        [],
        {"omitted_significant": 0.68, "omitted_insignificant": 0.12, "mentions_omitted": 3},
        1.0,
        {"n_ref_findings": 1},
    ),
    # "airspace disease/consolidation": one character between two related names, hedged or not.
    "two names beside each other": (
        [unit("airspace_disease"), unit("consolidation", gap=1)],
        [unit("consolidation"), unit("airspace_disease", gap=2)],
        {"mentions_omitted": 1, "added_significant": 0.0},
        0.5,
        {"n_ref_findings": 1, "n_cand_findings": 2},
    ),
    # "The catheter" is the line named before.
    "a device that is named again by its concept": (
        [unit("central_line", device="picc"), unit("central_line", device="catheter")],
        [unit("central_line", device="picc")],
        {"mentions_omitted": 1},
        0.0,
        {"n_ref_findings": 1},
    ),
    # The opacity has the side of its further name: left against right, .9 = c = gamma (the smallest distance of the
    # names is 0). .85 * .9 = .765, .15 * .9 = .135. 2 - 1 mentions.
    "the second name says the side": (
        [unit("opacity"), unit("pneumonia", "uncertain", gap=12, anatomy=["left"])],
        [unit("opacity", anatomy=["right"])],
        {"mismatch_significant": 0.765, "mismatch_insignificant": 0.135, "mentions_omitted": 1},
        0.9,
        {"n_ref_findings": 1},
    ),
    # The pneumonia is the further name of the left opacity, which joins the right one when that becomes bilateral, and
    # gives it its name: label 0, sides equal, certain. 4 - 1 mentions.
    "a finding that joins another brings its second name": (
        [
            unit("opacity", anatomy=["right"]),
            unit("opacity", anatomy=["left"]),
            unit("pneumonia", "uncertain", gap=3),
            unit("opacity", anatomy=["bilateral"]),
        ],
        [unit("pneumonia", anatomy=["bilateral"])],
        {"mentions_omitted": 3},
        0.0,
        {"n_ref_findings": 1, "n_matched_findings": 1},
    ),
    # The same, and the right opacity has a name of its own: it keeps it and gets the other. 5 - 1 mentions.
    "names are gathered": (
        [
            unit("opacity", anatomy=["right"]),
            unit("consolidation", "uncertain", gap=3),
            unit("opacity", anatomy=["left"]),
            unit("atelectasis", "uncertain", gap=3),
            unit("opacity", anatomy=["bilateral"]),
        ],
        [unit("atelectasis", anatomy=["bilateral"])],
        {"mentions_omitted": 4},
        0.0,
        {"n_ref_findings": 1, "n_matched_findings": 1},
    ),
    # Across: .75 (opacity - nodule) + .65 (consolidation - opacity) = 1.4, less than 0 + 1 + 1. The same finding goes
    # first all the same. Both others have it for their nearest: .9 * .65 = .585 and .9 * .75 = .675; together, beside a
    # couple at 0, 1 - .415 * .325 = .865125, in proportion to 1.26.
    "the same finding first, and one family": (
        [unit("opacity"), unit("consolidation")],
        [unit("opacity"), unit("nodule")],
        {
            "omitted_significant": 0.85 * 0.865125 * 0.585 / 1.26,
            "omitted_insignificant": 0.15 * 0.865125 * 0.585 / 1.26,
            "added_significant": 0.85 * 0.865125 * 0.675 / 1.26,
            "added_insignificant": 0.15 * 0.865125 * 0.675 / 1.26,
            "mentions_omitted": 1,
        },
        2 / 3,
        {"n_matched_findings": 1},
    ),
    # An edema is .85 from a consolidation, but the reference calls it absent: opposed (.9), the consolidation alone.
    "a finding that is called absent is no other name": (
        [unit("consolidation"), unit("edema", "absent")],
        [unit("edema")],
        {
            "omitted_significant": 0.85,
            "omitted_insignificant": 0.15,
            "added_significant": 0.85,
            "added_insignificant": 0.15,
            "denied_by_reference": 1,
            "mentions_omitted": 1,
        },
        0.95,
        {"n_matched_findings": 0},
    ),
    # The candidate's opacity may be an edema, which the reference denies: a couple at 0 that the reference contradicts.
    # The denial stays alone: .25. Certain is what the opacity is.
    "a name that the reference calls absent": (
        [unit("opacity"), unit("edema", "absent")],
        [unit("opacity"), unit("edema", "uncertain", gap=5)],
        {"denied_by_reference": 1},
        0.125,
        {"n_matched_findings": 1},
    ),
    # A loculated effusion against a simple one: .5 = gamma; nothing of the price.
    "a complication": (
        [unit("pleural_effusion", modifiers=["loculated"])],
        [unit("pleural_effusion")],
        {"mismatch_significant": 0.425, "mismatch_insignificant": 0.075},
        0.0,
        {},
    ),
    # Acute against old: .5. Acute against unstated, and acute on chronic against acute: nothing.
    "acute against old": (
        [unit("fracture", modifiers=["acute"]), unit("edema", modifiers=["acute", "chronic"])],
        [unit("fracture", modifiers=["chronic"]), unit("edema", modifiers=["acute"])],
        {"mismatch_significant": 0.425, "mismatch_insignificant": 0.075},
        0.0,
        {},
    ),
    # Another rib is another place: .5.
    "another rib": (
        [unit("fracture", span="fracture of the tenth rib")],
        [unit("fracture", span="8th rib fracture")],
        {"mismatch_significant": 0.425, "mismatch_insignificant": 0.075},
        0.0,
        {},
    ),
    # Clips that may be a calcification: the degree of the one is not the other's malposition. s = .05 (expected).
    "a device under a plain name too": (
        [unit("surgical_clips", device="surgical_clips")],
        [],
        {"omitted_significant": 0.05, "omitted_insignificant": 0.95, "mentions_omitted": 1},
        1.0,
        {},
    ),
    # An edema without a side joins the first edema, not the second too: the left one is severe. Left - left: 0; right -
    # right: 0. Of the reference, (edema, no side) is not said again.
    "a repeat joins the first finding that it may": (
        [unit("edema", anatomy=["left"]), unit("edema", anatomy=["right"]), unit("edema", severity="severe")],
        [unit("edema", anatomy=["left"], severity="severe"), unit("edema", anatomy=["right"])],
        {"mentions_omitted": 1},
        0.0,
        {"n_ref_findings": 2, "n_matched_findings": 2},
    ),
    # Possible pneumonia follows both; it names the first. opacity + pneumonia - pneumonia: 0. density - density: 0.
    "a hedged name is of the first finding that it may": (
        [unit("opacity", span="Opacity"), unit("density", span="x", gap=3), unit("pneumonia", "uncertain", gap=3)],
        [unit("pneumonia"), unit("density")],
        {"mentions_omitted": 1},
        0.0,
        {"n_ref_findings": 2},
    ),
    # 33 characters are too far. pneumonia - pneumonia: c = 0, certainty 2 against 0: .1 = gamma: .085, .015.
    # opacity alone: .9 * .65 = .585, beside a couple that costs .1: (1 - .1) * .585 = .5265. (0 + 1) / 2.
    "an opacity, and far from it a possible pneumonia": (
        [unit("opacity"), unit("pneumonia", "uncertain", gap=33)],
        [unit("pneumonia")],
        {
            "omitted_significant": 0.85 * 0.5265,
            "omitted_insignificant": 0.15 * 0.5265,
            "mismatch_significant": 0.085,
            "mismatch_insignificant": 0.015,
            "mentions_omitted": 1,
        },
        0.5,
        {"n_ref_findings": 2},
    ),
    # Severity of a device: 1 against 0, .75 = gamma; a malpositioned device has the weight of malposition, 1.
    "a tube that is malpositioned": (
        [unit("tube", device="endotracheal_tube")],
        [unit("tube", device="endotracheal_tube", modifiers=["malpositioned"])],
        {"mismatch_significant": 0.75},
        0.0,
        {},
    ),
    # Devices of one concept: 0.3 in the group of venous access. not_actionable (central_line): .15 * .3, .85 * .3.
    "another line": (
        [unit("central_line", device="picc")],
        [unit("central_line", device="port")],
        {
            "mismatch_significant": 0.045,
            "mismatch_insignificant": 0.255,
        },
        0.3,
        {},
    ),
    # One node with two mentions; A = 1 repeats the words, C - R = 2 - 1 = 1; in all 1 - 0 beyond the reference.
    "said twice, word for word": (
        [unit("edema")],
        [unit("edema"), unit("edema")],
        {"repeated_added": 1},
        0.0,
        {"n_cand_findings": 1},
    ),
    # left and right are two nodes, bilateral joins the first and the second joins it: one node of both sides, three
    # mentions. sigma = 0. R: left 1, right 1, bilateral 1; C: bilateral 1. Omitted mentions: 2.
    "right, left, bilateral is one finding": (
        [
            unit("edema", anatomy=["right"]),
            unit("edema", anatomy=["left"]),
            unit("edema", anatomy=["bilateral"]),
        ],
        [unit("edema", anatomy=["bilateral"])],
        {"mentions_omitted": 2},
        0.0,
        {"n_ref_findings": 1, "n_matched_findings": 1},
    ),
    # The plan is the best of all, not the first: .05 (consolidation - pneumonia) + .75 (opacity - atelectasis) = .8;
    # opacity - pneumonia (.65) would leave two alone. .85 is the larger s of both couples (atelectasis: .15).
    # A synonym is no error: .85 * .75 = .6375, .15 * .75 = .1125. transport_cost .8 / 2.
    "the best of two pairings": (
        [unit("opacity"), unit("consolidation")],
        [unit("pneumonia"), unit("atelectasis")],
        {
            "mismatch_significant": 0.6375,
            "mismatch_insignificant": 0.1125,
        },
        0.4,
        {"n_matched_findings": 2},
    ),
    # Two denials of which one is answered, at 0; the other alone: .25 / 2. A remark that both make: 0. Rows: 3.
    "a denial that is not addressed": (
        [unit("pneumothorax", "absent"), unit("pleural_effusion", "absent"), unit(span="comparison to a prior film")],
        [unit("pneumothorax", "absent"), unit(span="Comparison to a prior film.")],
        {},
        0.25 / 3,
        {"n_ref_denials": 2, "n_addressed_denials": 1, "denial_recall": 0.5},
    ),
    # "No acute abnormality" answers both (.2 each) as one denial: (.2 + .2) / 2.
    "two denials answered by one": (
        [unit("pneumothorax", "absent"), unit("pleural_effusion", "absent")],
        [unit("acute_abnormality", "absent")],
        {},
        0.2,
        {"n_addressed_denials": 2, "denial_recall": 1.0},
    ),
}


@pytest.fixture(scope="module")
def tables():
    return load_tables()


@pytest.fixture(scope="module")
def result():
    return score(Scorer(), [(r, c) for r, c, *_ in WORKED.values()])


@pytest.mark.parametrize("name", WORKED)
def test_the_oracle_gives_what_was_worked_out(name, tables):
    reference, candidate, features, transport_cost, counts = WORKED[name]
    answer = oracle((reference, candidate), tables)
    assert answer.unique
    assert answer.features == pytest.approx(dict.fromkeys(FEATURES, 0.0) | features, abs=1e-12)
    assert answer.transport_cost == pytest.approx(transport_cost, abs=1e-12)
    assert {k: answer.counts[k] for k in counts} == counts


@pytest.mark.parametrize("name", WORKED)
def test_the_scorer_gives_what_was_worked_out(name, result):
    *_, features, transport_cost, counts = WORKED[name]
    row = list(WORKED).index(name)
    assert result.features.drop("pair_id").row(row, named=True) == pytest.approx(
        dict.fromkeys(FEATURES, 0.0) | features, abs=1e-12
    )
    scores = result.scores.row(row, named=True)
    assert scores["transport_cost"] == pytest.approx(transport_cost, abs=1e-12)
    assert {k: scores[k] for k in counts} == counts
