"""The folders that harnesses run: lmms-eval's task files, VLMEvalKit's tables and dataset classes."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from pipeline.base.errors import SettingsError
from pipeline.base.files import atomic_path, write_text
from pipeline.dataset.exports.chosen import LETTERS, Chosen, file_of, write_lines
from pipeline.dataset.exports.training import LETTER, SHORT
from pipeline.dataset.verification.loaded import Record

_HARNESS = Path(__file__).parent / "harness"
LMMS_TASKS = {"open": SHORT, "choice": LETTER}
"""Task -> prompt; the tasks of lmms-eval are `reasonvqa_open` and `reasonvqa_choice`."""

_TASK = """\
task: reasonvqa_{task}
dataset_path: json
dataset_kwargs:
  data_files:
    test: data/{part}.jsonl
test_split: test
output_type: generate_until
doc_to_visual: !function utils.doc_to_visual
doc_to_text: !function utils.{task}_text
doc_to_target: {target}
process_results: !function utils.{task}_results
generation_kwargs:
  max_new_tokens: 32
  temperature: 0
  do_sample: false
metric_list:
- metric: exact_match
  aggregation: mean
  higher_is_better: true
- metric: answered
  aggregation: !function utils.count_answered
  higher_is_better: true
lmms_eval_specific_kwargs:
  default:
    pre_prompt: ""
    post_prompt: "\\n{prompt}"
metadata:
  version: 1.0
"""
_GROUP = "group: reasonvqa\ntask:\n- reasonvqa_open\n- reasonvqa_choice\n"
_DATA = ("question_id", "question", "answer", "answers", "choices", "correct", "hops", "has_scene_graph")


def write_lmms_eval(chosen: Chosen, out: Path, part: str) -> list[Path]:
    """Write `reasonvqa_open.yaml`, `reasonvqa_choice.yaml`, their group, `utils.py` and `data/PART.jsonl`."""
    data = write_lines(out / "data" / f"{part}.jsonl", map(_doc, chosen.some(part)))
    written = [data, _copy("lmms_utils.py", out / "utils.py")]
    for task, prompt in LMMS_TASKS.items():
        path = out / f"reasonvqa_{task}.yaml"
        target = "answer" if task == "open" else "letter"
        write_text(path, _TASK.format(task=task, part=part, prompt=prompt, target=target))
        written.append(path)
    write_text(out / "reasonvqa.yaml", _GROUP)
    return [*written, out / "reasonvqa.yaml"]


def _doc(record: Record) -> dict[str, Any]:
    kept = {name: record[name] for name in _DATA}
    return {**kept, "letter": LETTERS[record["correct"]], "image": file_of(record)}


def write_vlmevalkit(chosen: Chosen, out: Path, part: str) -> list[Path]:
    """Write `ReasonVQA_SET_PART_openended.tsv`, `..._choice.tsv` and `vlmevalkit_dataset.py`."""
    name = f"ReasonVQA_{chosen.which}_{part}"
    most = max(len(record["choices"]) for record in chosen.some(part))
    if most > len(LETTERS):
        raise SettingsError(f"there are {most} options, more than letters")
    tables = {
        "openended": map(_open_row, chosen.records(part)),
        "choice": (_choice_row(record, LETTERS[:most]) for record in chosen.records(part)),
    }
    written = [_write_tsv(out / f"{name}_{task}.tsv", rows) for task, rows in tables.items()]
    return [*written, _copy("vlmevalkit_dataset.py", out / "vlmevalkit_dataset.py")]


def _row(record: Record) -> dict[str, Any]:
    return {
        "question_id": record["question_id"],
        "image_path": file_of(record),
        "question": record["question"],
        "hops": record["hops"],
        "category": record["property_label"],
    }


def _open_row(record: Record) -> dict[str, Any]:
    """Return the row of an open question; its answers are a list literal: pandas reads "None" as missing."""
    return {**_row(record), "answer": repr(record["answers"])}


def _choice_row(record: Record, letters: str) -> dict[str, Any]:
    choices: Iterator[str] = iter(record["choices"])
    options = {letter: next(choices, "") for letter in letters}
    return {**_row(record), **options, "answer": LETTERS[record["correct"]]}


def _write_tsv(path: Path, rows: Iterable[Mapping[str, Any]]) -> Path:
    with atomic_path(path) as temporary, temporary.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.writer(stream, delimiter="\t", lineterminator="\n")
        for number, row in enumerate(rows):
            if not number:
                writer.writerow(["index", *row])
            writer.writerow([number, *row.values()])
    return path


def _copy(name: str, path: Path) -> Path:
    write_text(path, (_HARNESS / name).read_text(encoding="utf-8"))
    return path
