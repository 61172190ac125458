"""Two wordings of one report have no discrepancy, and an error beside them has one."""

import pytest

from radot_fast import Scorer

SAME = (
    ("Median sternotomy wires are noted.", "Status post median sternotomy."),
    ("Stable biapical pleural scarring.", "Unchanged biapical pleural thickening."),
    ("Coarse reticular opacities at both bases.", "Coarse basal reticulation on both sides."),
    ("Spiculated nodular opacity in the right upper lobe.", "Spiculated nodule in the right upper lobe."),
    ("Opacities in both lungs, worse in the lower lobes.", "Bilateral opacities with lower lobe predominance."),
    ("Feeding tube courses below the diaphragm.", "Feeding tube in the stomach."),
    ("Upward retraction of both hila.", "The hila are elevated."),
    ("Raised left hemidiaphragm with adjacent atelectasis.", "Raised left hemidiaphragm. Left basal atelectasis."),
    ("Left pacemaker with leads in the right atrium.", "Left pacemaker with right atrial lead."),
)
OTHER = (
    ("Median sternotomy wires are noted.", "Status post left upper lobectomy."),
    ("Scar in the right lower lobe.", "Left apical pleural thickening."),
    ("Feeding tube courses below the diaphragm.", "Feeding tube in the esophagus."),
    ("Upward retraction of the left hilum.", "The right hilum is elevated."),
    ("Raised left hemidiaphragm with adjacent atelectasis.", "Raised left hemidiaphragm. Left apical atelectasis."),
    ("Left pacemaker with right atrial lead.", "Right pacemaker with right atrial lead."),
)


@pytest.fixture(scope="module")
def rows():
    """Number of discrepancies of each pair."""
    pairs = [*SAME, *OTHER]
    found = Scorer()([a for a, _ in pairs], [b for _, b in pairs]).discrepancies["row"].to_list()
    return {pair: found.count(k) for k, pair in enumerate(pairs)}


@pytest.mark.parametrize("pair", SAME, ids=str)
def test_a_paraphrase_is_free(rows, pair):
    assert rows[pair] == 0


@pytest.mark.parametrize("pair", OTHER, ids=str)
def test_an_error_beside_it_is_not(rows, pair):
    assert rows[pair] > 0
