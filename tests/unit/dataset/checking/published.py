"""Small files in the two forms in which ReasonVQA was published."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

Row = dict[str, Any]


def older(question_id: int, **changed: Any) -> Row:
    """Return a question of the older form."""
    question = {
        "image_id": f"VG_{question_id}",
        "image_name": f"{question_id}.jpg",
        "image_dir": "",
        "dataset_name": "VG",
        "question_id": question_id,
        "question": "Which country is this church in?",
        "answers": ["Italy", "Italian Republic"],
        "answers_scores": [1.0, 1.0],
        "choices": ["France", "Italy", "Spain", "Peru"],
        "choice_scores": [0.0, 1.0, 0.0, 0.0],
        "property_id": "P17",
        "property_label": "country",
        "n_hop": 1,
        "has_scene_graph": False,
    }
    return question | changed


def current(question_id: str, **changed: Any) -> Row:
    """Return a line of the current form."""
    question = {
        "image_id": f"GLDv2_{question_id}",
        "image_name": f"{question_id}.jpg",
        "source": "GLDv2",
        "image_path": "",
        "question_id": question_id,
        "question": "How high is this tower?",
        "answers": ["330 meters"],
        "correct": "330 meters",
        "categories": ["architecture"],
        "image_url": f"https://example.org/{question_id}.jpg",
    }
    return question | changed


def write_older(path: Path, questions: Iterable[Row]) -> Path:
    """Write a file of the older form."""
    content = {"exported_time": "", "questions": list(questions), "n_questions": 0}
    path.write_text(json.dumps(content, indent=1), encoding="utf-8")
    return path


def write_lines(path: Path, rows: Iterable[Row]) -> Path:
    """Write JSON lines, packed if the name ends in .gz."""
    text = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows).encode()
    path.write_bytes(gzip.compress(text) if path.suffix == ".gz" else text)
    return path
