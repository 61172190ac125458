"""What comments say about their example sentences is what is read from them."""

import pytest

from radot_fast import extract

SHOWN = {
    # attach/findings/splits.py
    "Small right and moderate left effusions.": [
        ("pleural_effusion", "right", "mild"),
        ("pleural_effusion", "left", "moderate"),
    ],
    "Effusions, moderate on the right and small on the left.": [
        ("pleural_effusion", "right", "moderate"),
        ("pleural_effusion", "left", "mild"),
    ],
    "Opacities in the right upper lobe and the left lower lobe.": [
        ("opacity", "right", None),
        ("opacity", "left", None),
    ],
    "Left basilar and right upper lobe opacities.": [("opacity", "left", None), ("opacity", "right", None)],
    "Left and right effusions.": [("pleural_effusion", "bilateral", None)],
    "Effusion on the right and atelectasis on the left.": [
        ("pleural_effusion", "right", None),
        ("atelectasis", "left", None),
    ],
    # attach/attributes/nearest.py, attach/attributes/all_attributes.py
    "Small left effusion and right atelectasis.": [
        ("pleural_effusion", "left", "mild"),
        ("atelectasis", "right", None),
    ],
    "Left effusion and atelectasis.": [("pleural_effusion", "left", None), ("atelectasis", "left", None)],
    "Left lower lobe consolidation with volume loss.": [("consolidation", "left", None), ("volume_loss", "left", None)],
    "The effusion is moderate.": [("pleural_effusion", None, "moderate")],
    "Mild improvement of the effusion.": [("pleural_effusion", None, None)],
    "Mild atelectasis or scarring.": [("atelectasis", None, "mild"), ("scar", None, "mild")],
    # attach/findings/structures_with_properties.py
    "The heart is enlarged and the aorta tortuous.": [("cardiomegaly", None, None), ("tortuous_aorta", None, None)],
    "Lungs are hyperinflated but clear.": [("no opacity", None, None), ("hyperinflation", None, None)],
    "The heart is normal in size, with increased opacity.": [("no cardiomegaly", None, None), ("opacity", None, None)],
    # attach/polarity/reach/scopes.py
    "Effusion: none.": [("no pleural_effusion", None, None)],
    "Pneumonia is possible.": [("maybe pneumonia", None, None)],
    "Possible, probably early, pneumonia.": [("maybe pneumonia", None, None)],
    "The heart is enlarged; no effusion.": [("cardiomegaly", None, None), ("no pleural_effusion", None, None)],
    "No significant effusion.": [("no pleural_effusion", None, None)],
    # attach/clauses/own_statements.py
    "Heart is normal, lungs clear.": [("no cardiomegaly", None, None), ("no opacity", None, None)],
    "No effusion, pneumothorax or edema.": [
        ("no pleural_effusion", None, None),
        ("no pneumothorax", None, None),
        ("no edema", None, None),
    ],
}
"""By sentence the findings ("no": absent, "maybe": uncertain), their sides and their degrees."""
PREFIX = {"present": "", "absent": "no ", "uncertain": "maybe "}
SIDES = {"left", "right", "bilateral"}


@pytest.mark.parametrize("sentence", SHOWN)
def test_examples_read_as_comments_say(sentence):
    read = [
        (
            PREFIX[unit["polarity"]] + unit["canonical_finding"],
            next((place for place in unit["anatomy"] if place in SIDES), None),
            unit["severity"],
        )
        for unit in extract([sentence]).iter_rows(named=True)
    ]
    assert read == SHOWN[sentence]
