"""The set that head and tail are taken of: GQA's file of questions, or a part of a dataset of ours."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pipeline.base.errors import SettingsError
from pipeline.dataset.verification.loaded import Dataset
from pipeline.evaluation.files.official import gqa_questions, read_gqa
from pipeline.evaluation.files.questions import read_dataset, split_of
from pipeline.evaluation.ood.gqa_ood import OodSplit, gqa_ood_split
from pipeline.evaluation.ood.split_file import FrozenSplit
from pipeline.evaluation.ood.train_frequency import frequencies
from pipeline.evaluation.questions import Questions, axis


@dataclass(frozen=True, slots=True)
class Evaluated:
    """Questions, their GQA-OOD split, what a split file calls them, and GQA's records if they are GQA's."""

    questions: Questions
    split: OodSplit
    name: str
    records: Mapping[str, Mapping[str, Any]] | None = None


def of_gqa_file(path: Path, alpha: float) -> Evaluated:
    """Return GQA's questions; SettingsError if the file has none."""
    records = read_gqa(path)
    if not records:
        raise SettingsError(f"questions: {path} holds none")
    return Evaluated(gqa_questions(records), gqa_ood_split(records, alpha), path.name, records)


def of_dataset(folder: Path, which: str, part: str, alpha: float) -> Evaluated:
    """Return a part of a set of ours, grouped by property and noun; SettingsError if it has no questions."""
    asked = read_dataset(folder, which, part, grouped=False)
    properties, nouns = (list(map(str, asked.records[name])) for name in ("property_id", "noun"))
    split = split_of(asked.ids, properties, nouns, _answers(asked), alpha)
    if split is None:
        raise SettingsError(f"dataset: {which}/{part} of {folder} has no questions")
    return Evaluated(asked, split, f"{which}/{part} of {Dataset(folder).manifest['content_sha256']}")


def _answers(asked: Questions) -> list[str]:
    return [asked.target(place).answer for place in range(len(asked))]


def train_frequency(asked: Questions, folder: Path, which: str) -> dict[str, int]:
    """Return how often the train part of a set has the answer of each question, by id."""
    train = read_dataset(folder, which, "train", grouped=False)
    return dict(zip(asked.ids, frequencies(_answers(train), _answers(asked)).tolist(), strict=True))


def within(questions: Questions, split: FrozenSplit) -> Questions:
    """Return the questions that the split has, divided into head and tail only."""
    kept = questions.kept([place for place, key in enumerate(questions.ids) if key in split.parts])
    parts = ["tail" if split.parts[key].is_tail else "head" for key in kept.ids]
    return Questions(kept.ids, kept.targets, kept.target_of, kept.images, [axis("head and tail", parts)], {})
