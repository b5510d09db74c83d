"""Questions with their answers, read from a dataset of this program."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from pipeline.base.errors import DatasetError
from pipeline.dataset.layout import part_files
from pipeline.dataset.verification.loaded import Dataset
from pipeline.evaluation.ood.gqa_ood import ALPHA, Asked, OodSplit, gqa_ood_split
from pipeline.evaluation.questions import Axis, Places, Questions, Target, axis, distinct

_COLUMNS = (
    "question_id", "image_id", "source", "answer", "answers", "answer_kind", "tolerance", "choices",
    "correct", "hops", "has_scene_graph", "property_id", "property_label", "noun", "domains",
)  # fmt: skip


def read_dataset(
    folder: Path, which: str, part: str, more: Sequence[str] = (), *, grouped: bool = True
) -> Questions:
    """Return the questions of a set (U, B) and part (train, test) of a dataset or a release.

    `more` are columns to keep beside.

    Unless `grouped`, they have no axes to be reported by. DatasetError if the file is missing or damaged, or
    has no questions.
    """
    table = _table(folder, which, part, more)
    text = {
        name: table[name].to_pylist()
        for name in ("question_id", "image_id", "answer", "property_id", "noun", "answer_kind")
    }
    targets, target_of = distinct(_targets(table, text))
    return Questions(
        ids=text["question_id"],
        targets=targets,
        target_of=target_of,
        images=text["image_id"],
        axes=list(_axes(table, text)) if grouped else [],
        records={"noun": text["noun"], "property_id": text["property_id"]}
        | {name: table[name].to_pylist() for name in more},
    )


def _table(folder: Path, which: str, part: str, more: Sequence[str]) -> pa.Table:
    _ = Dataset(folder).manifest
    wanted = list(dict.fromkeys([*_COLUMNS, *more]))
    table = pa.concat_tables(_read(path, wanted) for path in part_files(folder, which, part))
    require_questions(folder, which, part, table.num_rows)
    return table


def _read(path: Path, wanted: Sequence[str]) -> pa.Table:
    try:
        known = pq.read_schema(path).names
        if missing := [name for name in wanted if name not in known]:
            raise DatasetError(f"{path}: is damaged: it has no column {missing[0]}")
        return pq.read_table(path, columns=list(wanted))
    except (pa.ArrowException, OSError) as fault:
        raise DatasetError(f"{path}: is damaged: {fault}") from fault


def require_questions(folder: Path, which: str, part: str, number: int) -> None:
    """Raise DatasetError if a set and part has no questions, as B of a few images may."""
    if not number:
        raise DatasetError(f"{folder}: {which} has no questions in {part}\n  Name another set or part.")


def lists(column: pa.ChunkedArray) -> list[tuple[str, ...]]:
    """Return a column of lists of texts; each distinct text is made once."""
    whole = column.combine_chunks()
    coded = whole.flatten().dictionary_encode()
    texts = coded.dictionary.to_pylist()
    values = [texts[code] for code in coded.indices.to_pylist()]
    ends = whole.value_lengths().to_numpy().cumsum().tolist()
    return [tuple(values[start:end]) for start, end in pairwise([0, *ends])]


def _targets(table: pa.Table, text: dict[str, list[str]]) -> Iterable[Target]:
    ranges = table["tolerance"].combine_chunks()
    low, high = (ranges.field(name).to_pylist() for name in ("low", "high"))
    known = ranges.is_valid().to_pylist()
    return map(
        Target,
        text["answer"],
        lists(table["answers"]),
        text["answer_kind"],
        (value if is_known and value else "" for value, is_known in zip(low, known, strict=True)),
        (value if is_known and value else "" for value, is_known in zip(high, known, strict=True)),
        lists(table["choices"]),
        table["correct"].to_pylist(),
    )


def _axes(table: pa.Table, text: dict[str, list[Any]]) -> Iterable[Axis]:
    clause = pc.if_else(table["has_scene_graph"], "with", "without")
    properties = pc.binary_join_element_wise(table["property_id"], table["property_label"], " ")
    answers = text["answer"]
    split = split_of(text["question_id"], text["property_id"], text["noun"], answers)
    yield _axis("hops", pc.cast(table["hops"], pa.string()))
    yield _axis("scene graph", clause)
    yield _axis("source", table["source"])
    yield _axis_of_lists("domain", table["domains"])
    yield _axis("answer kind", table["answer_kind"])
    yield _axis("property", properties)
    yield head_and_tail(text["question_id"], split)


def _axis(name: str, column: pa.ChunkedArray) -> Axis:
    return _coded(name, np.arange(len(column)), column.combine_chunks())


def _axis_of_lists(name: str, column: pa.ChunkedArray) -> Axis:
    whole = column.combine_chunks()
    return _coded(name, np.repeat(np.arange(len(whole)), whole.value_lengths().to_numpy()), whole.flatten())


def _coded(name: str, places: Places, values: pa.Array) -> Axis:
    """Return an axis of a column of names, which come in their order."""
    coded = values.dictionary_encode()
    names = coded.dictionary.to_pylist()
    order = sorted(range(len(names)), key=names.__getitem__)
    code_of = np.empty(len(names), dtype=np.int64)
    code_of[order] = np.arange(len(names))
    return Axis(name, tuple(names[place] for place in order), places, code_of[coded.indices.to_numpy()])


def split_of(
    ids: Sequence[str],
    properties: Sequence[str],
    nouns: Sequence[str],
    answers: Sequence[str],
    alpha: float = ALPHA,
) -> OodSplit | None:
    """Return the GQA-OOD split of questions of ours, by property and noun; None if there are no questions."""
    groups = (f"{prop}/{noun}" for prop, noun in zip(properties, nouns, strict=True))
    asked = list(map(Asked, ids, groups, answers))
    return gqa_ood_split(asked, alpha) if asked else None


def head_and_tail(ids: Sequence[str], split: OodSplit | None) -> Axis:
    """Return the axis of head and tail; questions of groups that the split leaves out are in neither."""
    part = {} if split is None else dict.fromkeys(split.all, "head") | dict.fromkeys(split.tail, "tail")
    return axis("head and tail", [part.get(key, "") for key in ids])
