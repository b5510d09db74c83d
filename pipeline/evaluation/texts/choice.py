"""Multiple choice: which option a prediction names.

Source: ReasonVQA (ICCV 2025), section 5, and its evaluation.
"""

from __future__ import annotations

from collections.abc import Sequence
from string import ascii_lowercase, ascii_uppercase

from pipeline.evaluation.texts.open_answers import prepare


def chosen_option(prediction: str | Sequence[str], choices: Sequence[str]) -> int | None:
    """Return the place of the option named by its letter ("A", "A.", "A. text") or its text, else None.

    Options may be given with their letters. Case does not count. "The answer is A", "(A)" and a text with a
    full stop name none.
    """
    said = prepare(prediction)
    texts = [choice.lower().strip() for choice in without_letters(choices)]
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
    return float(place is not None and _same(without_letters(choices)[place], true))


def _same(choice: str, answers: Sequence[str]) -> bool:
    return choice.lower().strip() in {answer.lower().strip() for answer in answers}


def without_letters(choices: Sequence[str]) -> tuple[str, ...]:
    """Return options without the letters "A. ", "B. " and so on, if all of them bear their own."""
    starts = [f"{letter}. " for letter in ascii_uppercase[: len(choices)]]
    if len(starts) == len(choices) and all(map(str.startswith, choices, starts)):
        return tuple(choice[len(start) :] for choice, start in zip(choices, starts, strict=True))
    return tuple(choices)
