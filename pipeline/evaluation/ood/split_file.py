"""A frozen split: which questions are head and which tail, in a file that goes with a dataset."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import inf
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from pipeline.base.errors import InputError
from pipeline.base.files import read_json, write_json
from pipeline.evaluation.files.predictions import require_file
from pipeline.evaluation.ood.gqa_ood import CURVE, Group, OodSplit

GQA_OOD, BY_TRAIN = "gqa-ood", "train-frequency"
_REMEDY = "Write it by `reasonvqa ood split`."


@dataclass(frozen=True, slots=True)
class Part:
    """Whether a question is in the tail, and the lowest alpha of the curve at which it is, or infinity."""

    is_tail: bool
    first_alpha: float = inf


@dataclass(frozen=True, slots=True)
class FrozenSplit:
    """A split as scores need it: question id -> its part. Questions of groups left out are not there.

    `bound` is alpha, or the threshold of the form by train, which has no `alphas` for a curve.
    """

    form: str
    bound: float
    alphas: Sequence[float]
    parts: Mapping[str, Part]

    @property
    def tail(self) -> int:
        """How many questions the tail has."""
        return sum(part.is_tail for part in self.parts.values())


class _Model(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class _Group(_Model):
    entropy: float
    kept: bool
    answers: dict[str, int]


class _GqaOodFile(_Model):
    form: Literal["gqa-ood"]
    of: str
    alpha: float
    questions: int
    mean_entropy: float
    std_entropy: float
    threshold: float
    curve: list[float]
    groups: dict[str, _Group]
    head: dict[str, float | None]
    tail: dict[str, float | None]


class _TrainFile(_Model):
    form: Literal["train-frequency"]
    of: str
    threshold: int
    questions: int
    head: dict[str, int]
    tail: dict[str, int]


_FILE: TypeAdapter[_GqaOodFile | _TrainFile] = TypeAdapter(
    Annotated[_GqaOodFile | _TrainFile, Field(discriminator="form")]
)


def frozen(split: OodSplit) -> FrozenSplit:
    """Return a split with the lowest alpha of the curve for each question of the groups kept."""
    parts_of = {name: _parts(group, split.alpha) for name, group in split.groups.items() if group.kept}
    parts = {key: parts_of[group][answer] for key, group, answer in split.questions if group in parts_of}
    return FrozenSplit(GQA_OOD, split.alpha, CURVE, parts)


def _parts(group: Group, chosen: float) -> dict[str, Part]:
    """Return the part of each answer of a group."""
    lowest = dict.fromkeys(group.answers, inf)
    for alpha in sorted(CURVE, reverse=True):
        lowest.update(dict.fromkeys(group.tail(alpha), alpha))
    tail = group.tail(chosen)
    return {answer: Part(answer in tail, alpha) for answer, alpha in lowest.items()}


def write_split(path: Path, split: OodSplit, of: str) -> None:
    """Write a split as JSON; `of` says what it splits. Equal questions give equal bytes.

    `head` and `tail` are question id -> the lowest alpha of the curve at which the question is in the tail.
    """
    parts = frozen(split).parts
    content: dict[str, Any] = {
        "form": GQA_OOD,
        "of": of,
        "alpha": split.alpha,
        "questions": len(split.questions),
        "mean_entropy": split.mean,
        "std_entropy": split.std,
        "threshold": split.threshold,
        "curve": list(CURVE),
        "groups": {name: _group(group) for name, group in sorted(split.groups.items())},
        "head": _lowest(parts, is_tail=False),
        "tail": _lowest(parts, is_tail=True),
    }
    write_json(path, content)


def _group(group: Group) -> dict[str, Any]:
    return {"entropy": group.entropy, "kept": group.kept, "answers": dict(sorted(group.answers.items()))}


def _lowest(parts: Mapping[str, Part], *, is_tail: bool) -> dict[str, float | None]:
    return {
        key: None if part.first_alpha == inf else part.first_alpha
        for key, part in sorted(parts.items())
        if part.is_tail is is_tail
    }


def write_train_split(path: Path, frequency: Mapping[str, int], threshold: int, of: str) -> None:
    """Write the other form: `head` and `tail` are question id -> how often train has its answer."""
    counts = sorted(frequency.items())
    content: dict[str, Any] = {
        "form": BY_TRAIN,
        "of": of,
        "threshold": threshold,
        "questions": len(counts),
        "head": {key: n for key, n in counts if n >= threshold},
        "tail": {key: n for key, n in counts if n < threshold},
    }
    write_json(path, content)


def read_split(path: Path, ids: Iterable[str]) -> FrozenSplit:
    """Return a split from its file; InputError if it is none, or has ids that are not among `ids`."""
    require_file(path)
    try:
        content = _FILE.validate_python(read_json(path))
    except ValidationError as fault:
        raise InputError(path, problem="is no split file", remedy=_REMEDY) from fault
    split = _of_train(content) if isinstance(content, _TrainFile) else _of_gqa_ood(content)
    if strangers := set(split.parts) - set(ids):
        raise InputError(
            path,
            problem=f"is of other questions: {len(strangers):,} ids are not there, as {min(strangers)}",
            remedy="Name the questions that the file was made of.",
        )
    return split


def _of_gqa_ood(content: _GqaOodFile) -> FrozenSplit:
    parts = {
        key: Part(is_tail, inf if alpha is None else alpha)
        for is_tail, listed in ((False, content.head), (True, content.tail))
        for key, alpha in listed.items()
    }
    return FrozenSplit(GQA_OOD, content.alpha, content.curve, parts)


def _of_train(content: _TrainFile) -> FrozenSplit:
    parts = {key: Part(is_tail=False) for key in content.head} | {
        key: Part(is_tail=True) for key in content.tail
    }
    return FrozenSplit(BY_TRAIN, content.threshold, (), parts)
