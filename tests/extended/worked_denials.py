"""Denials worked out by hand: what they deny, what answers them, and what contradicts them.

name: (reference, candidate, features that are not 0, transport_cost, counts that are said)
"""

from unit_lists import unit

DENIALS = {
    # Opposed, by name: .9 (alone both would cost 1 + .25). w = 1 and s = 1.
    "denied by name": (
        [unit("pneumothorax", anatomy=["left"])],
        [unit("pneumothorax", "absent")],
        {"omitted_significant": 1.0, "denied_by_candidate": 1, "denied_by_name": 1},
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
        },
        0.95,
        {},
    ),
    # Not plain: "no other nodule" leaves open that there is one. It is related, .97, and denies nothing.
    "a denial that sets something apart": (
        [unit("nodule")],
        [unit("nodule", "absent", span="no other nodule")],
        {"omitted_significant": 0.85, "omitted_insignificant": 0.15},
        0.97,
        {},
    ),
    # "No acute fracture" spares an old one: related (.97), and denies nothing.
    "a denial of another kind": (
        [unit("fracture", modifiers=["chronic"])],
        [unit("fracture", "absent", modifiers=["acute"])],
        {"omitted_significant": 0.85, "omitted_insignificant": 0.15},
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
    # "The heart is probably normal": one step of certainty, .1 * .5 * 1 = .05. Actionable: .85 and .15 of it.
    "normality in doubt": (
        [unit("cardiomegaly", "absent")],
        [unit("cardiomegaly", "absent", uncertainty="probable")],
        {"mismatch_significant": 0.0425, "mismatch_insignificant": 0.0075},
        0.0,
        {"n_matched_findings": 0, "n_addressed_denials": 1},
    ),
    # "The heart is normal, and smaller": another comparison, .1.
    "what is normal has changed": (
        [unit("cardiomegaly", "absent")],
        [unit("cardiomegaly", "absent", comparison="improved")],
        {"mismatch_significant": 0.085, "mismatch_insignificant": 0.015},
        0.0,
        {},
    ),
    # Smaller against larger: the opposite direction, .4.
    "what is normal has changed the other way": (
        [unit("cardiomegaly", "absent", comparison="worsened")],
        [unit("cardiomegaly", "absent", comparison="improved")],
        {"mismatch_significant": 0.34, "mismatch_insignificant": 0.06},
        0.0,
        {},
    ),
    # What has resolved is absent, and better.
    "resolved or absent": (
        [unit("pneumonia", "absent", comparison="resolved")],
        [unit("pneumonia", "absent")],
        {},
        0.0,
        {},
    ),
    "resolved or better": (
        [unit("pneumonia", "absent", comparison="improved")],
        [unit("pneumonia", "absent", comparison="resolved")],
        {},
        0.0,
        {},
    ),
    # The reference says it too, if not where it is coupled.
    "said of it elsewhere": (
        [unit("cardiomegaly", "absent"), unit("cardiomegaly", "absent", comparison="improved")],
        [unit("cardiomegaly", "absent", comparison="improved")],
        {},
        0.0,
        {},
    ),
    # What has gone was on the other side: coupled for .25 (alone both would cost .5), and .9 of an error.
    "gone on the other side": (
        [unit("pneumonia", "absent", anatomy=["left"], comparison="resolved")],
        [unit("pneumonia", "absent", anatomy=["right"], comparison="resolved")],
        {"mismatch_significant": 0.765, "mismatch_insignificant": 0.135},
        0.25,
        {"n_addressed_denials": 1},
    ),
    # What has gone is another thing, of which the other report is silent: coupled for .25, and one error.
    "gone, and another thing": (
        [unit("pneumonia", "absent", comparison="resolved")],
        [unit("cardiomegaly", "absent", comparison="resolved")],
        {"mismatch_significant": 0.85, "mismatch_insignificant": 0.15},
        0.25,
        {"n_addressed_denials": 1},
    ),
    # Not where the other report tells of it too: 0 for the heart, .25 for the pneumonia alone.
    "gone, and told of": (
        [unit("pneumonia", "absent", comparison="resolved"), unit("cardiomegaly", "absent")],
        [unit("cardiomegaly", "absent", comparison="resolved")],
        {},
        0.125,
        {"n_addressed_denials": 1},
    ),
    # Denied of the other side alone, it says nothing of this one.
    "denied of the other side": (
        [unit("pneumonia", "absent", anatomy=["left"])],
        [unit("pneumonia", "absent", anatomy=["right"])],
        {},
        0.25,
        {"n_addressed_denials": 0},
    ),
    # "The heart is normal, and unchanged": another comparison, .1.
    "what is normal has not changed": (
        [unit("cardiomegaly", "absent")],
        [unit("cardiomegaly", "absent", comparison="stable", span="normal heart, unchanged")],
        {"mismatch_significant": 0.085, "mismatch_insignificant": 0.015},
        0.0,
        {},
    ),
    # To leave that out is no error.
    "it is not said that what is normal has not changed": (
        [unit("cardiomegaly", "absent", comparison="stable", span="normal heart, unchanged")],
        [unit("cardiomegaly", "absent")],
        {},
        0.0,
        {},
    ),
    # "The heart remains normal" may be an unchanged one, and a normal one.
    "what remains normal": (
        [unit("cardiomegaly", "absent"), unit("edema", "absent", comparison="stable", span="no edema, unchanged")],
        [
            unit("cardiomegaly", "absent", comparison="stable", span="heart remains normal"),
            unit("edema", "absent", comparison="stable", span="lungs remain without edema"),
        ],
        {},
        0.0,
        {},
    ),
    # The candidate says of all that nothing has changed.
    "nothing has changed": (
        [unit("cardiomegaly", "absent", comparison="stable", span="normal heart, unchanged")],
        [unit("cardiomegaly", "absent"), unit("interval_change", "absent")],
        {},
        0.125,
        {},
    ),
}
