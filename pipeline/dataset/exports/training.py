"""The forms that fine-tuning programs read: LLaVA's, and messages as ms-swift and LLaMA-Factory take them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pipeline.dataset.exports.chosen import LETTERS, Chosen, file_of, lettered, write_array, write_lines
from pipeline.dataset.verification.loaded import Record

SHORT = "Answer the question using a single word or phrase."
LETTER = "Answer with the option's letter from the given choices directly."
"""The prompts of LLaVA-1.5 (Liu et al., CVPR 2024), for short answers and for options."""


def write_llava(chosen: Chosen, out: Path, *, choices: bool) -> list[Path]:
    """Write `PART.json` for each part: id, image, conversations.

    The fine-tuning program of Qwen2.5-VL and Qwen3-VL reads this form too.
    """
    return [
        write_array(out / f"{part}.json", (_llava(r, choices=choices) for r in chosen.records(part)))
        for part in chosen.parts
    ]


def write_qwen(chosen: Chosen, out: Path, *, choices: bool) -> list[Path]:
    """Write `PART.jsonl` for each part: id, messages, images."""
    return [write_lines(out / f"{part}.jsonl", _qwen(chosen, part, choices=choices)) for part in chosen.parts]


def asked(record: Record, *, choices: bool) -> tuple[str, str]:
    """Return what is asked and what is to be answered: a short answer, or the letter of an option."""
    if not choices:
        return f"{record['question']}\n{SHORT}", record["answer"]
    return "\n".join([record["question"], *lettered(record), LETTER]), LETTERS[record["correct"]]


def _llava(record: Record, *, choices: bool) -> dict[str, Any]:
    question, answer = asked(record, choices=choices)
    return {
        "id": record["question_id"],
        "image": file_of(record),
        "conversations": [
            {"from": "human", "value": f"<image>\n{question}"},
            {"from": "gpt", "value": answer},
        ],
    }


def _qwen(chosen: Chosen, part: str, *, choices: bool) -> Iterator[dict[str, Any]]:
    for record in chosen.records(part):
        question, answer = asked(record, choices=choices)
        yield {
            "id": record["question_id"],
            "messages": [
                {"role": "user", "content": f"<image>{question}"},
                {"role": "assistant", "content": answer},
            ],
            "images": [file_of(record)],
        }
