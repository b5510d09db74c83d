"""Which questions a study is about: as many of each number of hops, of each source within them, by hash."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from pipeline.base.errors import SettingsError
from pipeline.base.hashing import shuffled
from pipeline.dataset.layout import PARTS
from pipeline.dataset.show import facts_in_words
from pipeline.dataset.verification.loaded import Dataset, Record

_STAGE = "study"


def sample(dataset: Dataset, which: str, n: int, seed: int) -> list[Record]:
    """Return `n` records of a set in random order, the hops and the sources within them as even as can be.

    A stratum with too few records gives all it has, and the others the rest. SettingsError if there are fewer
    than `n` records in all.
    """
    records = [record for part in PARTS for record in dataset.records[which, part]]
    if n > len(records):
        raise SettingsError(f"n: {which} has {len(records)} questions, {n} are wanted")
    by_hops: dict[object, list[Record]] = defaultdict(list)
    for record in records:
        by_hops[record["hops"]].append(record)
    strata = [by_hops[hops] for hops in sorted(by_hops)]  # type: ignore[type-var]
    chosen = [
        record
        for stratum, size in zip(strata, even_shares([len(s) for s in strata], n), strict=True)
        for record in _of_sources(stratum, size, seed)
    ]
    return shuffled(chosen, seed=seed, stage=_STAGE, key="order", by=_id)


def _within(record: Record) -> list[str]:
    """Return which amounts count as right, beside the texts."""
    if record["answer_kind"] != "number":
        return []
    low, high = record["tolerance"]["low"], record["tolerance"]["high"]
    return [f"from {low} to {high} in the unit shown first"]


def _of_sources(records: Sequence[Record], size: int, seed: int) -> list[Record]:
    by_source: dict[str, list[Record]] = defaultdict(list)
    for record in records:
        by_source[record["source"]].append(record)
    strata = [by_source[source] for source in sorted(by_source)]
    shares = even_shares([len(stratum) for stratum in strata], size)
    return [
        record
        for stratum, share in zip(strata, shares, strict=True)
        for record in shuffled(stratum, seed=seed, stage=_STAGE, key="draw", by=_id)[:share]
    ]


def _id(record: Record) -> str:
    return str(record["question_id"])


def even_shares(sizes: Sequence[int], n: int) -> list[int]:
    """Return how many to take of groups of these sizes to have `n` in all, as evenly as they allow.

    Raises ValueError if they have fewer than `n` together.
    """
    if n > sum(sizes):
        raise ValueError(f"{n} of {sum(sizes)}")
    shares = [0] * len(sizes)
    left = n
    for done, place in enumerate(sorted(range(len(sizes)), key=lambda place: sizes[place])):
        shares[place] = min(sizes[place], left // (len(sizes) - done))
        left -= shares[place]
    return shares


def sheet_row(record: Record, dataset: Dataset) -> dict[str, object]:
    """Return what a rater is shown of a question: no property, no wording, no mark at the true option."""
    return {
        **{name: record[name] for name in ("question_id", "hops", "source", "image_id", "image_url")},
        "thing": record["entity_label"],
        "question": record["question"],
        "answer": record["answer"],
        "accepted": " | ".join((*record["answers"], *_within(record))),
        "options": " / ".join(record["choices"]),
        "facts": "; ".join(facts_in_words(record, dataset)),
    }
