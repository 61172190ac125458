"""The facade: texts or unit tables in, a ``Result`` out."""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

import polars as pl

from radot_fast.config import REPORTS, SECTIONS, Signature, TransportConfig
from radot_fast.corpus.reports import PairedCorpus, corpus_from_units
from radot_fast.corpus.stored_units import StoredUnits, maker_for, paired_corpus
from radot_fast.errors import ConfigError, InputError
from radot_fast.extended.knowledge import Knowledge, load_knowledge
from radot_fast.io.pairs import pairs_from_lists
from radot_fast.kernel_compilation import choose_kernels
from radot_fast.measure import measure
from radot_fast.method_registry import DEFAULT_METHOD, method_of
from radot_fast.readout.model import Readout
from radot_fast.result.result import OWN_COLUMNS, Result
from radot_fast.runtime.call_stack import with_room_to_call
from radot_fast.runtime.process import check_fork
from radot_fast.units.makers import Maker, maker_of

if TYPE_CHECKING:
    from radot_fast.extraction import Lexicon


class Scorer:
    """Scores candidate reports against reference reports.

    Parameters
    ----------
    profile
        Name of the method, whose shipped readout is used; ``extended`` by default. With a ``readout`` it is the
        readout's own.
    readout
        A ``Readout``, or the path of one.
    transport
        Settings of the paper's transport (profile ``paper`` only); the readout's own by default. Others are an error,
        for the readout would not mean anything under them.
    lexicon
        A ``Lexicon``, or the path of a TOML file that is merged over the shipped one.
    significance
        What is known of findings (``extended.knowledge``), or the path of a TOML file that is laid over it.
    section
        ``findings`` or ``impression``: score this section of both reports (``extraction.section_texts``); ``all`` by
        default. It is in the signature.
    threads
        Threads across pairs; all cores by default. The numbers do not depend on it.

    Examples
    --------
    >>> import radot_fast as ro
    >>> result = ro.Scorer()(refs=["Small left effusion."], hyps=["No effusion."])
    >>> result.scores["status"].to_list()
    ['ok']
    """

    def __init__(
        self,
        *,
        profile: str | None = None,
        readout: Readout | str | os.PathLike[str] | None = None,
        transport: TransportConfig | None = None,
        lexicon: Lexicon | str | os.PathLike[str] | None = None,
        significance: Knowledge | str | os.PathLike[str] | None = None,
        section: str = "all",
        threads: int | None = None,
    ) -> None:
        self._given = readout is not None
        if readout is None:
            readout = Readout.shipped(profile or DEFAULT_METHOD)
        self.readout = readout if isinstance(readout, Readout) else Readout.load(readout)
        if profile not in (None, self.readout.profile):
            raise ConfigError(
                f"profile {profile!r} with a readout of profile {self.readout.profile!r}: leave one of the two out"
            )
        self.knowledge = significance if isinstance(significance, Knowledge) else load_knowledge(significance)
        self.method = method_of(
            self.readout.profile, transport=transport or _transport_of(self.readout), knowledge=self.knowledge
        )
        self.readout.check(self.method)
        self._lexicon = lexicon
        if threads is not None and (not isinstance(threads, int) or threads < 1):
            raise ConfigError(f"threads {threads!r} is not a whole number from 1: leave it out to use all cores")
        self.threads = threads
        if section not in SECTIONS:
            raise ConfigError(f"section {section!r} is not one of {', '.join(SECTIONS)}")
        self.section = section

    @cached_property
    def lexicon(self) -> Lexicon:
        """Lexicon of the embedded extractor."""
        from radot_fast.extraction import Lexicon, load_lexicon

        return self._lexicon if isinstance(self._lexicon, Lexicon) else load_lexicon(self._lexicon)

    def __call__(
        self,
        refs: Sequence[str | None],
        hyps: Sequence[str | None],
        *,
        pair_ids: Sequence[object] | None = None,
        systems: Sequence[str] | None = None,
    ) -> Result:
        """Score lists of texts: one entry a pair, None or an empty text for an empty report.

        Raises
        ------
        InputError
            The lists differ in length, or an entry is neither text nor None.
        """
        return self.score_pairs(pairs_from_lists(refs, hyps, pair_ids, systems))

    @with_room_to_call
    def score_pairs(self, pairs: pl.DataFrame, stored: StoredUnits | None = None) -> Result:
        """Score a pair table as ``radot_fast.io.pairs.read_pairs`` returns it.

        Parameters
        ----------
        pairs
            The pair table.
        stored
            Unit tables that hold the units of its reports; its texts are then only shown.

        Raises
        ------
        InputError
            A column that is carried along has the name of one of the scores' own.
        """
        check_fork()
        taken = OWN_COLUMNS.intersection(pairs.columns)
        if taken:
            raise InputError(
                f"column {min(taken)!r} has the name of a column of the scores: rename it to carry it along"
            )
        if self.section != "all":
            pairs = self._cut(pairs, stored)
        return self.score_corpus(paired_corpus(pairs, self.lexicon, stored), maker_for(self.lexicon, stored))

    def _cut(self, pairs: pl.DataFrame, stored: StoredUnits | None) -> pl.DataFrame:
        """Pairs with one section of each report; the units of stored tables cannot be cut any more."""
        if stored is not None:
            raise ConfigError(f"section {self.section!r} with stored units: extract them from that section alone")
        from radot_fast.extraction.text.section_texts import section_column

        headings = self.lexicon.sections
        return pairs.with_columns(section_column(pairs[c], self.section, headings) for c in REPORTS)

    @with_room_to_call
    def score_units(
        self,
        reference_units: pl.DataFrame,
        candidate_units: pl.DataFrame,
        pairs: pl.DataFrame | None = None,
        *,
        maker: Maker | None = None,
    ) -> Result:
        """Score stored unit tables.

        Units of a language model are read out by the readout that was fitted on such units, unless one was given.

        Parameters
        ----------
        reference_units, candidate_units
            Unit tables (method §1), keyed by ``report_id``.
        pairs
            ``pair_id``, ``reference_id``, ``candidate_id``; without it equal ids are paired.
        maker
            Who made the units (``makers.maker_of`` reads it from a table and its metadata); without it the ``source``
            column tells the kind, and ``readout_match`` is null.
        """
        check_fork()
        paired = corpus_from_units(reference_units, candidate_units, pairs)
        return self.score_corpus(paired, maker or maker_of(paired.corpus.units))

    def score_corpus(self, paired: PairedCorpus, maker: Maker) -> Result:
        """Score pairs whose units are known; ``maker`` as in ``score_units``."""
        readout, signature = self.readout_for(maker), self.signature_for(maker)
        choose_kernels(self.method, len(paired.pairs))
        return Result(measure(paired, self.method, self.threads), readout, signature)

    def signature_for(self, maker: Maker) -> Signature:
        """Signature of the scores of units that ``maker`` made."""
        readout = self.readout_for(maker)
        identity, fitted = maker.identity, readout.extractor
        made = None if identity is None else self.method.units_identity(identity)
        match = None if made is None or fitted is None else made == dict(fitted)
        return Signature(
            self.method.name,
            self.method.identity(),
            readout.hash,
            "unknown" if identity is None else f"{identity['name']}/{identity['hash'][:12]}",
            match,
            None if maker.kind == "rules" else str(maker),
            None if self.section == "all" else self.section,
        )

    def readout_for(self, maker: Maker) -> Readout:
        """The readout that was given, else the shipped one for the kind of reader that made the units."""
        if self._given or maker.kind == "rules":
            return self.readout
        readout = Readout.shipped(self.method.name, maker.kind)
        readout.check(self.method)
        return readout


def _transport_of(readout: Readout) -> TransportConfig | None:
    """Transport that a readout was fitted under; None under a method without settings."""
    if not readout.transport:
        return None
    return TransportConfig(**{**readout.transport, "weights": tuple(readout.transport["weights"])})
