"""Writes a dataset in one of the forms by name."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from pipeline.base.errors import SettingsError
from pipeline.dataset import export as published
from pipeline.dataset.exports.chosen import Chosen
from pipeline.dataset.exports.harnesses import write_lmms_eval, write_vlmevalkit
from pipeline.dataset.exports.training import write_llava, write_qwen
from pipeline.dataset.exports.vqa_v2 import write_vqa_v2
from pipeline.dataset.verification.loaded import Dataset


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is asked for: the set, the split, for harnesses the part, for training options or none.

    With `images`, only questions whose image is in that folder.
    """

    which: str = "U"
    split: str = "paper"
    part: str = "test"
    choices: bool = False
    images: Path | None = None


_WRITERS: dict[str, Callable[[Chosen, Path, Wanted], list[Path]]] = {
    "lmms-eval": lambda chosen, out, wanted: write_lmms_eval(chosen, out, wanted.part),
    "vlmevalkit": lambda chosen, out, wanted: write_vlmevalkit(chosen, out, wanted.part),
    "llava": lambda chosen, out, wanted: write_llava(chosen, out, choices=wanted.choices),
    "qwen": lambda chosen, out, wanted: write_qwen(chosen, out, choices=wanted.choices),
    "vqa-v2": lambda chosen, out, wanted: write_vqa_v2(chosen, out),
}
FORMATS = (*published.FORMATS, *_WRITERS)
"""All forms by name, those of ReasonVQA itself first."""


def write_export(dataset: Dataset, form: str, wanted: Wanted, out: Path) -> list[Path]:
    """Write a set of the dataset in a form under `out`; return the files.

    DatasetError if `out` is a file or lies in a dataset, or if there are no questions; SettingsError if the
    form knows no other split.
    """
    published.require_folder(out)
    if form in _WRITERS:
        chosen = Chosen(dataset, wanted.which, wanted.split, wanted.images)
        if wanted.images:
            chosen.require_some()
        return _WRITERS[form](chosen, out, wanted)
    if wanted.split != "paper":
        raise SettingsError(f"split: the form {form!r} has the paper's only")
    if wanted.images:
        raise SettingsError(f"images: the form {form!r} holds all questions")
    return published.export(dataset, form, wanted.which, out)
