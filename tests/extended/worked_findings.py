"""Findings alone and in couples, worked out by hand: tiers, sides, places, degrees, changes, repeats.

name: (reference, candidate, features that are not 0, transport_cost, counts that are said)
"""

from unit_lists import unit

FINDINGS = {
    # One finding alone: w = 1, s = 1 (urgent). Rows: one, at price 1.
    "omitted": (
        [unit("pneumothorax")],
        [],
        {"omitted_significant": 1.0},
        1.0,
        {"n_ref_findings": 1, "n_matched_findings": 0, "finding_recall": 0.0, "finding_precision": None},
    ),
    # possible: certainty 2, w = 1 - .3 * .5 * 2 = .7; s = .85: .85 * .7 = .595, .15 * .7 = .105.
    "omitted, and only possible": (
        [unit("nodule", uncertainty="possible")],
        [],
        {"omitted_significant": 0.595, "omitted_insignificant": 0.105},
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
    # 400 ml against 800 ml: |log2(1/2)| = 1, part .5 * 1. .85 * .5 = .425, .15 * .5 = .075.
    "a volume": (
        [unit("pleural_effusion", span="an effusion of 400 ml")],
        [unit("pleural_effusion", span="an effusion of 800 ml")],
        {"mismatch_significant": 0.425, "mismatch_insignificant": 0.075},
        0.0,
        {},
    ),
    # The fourth space against the eighth: levels of a device that are no neighbours, region = .5, of which .15 are
    # significant.
    "a space between ribs": (
        [unit("tube", device="chest_tube", span="chest tube in the fourth intercostal space")],
        [unit("tube", device="chest_tube", span="chest tube in the eighth intercostal space")],
        {"mismatch_significant": 0.075, "mismatch_insignificant": 0.425},
        0.0,
        {},
    ),
    # Of a finding that is no device a space numbers nothing.
    "an effusion in a space between ribs": (
        [unit("pleural_effusion", span="effusion in the fourth intercostal space")],
        [unit("pleural_effusion", span="effusion in the eighth intercostal space")],
        {},
        0.0,
        {},
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
        {"mismatch_significant": 0.765, "mismatch_insignificant": 0.135},
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
        {"mismatch_significant": 0.21675, "mismatch_insignificant": 0.03825},
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
    # 1 - 6 / 8 = .25, rho = .5 * .25 = .125 = c. They share no site: region .5 * max(.5, .25) = .25.
    # Size .5 * log2(16 / 8) = .5; improved against worsened .4.
    # gamma = 1 - .75 * .5 * .6 = .775; .85 * .775 = .65875, .15 * .775 = .11625.
    "another lobe, twice the size, worse instead of better": (
        [unit("nodule", anatomy=["right", "upper lobe"], span="8 mm nodule", comparison="improved")],
        [unit("nodule", anatomy=["right", "lower lobe"], span="1.6 cm nodule", comparison="worsened")],
        {"mismatch_significant": 0.65875, "mismatch_insignificant": 0.11625},
        0.125,
        {},
    ),
    # The upper lobe is a place of both: region 0. rho = .5 * (0 + 0 + .25) / 3 = 1 / 24 = c.
    "one lobe more": (
        [unit("nodule", anatomy=["right", "upper lobe"])],
        [unit("nodule", anatomy=["right", "upper lobe", "lower lobe"])],
        {},
        1 / 24,
        {"n_matched_findings": 1},
    ),
    # Ribs are no clavicles: two findings on either side, each alone: fracture 2 * (s = .85, t = .15).
    "two bones are two fractures": (
        [unit("fracture", anatomy=["left", "rib"])],
        [unit("fracture", anatomy=["left", "clavicle"])],
        {
            "omitted_significant": 0.85,
            "omitted_insignificant": 0.15,
            "added_significant": 0.85,
            "added_insignificant": 0.15,
        },
        1.0,
        {"n_matched_findings": 0},
    ),
    # One error at each of three ribs: w = 3; s = .85.
    "three broken ribs are three findings": (
        [unit("fracture", anatomy=["left", "rib"], span="fractures of left ribs 3 through 5")],
        [],
        {"omitted_significant": 2.55, "omitted_insignificant": 0.45},
        1.0,
        {"n_ref_findings": 1},
    ),
    # The tenth rib is in both, the ninth and the eleventh in one: d = 2, gamma = region .5, cost = .5 + .5 * 1 = 1.
    "two ribs more": (
        [unit("fracture", anatomy=["rib"], span="tenth rib fracture")],
        [unit("fracture", anatomy=["rib"], span="fractures of the ninth to eleventh ribs")],
        {"mismatch_significant": 0.85, "mismatch_insignificant": 0.15},
        0.0,
        {"n_matched_findings": 1},
    ),
    # A nodule has no organ (10.1): it is one, over however many ribs it lies, and gamma = region .5. s = .85.
    "a nodule over two ribs": (
        [unit("nodule", anatomy=["rib"], span="nodule over the third and fourth ribs")],
        [unit("nodule", anatomy=["rib"], span="nodule over the seventh and eighth ribs")],
        {"mismatch_significant": 0.425, "mismatch_insignificant": 0.075},
        0.0,
        {"n_matched_findings": 1},
    ),
    # A line that is unchanged is in place; a new one is another matter: comparison .1. s = .15.
    "a line that is unchanged": (
        [unit("central_line", device="picc")],
        [unit("central_line", device="picc", comparison="stable", span="picc, unchanged")],
        {},
        0.0,
        {"n_matched_findings": 1},
    ),
    "a line that is new": (
        [unit("central_line", device="picc", comparison="stable", span="picc, unchanged")],
        [unit("central_line", device="picc", comparison="new")],
        {"mismatch_significant": 0.015, "mismatch_insignificant": 0.085},
        0.0,
        {"n_matched_findings": 1},
    ),
    # The rib is in both, the scapula in one: region .5 = gamma. rho = .5 * (0 + 0 + 1) / 3 = 1 / 6 = c.
    "one bone more": (
        [unit("fracture", anatomy=["left", "rib", "scapula"])],
        [unit("fracture", anatomy=["left", "rib"])],
        {"mismatch_significant": 0.425, "mismatch_insignificant": 0.075},
        1 / 6,
        {"n_matched_findings": 1},
    ),
    # "No clavicle fracture" denies no rib's. The denial is alone: (1 - 1 + .25) / 2.
    "a denial of one bone": (
        [unit("fracture", anatomy=["left", "rib"])],
        [unit("fracture", anatomy=["left", "rib"]), unit("fracture", "absent", anatomy=["clavicle"])],
        {},
        0.125,
        {"n_matched_findings": 1},
    ),
    # "Remains" says that it is there still: none and stable are its like. What has changed is not: .1 = gamma.
    "what persists is stable, or uncompared": (
        [
            unit("edema", comparison="stable", span="edema remains"),
            unit("nodule", comparison="stable", span="it persists"),
        ],
        [unit("edema"), unit("nodule", comparison="stable", span="unchanged nodule")],
        {},
        0.0,
        {"n_matched_findings": 2},
    ),
    "what persists has not worsened": (
        [unit("nodule", comparison="stable", span="nodule remains")],
        [unit("nodule", comparison="worsened")],
        {"mismatch_significant": 0.085, "mismatch_insignificant": 0.015},
        0.0,
        {},
    ),
    # "Increased opacity" may be a look or a change: worsened and none are its like. Stable is not: .1 = gamma.
    "what is raised is worse, or uncompared": (
        [
            unit("opacity", comparison="worsened", span="increased basal opacity"),
            unit("cardiomegaly", comparison="worsened", span="heart is increased in size"),
            unit("hyperlucency", span="increased apical lucency"),
        ],
        [
            unit("opacity"),
            unit("cardiomegaly"),
            unit("hyperlucency", comparison="worsened", span="lucency has grown"),
        ],
        {},
        0.0,
        {"n_matched_findings": 3},
    ),
    "what is raised is not stable": (
        [unit("nodule"), unit("opacity", comparison="worsened", span="increased opacity")],
        [unit("nodule"), unit("opacity", comparison="stable", span="stable opacity")],
        {"mismatch_significant": 0.085, "mismatch_insignificant": 0.015},
        0.0,
        {},
    ),
    # Improved against raised is a change of direction: .4.
    "what is raised has not improved": (
        [unit("opacity", span="increased opacity")],
        [unit("opacity", comparison="improved", span="opacity is less")],
        {"mismatch_significant": 0.34, "mismatch_insignificant": 0.06},
        0.0,
        {},
    ),
    # It has been compared: worsened against none is .1. So is edema, of which increased tells no look.
    "what has increased since is worse": (
        [
            unit("opacity", comparison="worsened", span="opacity has increased since"),
            unit("edema", comparison="worsened", span="increased edema"),
        ],
        [unit("opacity"), unit("edema")],
        {"mismatch_significant": 0.17, "mismatch_insignificant": 0.03},
        0.0,
        {},
    ),
    # "The findings are stable" says so of the nodule too. The denial of a change is alone: .25 of 2 rows.
    "all is as it was": (
        [unit("nodule"), unit("interval_change", "absent")],
        [unit("nodule", comparison="stable", span="stable nodule")],
        {},
        0.125,
        {},
    ),
    # "Consistent with" is half a step from a plain statement, and from "probably": no error. Possible is 1.5: .1 * .75.
    "as good as sure": (
        [
            unit("nodule", uncertainty="probable", modifiers=["consistent_with"]),
            unit("edema", uncertainty="probable", modifiers=["consistent_with"]),
        ],
        [unit("nodule"), unit("edema", uncertainty="probable")],
        {},
        0.0,
        {},
    ),
    "as good as sure is more than possible": (
        [unit("nodule", uncertainty="probable", modifiers=["consistent_with"])],
        [unit("nodule", uncertainty="possible")],
        {"mismatch_significant": 0.06375, "mismatch_insignificant": 0.01125},
        0.0,
        {},
    ),
    # "Representing a nodule" is compared as a plain statement, one step from "probably": .1 * .5.
    "what is represented is more than probable": (
        [unit("nodule", uncertainty="probable", modifiers=["consistent_with", "represented"])],
        [unit("nodule", uncertainty="probable")],
        {"mismatch_significant": 0.0425, "mismatch_insignificant": 0.0075},
        0.0,
        {},
    ),
    # T8 and T9 are neighbours of a tip; T12 is not: region .5 = gamma; the tier of a line is .05.
    "a tip one vertebra lower": (
        [unit("central_line", device="umbilical_venous_catheter", span="tip at T8")],
        [unit("central_line", device="umbilical_venous_catheter", span="tip at T9")],
        {},
        0.0,
        {},
    ),
    "a tip four vertebrae lower": (
        [unit("central_line", device="umbilical_venous_catheter", span="tip at T8")],
        [unit("central_line", device="umbilical_venous_catheter", span="tip at T12")],
        {"mismatch_significant": 0.075, "mismatch_insignificant": 0.425},
        0.0,
        {},
    ),
    # A loculated effusion against a simple one: .5 = gamma; nothing of the price.
    "a complication": (
        [unit("pleural_effusion", modifiers=["loculated"])],
        [unit("pleural_effusion")],
        {"mismatch_significant": 0.425, "mismatch_insignificant": 0.075},
        0.0,
        {},
    ),
    # It counts under whatever name it has: .5, though the own name states a kind without it.
    "a complication under the name of a reading": (
        [unit("opacity", modifiers=["acute"]), unit("pleural_effusion", "uncertain", gap=5)],
        [unit("opacity", modifiers=["acute"]), unit("pleural_effusion", "uncertain", modifiers=["loculated"], gap=5)],
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
    # One node with two mentions; A = 1 repeats the words, C - R - 1 = 2 - 1 - 1 = 0: an impression says it once more.
    "said twice, word for word": (
        [unit("edema")],
        [unit("edema"), unit("edema")],
        {},
        0.0,
        {"n_cand_findings": 1},
    ),
    # A = 2, C - R - 1 = 3 - 1 - 1 = 1; in all 2 - 0 beyond the reference.
    "said three times, word for word": (
        [unit("edema")],
        [unit("edema"), unit("edema"), unit("edema")],
        {"repeated_added": 1},
        0.0,
        {"n_cand_findings": 1},
    ),
    # left and right are two nodes, bilateral joins the first and the second joins it: one node of both sides, three
    # mentions. sigma = 0. R: left 1, right 1, bilateral 1; C: bilateral 1.
    "right, left, bilateral is one finding": (
        [
            unit("edema", anatomy=["right"]),
            unit("edema", anatomy=["left"]),
            unit("edema", anatomy=["bilateral"]),
        ],
        [unit("edema", anatomy=["bilateral"])],
        {},
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
}
