"""Rewordings of invented reports cost nothing, their errors are seen, and what they hold is read: no share falls."""

import importlib.util
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / "scripts" / "invented_reports.py"
LEAST = {
    "reports": {
        "free": 0.95, "named": 0.96, "seen": 0.968, "above": 0.93, "talk": 0.99, "units": 0.984, "right": 0.91,
    },
    "sentences": {"units": 0.963, "right": 0.938},
    "statements": {"free": 0.95, "named": 0.955, "seen": 0.97, "above": 0.915},
    "harder_reports": {
        "free": 0.75, "named": 0.94, "seen": 0.955, "above": 0.74, "talk": 0.965, "units": 0.96, "right": 0.72,
    },
    "harder_sentences": {"units": 0.94, "right": 0.915},
    "harder_statements": {"free": 0.926, "named": 0.86, "seen": 0.877, "above": 0.797},
    "ordinary_reports": {
        "free": 0.93, "named": 0.9, "seen": 0.905, "above": 0.855, "talk": 0.985, "units": 0.972, "right": 0.84,
    },
    "ordinary_sentences": {"units": 0.935, "right": 0.89},
    "short_reports": {
        "free": 0.97, "named": 0.92, "seen": 0.95, "above": 0.93, "talk": 0.988, "units": 0.975, "right": 0.876,
    },
    "short_sentences": {"units": 0.969, "right": 0.955},
    "reworded_reports": {
        "free": 0.92, "named": 0.88, "seen": 0.935, "above": 0.893, "talk": 0.98, "units": 0.95, "right": 0.78,
    },
    "worded_statements": {"free": 0.99, "named": 0.95, "seen": 0.965, "above": 0.955, "units": 0.985, "right": 0.975},
    "device_statements": {"free": 0.97, "named": 0.87, "seen": 0.92, "above": 0.9, "units": 0.97, "right": 0.95},
    "demanding_reports": {
        "free": 0.84, "named": 0.935, "seen": 0.955, "above": 0.86, "talk": 0.99, "units": 0.97, "right": 0.8,
    },
    "subtle_errors": {"free": 0.88, "named": 0.88, "seen": 0.9, "above": 0.845},
    "silent": {"silent": 0.99, "stated": 0.975},
    "talk": {"talk": 0.975},
    "harder_talk": {"talk": 0.92},
}  # fmt: skip
"""A little below the shares that were reached (scripts/invented_reports.py): a fall is looked at before it is kept."""


@pytest.fixture(scope="module")
def script():
    spec = importlib.util.spec_from_file_location("invented_reports", SCRIPT)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("name", LEAST)
def test_shares_do_not_fall(script, name):
    shares = script.judged(script.rows_of(script.INVENTED / f"{name}.jsonl"))
    assert {key: shares[key] for key in LEAST[name] if shares[key] < LEAST[name][key]} == {}


def test_silence_is_told(script):
    rows = [
        {"id": "x", "text": "Left knee, two views: No fracture.", "silent": True},
        {"id": "y", "text": "Small left effusion.", "silent": False},
        {"id": "z", "text": "Small left effusion.", "silent": True},
    ]
    failures = []
    assert script.judged(rows, failures) == {"silent": 0.5, "stated": 1.0}
    assert failures == ["z read: 'Small left effusion.'"]


def test_what_fails_is_told(script):
    rows = [{"id": "x", "text": "Small left effusion.", "same": ["Large right pneumothorax."], "expected": "mass +"}]
    failures = []
    assert script.judged(rows, failures) == {"free": 0.0, "units": 0.0, "right": 0.0}
    assert failures[0].startswith("x same")
    assert failures[-1] == "x unit: mass +"


def test_an_error_beside_a_reworded_text_is_above_it(script):
    rows = [
        {
            "id": "x",
            "text": "Small left effusion.",
            "same": ["There is a small effusion on the left."],
            "wrong": [{"text": "Small right effusion.", "kind": "location"}],
            "talk": "Thank you for this referral.",
            "expected": "pleural_effusion + L s:mild; ~pneumothorax -",
        }
    ]
    assert set(script.judged(rows).values()) == {1.0}
