"""The questions and annotations of VQA v2 (visualqa.org/vqa_v2_teaser.html, Goyal et al., CVPR 2017)."""

from __future__ import annotations

import json
from itertools import cycle, islice
from pathlib import Path
from typing import Any

from pipeline.dataset.exports.chosen import Chosen, write_array
from pipeline.dataset.verification.loaded import Record

_LEAST, _EACH = 10, 4
"""Answers of a question, as in VQA v2; of each form as many as the official score needs for 1."""

_TYPES = {"number": "number"}


def write_vqa_v2(chosen: Chosen, out: Path) -> list[Path]:
    """Write `v2_OpenEnded_PART_questions.json` and `v2_PART_annotations.json` for each part."""
    written = []
    for part in chosen.parts:
        kinds = {"questions": _question, "annotations": _annotation}
        names = {"questions": f"v2_OpenEnded_{part}_questions", "annotations": f"v2_{part}_annotations"}
        head = {"data_type": "reasonvqa", "data_subtype": part, "task_type": "Open-Ended"}
        for kind, form in kinds.items():
            opened = json.dumps(head)[:-1] + f', "{kind}": '
            rows = map(form, chosen.records(part))
            written.append(write_array(out / f"{names[kind]}.json", rows, head=opened, tail="}"))
    return written


def _question(record: Record) -> dict[str, Any]:
    return {name: record[name] for name in ("image_id", "question", "question_id")}


def _annotation(record: Record) -> dict[str, Any]:
    """Return the annotation: every form is there so often that the official score gives it 1."""
    forms = list(dict.fromkeys((record["answer"], *record["answers"])))
    given = islice(cycle(forms), max(_LEAST, _EACH * len(forms)))
    return {
        "question_id": record["question_id"],
        "image_id": record["image_id"],
        "question_type": record["property_label"],
        "answer_type": _TYPES.get(record["answer_kind"], "other"),
        "multiple_choice_answer": record["answer"],
        "answers": [
            {"answer": answer, "answer_confidence": "yes", "answer_id": number}
            for number, answer in enumerate(given, start=1)
        ],
    }
