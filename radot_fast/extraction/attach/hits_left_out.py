"""Hits of words that mean something else where they stand: the verb "left", "both" of two lobes, infected lines."""

from __future__ import annotations

from radot_fast.extraction.attach.attributes.changes.bare_removals import without_bare_removals
from radot_fast.extraction.attach.attributes.changes.gone_in_part import with_what_is_left
from radot_fast.extraction.attach.attributes.changes.resolving import still_resolving
from radot_fast.extraction.attach.attributes.places.out_of_sight import without_places_out_of_sight
from radot_fast.extraction.attach.attributes.sides.both_of_one_side import without_both_of_one_side
from radot_fast.extraction.attach.attributes.sides.left_as_a_verb import without_left_as_a_verb
from radot_fast.extraction.attach.attributes.sides.no_such_there import without_sides_of_no_such
from radot_fast.extraction.attach.attributes.sides.spread_sides import with_spread_sides
from radot_fast.extraction.attach.findings.all_well import with_several_normal
from radot_fast.extraction.attach.findings.changed_densities import without_densities_that_changed
from radot_fast.extraction.attach.findings.clear_places import without_clear_signs
from radot_fast.extraction.attach.findings.cleared_lungs import without_places_that_cleared
from radot_fast.extraction.attach.findings.drained_by_needle import without_aspirations_of_fluid
from radot_fast.extraction.attach.findings.large_ratios import without_normal_ratios
from radot_fast.extraction.attach.findings.normal_shadows import without_normal_shadows
from radot_fast.extraction.attach.findings.other_things import without_infections_of_devices
from radot_fast.extraction.attach.findings.overall_changes import without_changes_of_findings
from radot_fast.extraction.attach.findings.patterns_of_names import without_patterns_of_names
from radot_fast.extraction.attach.findings.property_pairs import without_names_of_then
from radot_fast.extraction.attach.findings.stable_properties import without_adjectives_of_properties
from radot_fast.extraction.attach.polarity.reach.kinds_of_names import with_doubts_of_names
from radot_fast.extraction.match.matches import Block
from radot_fast.extraction.match.meanings import Meanings


def without_other_meanings(block: Block, meanings: Meanings) -> Block:
    """The block without such hits.

    Parameters
    ----------
    block, meanings
        Words and hits of the sentences, and what the hits mean.
    """
    block = without_bare_removals(without_infections_of_devices(without_left_as_a_verb(block)))
    block = without_patterns_of_names(without_normal_shadows(block, meanings))
    block = without_places_out_of_sight(without_aspirations_of_fluid(without_clear_signs(block)))
    block = without_sides_of_no_such(without_changes_of_findings(block))
    block = without_densities_that_changed(with_spread_sides(block, meanings))
    block = with_what_is_left(block, meanings)
    block = with_doubts_of_names(still_resolving(block, meanings), meanings)
    block = without_normal_ratios(without_adjectives_of_properties(block), meanings)
    block = with_several_normal(without_names_of_then(without_places_that_cleared(block)))
    return without_both_of_one_side(block, meanings)
