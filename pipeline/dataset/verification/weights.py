"""Weights of records against what the list of rejections says was not drawn."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

import pyarrow as pa
import pyarrow.parquet as pq

from pipeline.base.errors import DatasetError
from pipeline.base.hashing import hex_bound, share_below
from pipeline.dataset.verification.facts import edges_of
from pipeline.dataset.verification.loaded import Dataset, Record
from pipeline.language.packs import share_of

_COLUMNS = ["code", "origin", "detail"]
_NOT_DRAWN = re.compile(r"(\d+) routes of hops (\d)( with clause)?")


class WeightCheck:
    """Computes weights anew.

    Where something is listed as over a cap, so many as the cap were drawn. The list of a subset does not say
    what the build left out, and answers that newer facts changed are not those drawn, so that of such
    datasets no more is checked than that nothing stands for less than itself.
    """

    def __init__(self, dataset: Dataset) -> None:
        settings = dataset.manifest["settings"]
        self._per_image, self._max_repeats = settings["per_image"], settings["max_repeats"]
        self._shares: dict[str, float] = dataset.manifest.get("shares", {})
        self._is_whole = not {"subset", "parent"} & dataset.manifest.keys()
        self._over: Counter[tuple[str, int, bool]] = Counter()
        self._repeated: Counter[str] = Counter()
        for code, origin, detail in _rejected(dataset) if self._is_whole else ():
            if code == "too_many_repeats":
                self._repeated[detail] += 1
            elif found := _NOT_DRAWN.fullmatch(detail):
                self._over[origin, int(found[2]), bool(found[3])] += int(found[1])

    def faults(self, record: Record) -> Iterator[str]:
        """Yield a fault if the weight is not the inverse of the share that was drawn."""
        if not self._is_whole:
            if not record["weight"] >= 1:
                yield "the weight is below one"
            return
        over = self._over[record["image_id"], record["hops"], record["has_scene_graph"]]
        repeated = self._repeated[f"{record['question']} {record['answer']}"]
        properties = [edge["property"] for edge in edges_of(record)]
        share = share_below(hex_bound(share_of(properties, self._shares)))
        drawn = _inverse(over, self._per_image) * _inverse(repeated, self._max_repeats)
        if not share or record["weight"] != drawn / share:
            yield "the weight is not what the questions left out give"


def _inverse(left_out: int, drawn: int) -> float:
    return (drawn + left_out) / drawn if left_out else 1.0


def _rejected(dataset: Dataset) -> Iterator[tuple[str, str, str]]:
    path = dataset.present(dataset.folder / "rejected.parquet")
    codes = [("code", "in", ["over_quota", "too_many_repeats"])]
    try:
        table = pq.read_table(path, columns=_COLUMNS, filters=codes)
    except (pa.ArrowException, OSError) as fault:
        raise DatasetError(f"{path}: is damaged: {fault}") from fault
    yield from zip(*(table[name].to_pylist() for name in _COLUMNS), strict=True)
