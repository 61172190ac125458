"""Several names of one finding worked out by hand: synonyms, hedges, devices, families.

name: (reference, candidate, features that are not 0, transport_cost, counts that are said)
"""

from unit_lists import unit

NAMES = {
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
    # is 0. The pneumonia is possible here and plain there: .1 * .5 * 2 = .1 = gamma; .085 and .015.
    "an opacity that may be pneumonia": (
        [unit("opacity"), unit("pneumonia", "uncertain", gap=12)],
        [unit("pneumonia")],
        {"mismatch_significant": 0.085, "mismatch_insignificant": 0.015},
        0.0,
        {"n_ref_findings": 1},
    ),
    # Three names for one shadow, each 4 characters behind the one before; atelectasis and pneumonia are .85 apart: that
    # is near enough. Alone, with certainty (0 + 2 + 2) / 3 = 4/3: w = (1 - .3 * .5 * 4/3) * (1 + .3 * 2) = 1.28;
    # s = .85.
    "an opacity that may be pneumonia or atelectasis": (
        [unit("opacity"), unit("pneumonia", "uncertain", gap=4), unit("atelectasis", "uncertain", gap=4)],
        [],
        {"omitted_significant": 1.088, "omitted_insignificant": 0.192},
        1.0,
        {"n_ref_findings": 1},
    ),
    # "airspace disease/consolidation": one character between two related names, hedged or not.
    "two names beside each other": (
        [unit("airspace_disease"), unit("consolidation", gap=1)],
        [unit("consolidation"), unit("airspace_disease", gap=2)],
        {"added_significant": 0.0},
        0.5,
        {"n_ref_findings": 1, "n_cand_findings": 2},
    ),
    # Sarcoidosis is what the reference reads the opacity as; the candidate states it apart: the names are the same, and
    # that it is new and sure makes it no other finding: w = .9 * 0. That it is sure is wrong of the couple, at
    # .1 * .5 * 2 = .1. One couple of price 0, one alone.
    "a reading that the other report states apart": (
        [unit("opacity"), unit("sarcoidosis", "uncertain", gap=4)],
        [unit("opacity"), unit("sarcoidosis", comparison="new", gap=60)],
        {"mismatch_significant": 0.085, "mismatch_insignificant": 0.015},
        0.5,
        {"n_ref_findings": 1, "n_cand_findings": 2},
    ),
    # "The catheter" is the line named before.
    "a device that is named again by its concept": (
        [unit("central_line", device="picc"), unit("central_line", device="catheter")],
        [unit("central_line", device="picc")],
        {},
        0.0,
        {"n_ref_findings": 1},
    ),
    # The opacity has the side of its further name: left against right, .9 = c = gamma (the smallest distance of the
    # names is 0). .85 * .9 = .765, .15 * .9 = .135. Nothing in the candidate is called a pneumonia.
    "the second name says the side": (
        [unit("opacity"), unit("pneumonia", "uncertain", gap=12, anatomy=["left"])],
        [unit("opacity", anatomy=["right"])],
        {"mismatch_significant": 0.765, "mismatch_insignificant": 0.135, "names_omitted": 1},
        0.9,
        {"n_ref_findings": 1},
    ),
    # The pneumonia is the further name of the left opacity, which joins the right one when that becomes bilateral, and
    # gives it its name: label 0, sides equal. Possible there, plain here: .1 = gamma.
    "a finding that joins another brings its second name": (
        [
            unit("opacity", anatomy=["right"]),
            unit("opacity", anatomy=["left"]),
            unit("pneumonia", "uncertain", gap=3),
            unit("opacity", anatomy=["bilateral"]),
        ],
        [unit("pneumonia", anatomy=["bilateral"])],
        {"mismatch_significant": 0.085, "mismatch_insignificant": 0.015},
        0.0,
        {"n_ref_findings": 1, "n_matched_findings": 1},
    ),
    # The same, and the right opacity has a name of its own: it keeps it and gets the other. The consolidation
    # is lost. Atelectasis is possible there, plain here: .1 = gamma; its tier is that of the weightiest name, .85.
    "names are gathered": (
        [
            unit("opacity", anatomy=["right"]),
            unit("consolidation", "uncertain", gap=3),
            unit("opacity", anatomy=["left"]),
            unit("atelectasis", "uncertain", gap=3),
            unit("opacity", anatomy=["bilateral"]),
        ],
        [unit("atelectasis", anatomy=["bilateral"])],
        {"mismatch_significant": 0.085, "mismatch_insignificant": 0.015, "names_omitted": 1},
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
        },
        2 / 3,
        {"n_matched_findings": 1},
    ),
    # Both added ones have the opacity for their nearest, coupled at 0: edema, s = .85, first with .9 * .85 = .765;
    # then what atelectasis, s = .15 and .9 * .75 = .675, adds: .675 * .235 = .158625.
    "a graver one comes first in its family": (
        [unit("opacity")],
        [unit("opacity"), unit("atelectasis"), unit("edema")],
        {
            "added_significant": 0.85 * 0.765 + 0.15 * 0.158625,
            "added_insignificant": 0.15 * 0.765 + 0.85 * 0.158625,
        },
        2 / 3,
        {"n_matched_findings": 1},
    ),
    # The same with three broken ribs, s = .85 and .9 * .75 = .675; then what a deformity, s = .15 and .675, adds:
    # .675 * .325 = .219375. Two more ribs are beyond the family: 2 * .675.
    "further ribs are beyond the family": (
        [unit("bony_abnormality")],
        [
            unit("bony_abnormality"),
            unit("deformity", anatomy=["rib"], gap=None),
            unit("fracture", anatomy=["rib"], span="fractures of the ribs 3, 4 and 5", gap=None),
        ],
        {
            "added_significant": 0.85 * 2.025 + 0.15 * 0.219375,
            "added_insignificant": 0.15 * 2.025 + 0.85 * 0.219375,
        },
        2 / 3,
        {"n_matched_findings": 1},
    ),
    # Clips that may be a calcification: the degree of the one is not the other's malposition. s = .05 (expected).
    "a device under a plain name too": (
        [unit("surgical_clips", device="surgical_clips")],
        [],
        {"omitted_significant": 0.05, "omitted_insignificant": 0.95},
        1.0,
        {},
    ),
    # An edema without a side joins the first edema, not the second too: the left one is severe. Left - left: 0; right -
    # right: 0. Of the reference, (edema, no side) is not said again.
    "a repeat joins the first finding that it may": (
        [unit("edema", anatomy=["left"]), unit("edema", anatomy=["right"]), unit("edema", severity="severe")],
        [unit("edema", anatomy=["left"], severity="severe"), unit("edema", anatomy=["right"])],
        {},
        0.0,
        {"n_ref_findings": 2, "n_matched_findings": 2},
    ),
    # Possible pneumonia follows both; it names the first. opacity + pneumonia - pneumonia: 0, possible
    # against plain: .1 = gamma. density - density: 0.
    "a hedged name is of the first finding that it may": (
        [unit("opacity", span="Opacity"), unit("density", span="x", gap=3), unit("pneumonia", "uncertain", gap=3)],
        [unit("pneumonia"), unit("density")],
        {"mismatch_significant": 0.085, "mismatch_insignificant": 0.015},
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
    # One finding with two readings; the one is probable here, the other there: .85 apart. That is the name's part, and
    # gamma: .85 * .85 and .15 * .85. The opacities couple at 0.
    "readings turned round": (
        [
            unit("opacity"),
            unit("pneumonia", uncertainty="probable", gap=4),
            unit("atelectasis", "uncertain", gap=4),
        ],
        [
            unit("opacity"),
            unit("atelectasis", uncertainty="probable", gap=4),
            unit("pneumonia", "uncertain", gap=4),
        ],
        {"mismatch_significant": 0.7225, "mismatch_insignificant": 0.1275},
        0.0,
        {"n_ref_findings": 1, "n_matched_findings": 1},
    ),
}
