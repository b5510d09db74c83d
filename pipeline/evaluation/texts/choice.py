"""Multiple choice: which option a prediction names.

Source: ReasonVQA (ICCV 2025), section 5, and its evaluation.
"""

from __future__ import annotations

from collections.abc import Sequence
from string import ascii_lowercase

from pipeline.evaluation.texts.open_answers import prepare


def chosen_option(prediction: str | Sequence[str], choices: Sequence[str]) -> int | None:
    """Return the place of the option named by its letter ("A", "A.", "A. text") or its text, else None.

    Case does not count. "The answer is A", "(A)" and a text with a full stop name none.
    """
    said = prepare(prediction)
    texts = [choice.lower().strip() for choice in choices]
    for place, (letter, text) in enumerate(zip(ascii_lowercase, texts, strict=False)):
        if said in (letter, f"{letter}.", f"{letter}. {text}"):
            return place
    return texts.index(said) if said in texts else None


def multiple_choice(
    prediction: str | Sequence[str], choices: Sequence[str], answers: str | Sequence[str]
) -> float:
    """Return 1 if the prediction names an option that is one of the answers, else 0.

    What names no option is wrong; `chosen_option` tells it apart.
    """
    place = chosen_option(prediction, choices)
    true = [answers] if isinstance(answers, str) else answers
    return float(place is not None and _same(choices[place], true))


def _same(choice: str, answers: Sequence[str]) -> bool:
    return choice.lower().strip() in {answer.lower().strip() for answer in answers}
