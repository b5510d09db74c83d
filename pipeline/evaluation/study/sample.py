"""Which questions a study is about, and how many of the set each stands for.

The draw is stratified by number of hops, source and property: every combination gives at least one question,
and the rest come from each in proportion to its size (W. G. Cochran, "Sampling Techniques", 1977, ch. 5).
Which questions of a stratum they are is told by hash.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from types import MappingProxyType

from pipeline.base.errors import SettingsError
from pipeline.base.hashing import shuffled, uniform
from pipeline.dataset.show import facts_in_words
from pipeline.dataset.verification.loaded import Dataset, Record

Stratum = tuple[int, str, str]
"""Number of hops, source, property; the property is empty where the draw does not look at it."""

_STAGE = "study"


@dataclass(frozen=True, slots=True)
class Drawn:
    """A question of a sample, and its weight: how many questions of the set it stands for."""

    record: Record
    weight: float


def sample(dataset: Dataset, which: str, n: int, seed: int, by: str = "hops,source,property") -> list[Drawn]:
    """Return `n` questions of a set in random order; `by` is one of DRAWS.

    SettingsError if there are fewer than `n` questions in all.
    """
    records = dataset.of_set(which)
    if n > len(records):
        raise SettingsError(f"n: {which} has {len(records)} questions, {n} are wanted; ask for no more")
    chosen = DRAWS[by](records, n, seed)
    return shuffled(chosen, seed=seed, stage=_STAGE, key="order", by=lambda drawn: _id(drawn.record))


def _in_proportion(records: Sequence[Record], n: int, seed: int) -> Iterator[Drawn]:
    """Yield `n` questions by hops, source and property, of each at least one where `n` allows it.

    Where there are more strata than `n`, all questions have the same chance, and the same weight.
    """
    strata = _strata(records, lambda r: (r["hops"], r["source"], r["property_id"]))
    sizes = [len(stratum) for stratum in strata.values()]
    shares = proportional_shares(sizes, n, seed)
    alike = len(records) / n if n < len(strata) else None
    return _drawn(zip(strata.values(), shares, strict=True), seed, alike)


def _evenly(records: Sequence[Record], n: int, seed: int) -> Iterator[Drawn]:
    """Yield `n` questions, as many of each number of hops as can be, and of each source within them."""
    strata = _strata(records, lambda r: (r["hops"], r["source"], ""))
    by_hops: dict[int, list[list[Record]]] = defaultdict(list)
    for (hops, _, _), stratum in strata.items():
        by_hops[hops].append(stratum)
    of_hops = even_shares([sum(map(len, sources)) for sources in by_hops.values()], n)
    for sources, size in zip(by_hops.values(), of_hops, strict=True):
        shares = even_shares([len(stratum) for stratum in sources], size)
        yield from _drawn(zip(sources, shares, strict=True), seed)


DRAWS: Mapping[str, Callable[[Sequence[Record], int, int], Iterable[Drawn]]] = MappingProxyType(
    {"hops,source,property": _in_proportion, "hops,source": _evenly}
)
"""What a sample is stratified by -> how it is drawn."""


def _strata(
    records: Sequence[Record], stratum_of: Callable[[Record], Stratum]
) -> dict[Stratum, list[Record]]:
    found: dict[Stratum, list[Record]] = defaultdict(list)
    for record in records:
        found[stratum_of(record)].append(record)
    return {stratum: found[stratum] for stratum in sorted(found)}


def _drawn(
    strata: Iterable[tuple[Sequence[Record], int]], seed: int, weight: float | None = None
) -> Iterator[Drawn]:
    """Yield so many records of each stratum, each standing for its part of it unless a weight is given."""
    for records, size in strata:
        for record in shuffled(records, seed=seed, stage=_STAGE, key="draw", by=_id)[:size]:
            yield Drawn(record, weight or len(records) / size)


def _within(record: Record) -> list[str]:
    """Return which amounts count as right, beside the texts."""
    if record["answer_kind"] != "number":
        return []
    low, high = record["tolerance"]["low"], record["tolerance"]["high"]
    return [f"from {low} to {high} in the unit shown first"]


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


def proportional_shares(sizes: Sequence[int], n: int, seed: int) -> list[int]:
    """Return how many to take of strata of these sizes to have `n` in all, each in proportion to its size.

    Each gives one at least if `n` allows it, none more than it has. Parts of a whole are settled as in a
    systematic draw: at equal steps from a start by hash, down the list of what is to be shared.
    Raises ValueError if the strata have fewer than `n` together.
    """
    if n > sum(sizes):
        raise ValueError(f"{n} of {sum(sizes)}")
    sure = 1 if n >= len(sizes) else 0
    left, rest = n - sure * len(sizes), [size - sure for size in sizes]
    if not left:
        return [sure] * len(sizes)
    start = uniform(sum(rest), seed=seed, stage=_STAGE, key="shares")
    ends = [(end * left + start) // sum(rest) for end in accumulate(rest, initial=0)]
    return [sure + last - first for first, last in pairwise(ends)]


def sheet_row(drawn: Drawn, dataset: Dataset) -> dict[str, object]:
    """Return a question's row of the sheet: no wording, and no mark at the true option."""
    record = drawn.record
    return {
        **{name: record[name] for name in ("question_id", "hops", "source", "image_id", "image_url")},
        "thing": record["entity_label"],
        "question": record["question"],
        "answer": record["answer"],
        "accepted": " | ".join((*record["answers"], *_within(record))),
        "options": " / ".join(record["choices"]),
        "facts": "; ".join(facts_in_words(record, dataset)),
        "property": f"{record['property_label']} ({record['property_id']})",
        "weight": f"{drawn.weight:.6g}",
    }
