"""The functions that the task files of lmms-eval name (https://github.com/EvolvingLMMs-Lab/lmms-eval).

Images are looked for in the folder that REASONVQA_IMAGES names, else in `images` beside this file. The scores
are ReasonVQA's exact match and multiple choice; `reasonvqa score` gives all others from the logged samples.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def doc_to_visual(doc: Mapping[str, Any]) -> list[Any]:
    """Return the image of a question, in colour."""
    from PIL import Image

    folder = Path(os.environ.get("REASONVQA_IMAGES") or Path(__file__).resolve().parent / "images")
    path = folder / doc["image"]
    if not path.is_file():
        raise FileNotFoundError(
            f"{path}: is missing; `reasonvqa images fetch` gets it, REASONVQA_IMAGES names the folder"
        )
    return [Image.open(path).convert("RGB")]


def open_text(doc: Mapping[str, Any], lmms_eval_specific_kwargs: Mapping[str, str] | None = None) -> str:
    """Return the question between the prompts of the model."""
    return _prompted(doc["question"], lmms_eval_specific_kwargs)


def choice_text(doc: Mapping[str, Any], lmms_eval_specific_kwargs: Mapping[str, str] | None = None) -> str:
    """Return the question and its options between the prompts of the model."""
    options = (f"{letter}. {choice}" for letter, choice in zip(LETTERS, doc["choices"], strict=False))
    return _prompted("\n".join([doc["question"], *options]), lmms_eval_specific_kwargs)


def _prompted(text: str, prompts: Mapping[str, str] | None) -> str:
    given = prompts or {}
    return f"{given.get('pre_prompt', '')}{text}{given.get('post_prompt', '')}"


def open_results(doc: Mapping[str, Any], results: Sequence[str]) -> dict[str, Any]:
    """Return whether the prediction is one of the accepted answers, and the prediction."""
    prediction = str(results[0])
    accepted = {prepared(answer) for answer in doc["answers"]}
    return _scored(doc, prediction, prepared(prediction) in accepted)


def choice_results(doc: Mapping[str, Any], results: Sequence[str]) -> dict[str, Any]:
    """Return whether the prediction names the right option by letter or text, and the prediction."""
    prediction = str(results[0])
    return _scored(doc, prediction, chosen(prediction, doc["choices"]) == doc["correct"])


def _scored(doc: Mapping[str, Any], prediction: str, is_right: bool) -> dict[str, Any]:
    answered = {"question_id": doc["question_id"], "prediction": prediction}
    return {"exact_match": float(is_right), "answered": answered}


def prepared(text: str) -> str:
    """Return a text in lower case, without outer spaces and without a leading "answer:"."""
    return text.strip().lower().removeprefix("answer:").strip()


def chosen(prediction: str, choices: Sequence[str]) -> int | None:
    """Return the place of the option that a prediction names ("B", "B.", "B. text", the text), or None."""
    text = prepared(prediction)
    for place, choice in enumerate(choices):
        letter, option = LETTERS[place].lower(), choice.strip().lower()
        if text in (letter, f"{letter}.", f"({letter})", f"{letter}. {option}", option):
            return place
    return None


def count_answered(answers: Sequence[Mapping[str, str]]) -> int:
    """Return how many predictions are not empty."""
    return sum(bool(answer["prediction"].strip()) for answer in answers)
