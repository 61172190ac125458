"""Letters beside the systems of a table: two that share one cannot be told apart (compact letter display)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

ALPHABET = "abcdefghijklmnopqrstuvwxyz"


def letters_of(systems: Sequence[str], different: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Letters of each system, the best one's first.

    Parameters
    ----------
    systems
        Names, in the order of the table.
    different
        Pairs of systems that are told apart.

    Returns
    -------
    By system. Two systems share a letter if and only if they are not in ``different``; built by insertion and
    absorption (Piepho 2004, J. Comput. Graph. Stat. 13).
    """
    groups: list[frozenset[str]] = [frozenset(systems)]
    for a, b in different:
        split = [g for g in groups if a in g and b in g]
        groups = [g for g in groups if g not in split]
        for piece in (half for g in split for half in (g - {a}, g - {b})):
            groups = [g for g in groups if not g <= piece]
            if not any(piece <= g for g in groups):
                groups.append(piece)
    place = {name: k for k, name in enumerate(systems)}
    ordered = sorted((g for g in groups if g), key=lambda g: sorted(place[name] for name in g))
    named = dict.fromkeys(systems, "")
    for k, group in enumerate(ordered):
        letter = ALPHABET[k % len(ALPHABET)] + "'" * (k // len(ALPHABET))
        for name in group:
            named[name] += letter
    return named
