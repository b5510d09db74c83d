"""The dataset in the two forms in which ReasonVQA was published (docs/dataset.md)."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from pipeline.base.errors import DatasetError
from pipeline.base.files import atomic_path
from pipeline.dataset.layout import MANIFEST, PARTS
from pipeline.dataset.verification.loaded import Dataset, Record

FORMATS = ("reasonvqa-json", "reasonvqa-jsonl")
_SOURCES = {
    "visual_genome": "VG",
    "gqa": "GQA",
    "coco": "COCO",
    "gldv2": "GLDv2",
    "wikimedia_commons": "Commons",
}


def export(dataset: Dataset, form: str, which: str, out: Path) -> list[Path]:
    """Write the set "U" or "B" in one of FORMATS under `out`; return the files.

    DatasetError if `out` is a file, or lies in a dataset, which holds nothing else.
    """
    require_folder(out)
    written = []
    for part in PARTS:
        records = dataset.records[which, part]
        if form == "reasonvqa-json":
            written.append(_write(out / f"{part}.json", [json.dumps(_older(records), ensure_ascii=False)]))
        else:
            questions = (json.dumps(_question(r), ensure_ascii=False) for r in records)
            details = (json.dumps(_details(r), ensure_ascii=False) for r in records)
            written.append(_write(out / f"{part}.jsonl", questions))
            written.append(_write(out / f"{part}_metadata.jsonl", details))
    return written


def require_folder(out: Path) -> None:
    """Raise DatasetError if `out` is a file, or lies in a dataset, which holds nothing else."""
    if out.exists() and not out.is_dir():
        raise DatasetError(f"{out}: is a file\n  Name a folder.")
    if any((folder / MANIFEST).is_file() for folder in (out.resolve(), *out.resolve().parents)):
        raise DatasetError(f"{out}: is or lies in a dataset, and that holds no more\n  Name another folder.")


def _write(path: Path, lines: Any) -> Path:
    with atomic_path(path) as temporary, temporary.open("w", encoding="utf-8") as stream:
        stream.writelines(line + "\n" for line in lines)
    return path


def _older(records: list[Record]) -> dict[str, Any]:
    """Return the 2023 form; its time of export stays empty, so that equal datasets give equal files."""
    return {
        "n_questions": len(records),
        "exported_time": "",
        "questions": [_older_question(r) for r in records],
    }


def _older_question(record: Record) -> dict[str, Any]:
    return {
        "image_id": record["image_id"],
        "image_name": _image_name(record),
        "image_dir": "",
        "dataset_name": _SOURCES.get(record["source"], record["source"]),
        "question_id": record["question_id"],
        "question": record["question"],
        "answers": record["answers"],
        "answers_scores": [1.0] * len(record["answers"]),
        "choices": record["choices"],
        "choice_scores": [float(place == record["correct"]) for place in range(len(record["choices"]))],
        "property_id": record["property_id"],
        "property_label": record["property_label"],
        "n_hop": record["hops"],
        "has_scene_graph": record["has_scene_graph"],
    }


def _question(record: Record) -> dict[str, Any]:
    """Return the first file's line of the current form."""
    return {
        "image_id": record["image_id"],
        "image_name": _image_name(record),
        "source": _SOURCES.get(record["source"], record["source"]),
        "image_path": "",
        "question_id": record["question_id"],
        "question": record["question"],
        "answers": record["answers"],
        "correct": record["answer"],
        "categories": record["domains"],
        "image_url": record["image_url"],
    }


def _details(record: Record) -> dict[str, Any]:
    """Return the second file's line of the current form, joined on question_id."""
    return {
        "question_id": record["question_id"],
        "hop": record["hops"],
        "property_id": record["property_id"],
        "property_label": record["property_label"],
        "entity_id": record["entity_id"],
        "entity_name": record["entity_label"],
        "route": list(_route(record)),
        "has_scene_graph": record["has_scene_graph"],
    }


def _route(record: Record) -> Iterator[list[str]]:
    yield from ([step["subject"], step["property"], step["object"]] for step in record["route"])


def _image_name(record: Record) -> str:
    return unquote(str(record["image_url"]).rsplit("/", 1)[-1])
