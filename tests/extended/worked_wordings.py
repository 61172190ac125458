"""One thing said in other words: hedges, changes said beside, forms, what is on the verge; worked out by hand.

name: (reference, candidate, features that are not 0, transport_cost, counts that are said)
"""

from unit_lists import unit

WORDINGS = {
    # Probable and possible are both hedged: no step.
    "likely against possible": (
        [unit("nodule", uncertainty="probable")],
        [unit("nodule", polarity="uncertain")],
        {},
        0.0,
        {},
    ),
    # Nor possible and unlikely.
    "possible against unlikely": (
        [unit("nodule", uncertainty="possible")],
        [unit("nodule", polarity="uncertain", modifiers=["unlikely"])],
        {},
        0.0,
        {},
    ),
    # Probable and unlikely are opposites: .4 of an error, .85 of it significant.
    "likely against unlikely": (
        [unit("nodule", uncertainty="probable")],
        [unit("nodule", polarity="uncertain", modifiers=["unlikely"])],
        {"mismatch_significant": 0.34, "mismatch_insignificant": 0.06},
        0.0,
        {},
    ),
    # So are definite and unlikely.
    "there against unlikely": (
        [unit("nodule")],
        [unit("nodule", polarity="uncertain", modifiers=["unlikely"])],
        {"mismatch_significant": 0.34, "mismatch_insignificant": 0.06},
        0.0,
        {},
    ),
    # What is unlikely and a denial of it differ by a step of doubt: .1 * .5 of an error.
    "absent against unlikely": (
        [unit("nodule", "absent")],
        [unit("nodule", polarity="uncertain", modifiers=["unlikely"])],
        {"mismatch_significant": 0.0425, "mismatch_insignificant": 0.0075},
        0.0,
        {"n_addressed_denials": 0},
    ),
    # As much weighs what is unlikely where the other report says nothing of it.
    "unlikely alone": (
        [unit("nodule", polarity="uncertain", modifiers=["unlikely"])],
        [],
        {"omitted_significant": 0.0425, "omitted_insignificant": 0.0075},
        1.0,
        {},
    ),
    # What a finding is unlikely to be may be denied, and be left out.
    "unlikely reading against absent": (
        [unit("opacity", gap=3), unit("pneumonia", "uncertain", modifiers=["unlikely"], gap=3)],
        [unit("opacity", gap=3), unit("pneumonia", "absent", gap=40)],
        {},
        0.125,
        {"n_matched_findings": 1},
    ),
    # "Fibrosis with retraction, stable" against "stable fibrosis with retraction": 6 characters lie between the two
    # statements, so that stable is said beside the one that does not state it.
    "a change of the neighbour": (
        [unit("fibrosis"), unit("deformity", comparison="stable", gap=6)],
        [unit("fibrosis", comparison="stable"), unit("deformity", gap=6)],
        {},
        0.0,
        {"n_matched_findings": 2},
    ),
    # 81 characters lie between: stable and none are .1 apart, twice. Fibrosis .85, deformity .15: .1 * (.85 + .15).
    "a change too far away": (
        [unit("fibrosis"), unit("deformity", comparison="stable", gap=81)],
        [unit("fibrosis", comparison="stable"), unit("deformity", gap=81)],
        {"mismatch_significant": 0.1, "mismatch_insignificant": 0.1},
        0.0,
        {},
    ),
    # An opacity and a fibrosis are .75 apart: stable is told of the sign or of what it is, however far away.
    "a change of the sign or of what it is": (
        [unit("opacity"), unit("fibrosis", comparison="stable", gap=200)],
        [unit("opacity", comparison="stable"), unit("fibrosis", gap=200)],
        {},
        0.0,
        {"n_matched_findings": 2},
    ),
    # On opposite sides they are two things: .1 each, and of both .85 is significant.
    "a change of the other side": (
        [unit("opacity", anatomy=["left"]), unit("fibrosis", anatomy=["right"], comparison="stable", gap=200)],
        [unit("opacity", anatomy=["left"], comparison="stable"), unit("fibrosis", anatomy=["right"], gap=200)],
        {"mismatch_significant": 0.17, "mismatch_insignificant": 0.03},
        0.0,
        {},
    ),
    # Improved is not what is said beside: fibrosis .1 (improved, none), deformity alike 0.
    "another change of the neighbour": (
        [unit("fibrosis"), unit("deformity", comparison="stable", gap=6)],
        [unit("fibrosis", comparison="improved"), unit("deformity", comparison="stable", gap=6)],
        {"mismatch_significant": 0.085, "mismatch_insignificant": 0.015},
        0.0,
        {},
    ),
    # Three statements lie between: the fourth is not beside.
    "a change of the fourth neighbour": (
        [unit("fibrosis", span="f", gap=0)]
        + [unit(name, span=name[0], gap=3) for name in ("nodule", "edema", "cardiomegaly")]
        + [unit("deformity", comparison="stable", gap=3)],
        [unit("fibrosis", span="f", comparison="stable", gap=0)]
        + [unit(name, span=name[0], gap=3) for name in ("nodule", "edema", "cardiomegaly")]
        + [unit("deformity", comparison="stable", gap=3)],
        {"mismatch_significant": 0.085, "mismatch_insignificant": 0.015},
        0.0,
        {},
    ),
    # "The findings have progressed": the candidate says so of the fibrosis. The change of all is alone at price 1, and
    # weighs nothing; worsened stands beside the reference's fibrosis. Two rows, prices 0 and 1.
    "progress of all": (
        [unit("fibrosis"), unit("interval_change", comparison="worsened", gap=200)],
        [unit("fibrosis", comparison="worsened")],
        {},
        0.5,
        {"n_ref_findings": 2, "n_matched_findings": 1},
    ),
    # Nothing in the candidate has worsened: the change is missing, an error of the default tier, actionable.
    "progress of all, lost": (
        [unit("fibrosis"), unit("interval_change", comparison="worsened", gap=200)],
        [unit("fibrosis")],
        {"omitted_significant": 0.85, "omitted_insignificant": 0.15},
        0.5,
        {},
    ),
    # "A nodular opacity" is a nodule: distance 0, where opacity and nodule are .75 apart.
    "a form that is another finding": (
        [unit("opacity", modifiers=["nodular"])],
        [unit("nodule")],
        {},
        0.0,
        {"n_matched_findings": 1},
    ),
    # The other name is no name that a denial of the other report denies: no contradiction. The couple is free; the
    # denial is alone: rows 0 and .25.
    "a form, and a denial of the other name": (
        [unit("opacity", modifiers=["nodular"])],
        [unit("opacity", modifiers=["nodular"]), unit("nodule", "absent")],
        {},
        0.125,
        {},
    ),
    # Tension said of the pneumothorax, and as a finding of its own: it is of the one that was named before.
    "tension named apart": (
        [unit("pneumothorax", modifiers=["tension"]), unit("tension_pneumothorax")],
        [unit("pneumothorax", modifiers=["tension"])],
        {},
        0.0,
        {"n_matched_findings": 1},
    ),
    # By 3 cm or by 6: one doubling, .5 of an error, .15 of it significant.
    "to be moved farther": (
        [unit("tube", device="endotracheal_tube", modifiers=["to_withdraw", "by_30_mm"])],
        [unit("tube", device="endotracheal_tube", modifiers=["to_withdraw", "by_60_mm"])],
        {"mismatch_significant": 0.075, "mismatch_insignificant": 0.425},
        0.0,
        {},
    ),
    # How far is left unstated by one.
    "to be moved, not how far": (
        [unit("tube", device="endotracheal_tube", modifiers=["to_withdraw", "by_30_mm"])],
        [unit("tube", device="endotracheal_tube", modifiers=["to_withdraw"])],
        {},
        0.0,
        {},
    ),
    # How far a tube is to be moved is not where it lies: 1 cm on both sides.
    "to be moved by 2 cm": (
        [unit("tube", device="endotracheal_tube", span="tube 1 cm above the carina, to be pulled back 2 cm")],
        [unit("tube", device="endotracheal_tube", span="tube 1 cm above the carina, 3 cm withdrawal advised")],
        {},
        0.0,
        {},
    ),
    # A tube that one of two statements calls misplaced lies badly: {1} against {1}.
    "misplaced, said once": (
        [
            unit("tube", device="endotracheal_tube"),
            unit("tube", device="endotracheal_tube", modifiers=["malpositioned"]),
        ],
        [unit("tube", device="endotracheal_tube", modifiers=["malpositioned"])],
        {},
        0.0,
        {},
    ),
    # Clips are the traces of an operation: .25 is a synonym, so the price alone.
    "clips of an operation": (
        [unit("surgical_clips", device="clips")],
        [unit("postoperative_change")],
        {},
        0.25,
        {"n_matched_findings": 1},
    ),
    # The one with the place is coupled, the other is the other half. sigma = .4 prices the couple: rows .4 and 1.
    "each side, and both": (
        [unit("opacity", anatomy=["right"]), unit("opacity", anatomy=["left", "lung_base"])],
        [unit("opacity", anatomy=["bilateral", "lung_base"])],
        {},
        0.7,
        {"n_ref_findings": 2, "n_matched_findings": 1},
    ),
    # Coupled is the left one, moderate against mild: .75 * .33 = .2475. The other half is severe: .75 * .67 = .5025.
    # s = .85 for both; t of the couple: the smaller of .15 and .3625; of the half alone .15.
    "each side to a degree, and both": (
        [
            unit("opacity", anatomy=["left", "lung_base"], severity="moderate"),
            unit("opacity", anatomy=["right"], severity="severe"),
        ],
        [unit("opacity", anatomy=["bilateral", "lung_base"], severity="mild")],
        {
            "mismatch_significant": 0.210375,
            "mismatch_insignificant": 0.037125,
            "omitted_significant": 0.427125,
            "omitted_insignificant": 0.075375,
        },
        0.7,
        {},
    ),
    # The other half has another name: .9 of what the two are apart (side .4) is .36. In a family with the couple, which
    # costs .4: (1 - .4) * .36 = .216. Opacity and density are .05 apart: no part.
    "each side by another name, and both": (
        [unit("opacity", anatomy=["right"]), unit("density", anatomy=["left"])],
        [unit("density", anatomy=["bilateral"])],
        {
            "mismatch_significant": 0.34,
            "mismatch_insignificant": 0.06,
            "omitted_significant": 0.1836,
            "omitted_insignificant": 0.0324,
        },
        0.7,
        {},
    ),
    # Borderline on one side, at the upper limits of normal on the other: one heart, at price 0.
    "on the verge": (
        [unit("cardiomegaly", "absent", span="heart size at the upper limits of normal")],
        [unit("cardiomegaly", severity="mild", span="borderline heart size")],
        {},
        0.0,
        {"n_matched_findings": 0},
    ),
    # A normal heart is no borderline one: opposed by name at .9. Mild: s = .75 * .85 = .6375, t = .3625.
    "on the verge against normal": (
        [unit("cardiomegaly", "absent", span="heart size is normal")],
        [unit("cardiomegaly", severity="mild", span="borderline heart size")],
        {"added_significant": 0.6375, "added_insignificant": 0.3625, "denied_by_reference": 1},
        0.9,
        {},
    ),
    # An enlarged heart is no top normal one: the denial is not plain, so opposed as of a relative, at .97.
    "a large heart against the verge": (
        [unit("cardiomegaly", "absent", span="top normal heart size")],
        [unit("cardiomegaly", severity="moderate")],
        {"added_significant": 0.85, "added_insignificant": 0.15},
        0.97,
        {},
    ),
}
