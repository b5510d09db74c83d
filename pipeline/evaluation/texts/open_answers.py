"""Scores of answers in free text: ReasonVQA's exact match and substring, and stricter and fairer ones beside.

Source of the first two: ReasonVQA (ICCV 2025), section 5, and its evaluation.
"""

from __future__ import annotations

import ast
import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache

from pipeline.evaluation.texts.word_lists import stop_words

_PREFIX = "answer:"
_TOKEN = re.compile(r"\d+(?:[.,]\d+)*|[^\W\d_]+(?:['’][^\W\d_]+)*")
_LEADING = frozenset({"a", "an", "the"})
_KEPT = 1 << 18


def prepare(prediction: str | Sequence[str]) -> str:
    """Return a prediction as ReasonVQA compares it: lower case, stripped, without a leading "answer:".

    Of a list, or a text that is one (`['Paris', 'Lyon']`), the first element counts; an empty one gives "".
    """
    if not isinstance(prediction, str):
        return prepare(prediction[0]) if prediction else ""
    return _prepared(prediction)


@lru_cache(_KEPT)
def _prepared(prediction: str) -> str:
    text = prediction.lower().strip().removeprefix(_PREFIX).strip()
    if text.startswith("[") and text.endswith("]"):
        return _first_element(text)
    return text


def _first_element(text: str) -> str:
    try:
        found = ast.literal_eval(text)
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        return text
    return str(found[0]).strip() if found else ""


@lru_cache(_KEPT)
def _answer(answer: str) -> str:
    return answer.lower().strip()


def exact_match(prediction: str | Sequence[str], answers: Sequence[str]) -> float:
    """Return 1 if the prepared prediction is one of the answers in lower case, else 0."""
    said = prepare(prediction)
    return float(any(said == _answer(answer) for answer in answers))


def substring_match(prediction: str | Sequence[str], answers: Sequence[str]) -> float:
    """Return 1 if ReasonVQA's lenient score finds the prediction in an answer or the reverse, else 0.

    It asks for one word in common only, and looks for letters rather than words: "male" is found in "female",
    "300 metres" in "324 metres". `token_match` does not.
    """
    said = prepare(prediction)
    return float(any(_lenient(said, _answer(answer)) for answer in answers))


def _lenient(said: str, answer: str) -> bool:
    if said == answer:
        return True
    words = [word for word in answer.split() if word not in stop_words()]
    if len(said.split()) > 1 and said in answer:
        return True
    return said in words or any(word in said for word in words)


@lru_cache(_KEPT)
def tokens(text: str) -> tuple[str, ...]:
    """Return the words and numbers of a text, folded: no case, no marks; numbers without grouping commas."""
    folded = unicodedata.normalize("NFKC", text).casefold().replace("’", "'")
    return tuple(_TOKEN.findall(_ungrouped(folded)))


_GROUP = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")


def _ungrouped(text: str) -> str:
    return _GROUP.sub("", text)


@lru_cache(_KEPT)
def fold(text: str) -> str:
    """Return a text for comparison: no case, marks, grouping commas or leading article."""
    words = tokens(text)
    return " ".join(words[1:] if len(words) > 1 and words[0] in _LEADING else words)


def alias_match(prediction: str | Sequence[str], answers: Sequence[str]) -> float:
    """Return 1 if the prediction is one of the accepted forms but for case, marks and a leading article."""
    said = fold(prepare(prediction))
    return float(bool(said) and any(said == fold(answer) for answer in answers))


def token_match(prediction: str | Sequence[str], answers: Sequence[str]) -> float:
    """Return 1 if the whole words of an answer stand in the prediction in a row, or the reverse, else 0.

    What they have in common must hold a word that is no stop word, and every number of the answer.
    """
    said = tokens(prepare(prediction))
    return float(any(_share_words(said, tokens(answer)) for answer in answers))


def _share_words(said: tuple[str, ...], answer: tuple[str, ...]) -> bool:
    short, long = sorted((said, answer), key=len)
    if not _stands_in(short, long) or not any(word not in stop_words() for word in short):
        return said == answer and bool(said)
    return all(word in said for word in answer if word[0].isdigit())


def _stands_in(short: tuple[str, ...], long: tuple[str, ...]) -> bool:
    return bool(short) and any(
        long[at : at + len(short)] == short for at in range(len(long) - len(short) + 1)
    )
