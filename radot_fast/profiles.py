"""Feature profiles: the features that a readout reads, by name and family.

``paper`` is the paper's own, exact. ``extended`` counts and weighs evidence for findings (method §10) and is the
default: it won nested cross-validation (the table is in the README). ``abnormal`` is what method §10 planned first,
the 66 features of a transport of its own for abnormal evidence beside two counts: it is kept to be measured against.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from radot_fast.errors import ConfigError
from radot_fast.extended import features as evidence
from radot_fast.features import FEATURES, Feature

DEFAULT_PROFILE = "extended"
ABNORMAL = "abnormal_"
EXTENDED_FAMILIES = ("significance", "contradiction", "repetition", "mention")
"""Families that earned their place in nested cross-validation on the source sets (scripts/compare_profiles.py), and
``mention``, without which edits of one of two mentions go unseen (scripts/edit_monotonicity.py).
Beside it the plain counts of ``unmatched`` have nothing to add."""


@dataclass(frozen=True)
class Profile:
    """A feature profile.

    Attributes
    ----------
    name
        As in ``--profile``.
    features
        Names and families, in the order of the feature table.
    columns
        Which evidence sums it takes, by position in ``extended.features.FEATURES``.
    transport
        Units whose transport is summarized: ``all``, ``abnormal`` or None.
    """

    name: str
    features: tuple[Feature, ...]
    columns: tuple[int, ...]
    transport: str | None

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the features."""
        return tuple(f.name for f in self.features)

    @property
    def needs_evidence(self) -> bool:
        """Whether the significance of findings changes its numbers."""
        return bool(self.columns) or self.transport == "abnormal"


def _profile(name: str, families: Iterable[str], transport: str | None) -> Profile:
    columns = tuple(k for k, f in enumerate(evidence.FEATURES) if f.family in set(families))
    summaries = {
        None: (),
        "all": FEATURES,
        "abnormal": tuple(Feature(ABNORMAL + f.name, f.family) for f in FEATURES),
    }[transport]
    return Profile(name, (*summaries, *(evidence.FEATURES[k] for k in columns)), columns, transport)


PROFILES = {
    p.name: p
    for p in (
        _profile("paper", (), "all"),
        _profile("extended", EXTENDED_FAMILIES, None),
        _profile("abnormal", ("unmatched",), "abnormal"),
        _profile("evidence", dict.fromkeys(f.family for f in evidence.FEATURES), None),
    )
}
"""Every profile by name; ``evidence`` holds all sums, for those who fit a readout of their own."""


def profile_of(name: str) -> Profile:
    """Profile by name; ``ConfigError`` where there is none."""
    if name not in PROFILES:
        raise ConfigError(f"profile {name!r} is not one of {', '.join(PROFILES)}")
    return PROFILES[name]


def kept_features(profile: Profile, without: Iterable[str] = ()) -> tuple[str, ...]:
    """Names of a profile's features without the families named: what an ablation keeps.

    Raises
    ------
    ConfigError
        The profile has no such family.
    """
    left_out, families = set(without), {f.family for f in profile.features}
    unknown = sorted(left_out - families)
    if unknown:
        known = ", ".join(dict.fromkeys(f.family for f in profile.features))
        raise ConfigError(f"profile {profile.name!r} has no feature family {unknown[0]!r}; it has {known}")
    return tuple(f.name for f in profile.features if f.family not in left_out)
