"""Slips of grammar that a grammar checker overlooks, as rules over a sentence and what is in its slot.

Each rule says what is wrong at the place that it returns; the test of the rules has a sentence for each.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

Rule = Callable[["Sentence"], Iterator[str]]


@dataclass(frozen=True, slots=True)
class Sentence:
    """A question or clause with what stands in its slot; `plural` is whether that takes plural verbs."""

    text: str
    phrase: str
    plural: bool = False


def _found(pattern: str, text: str, flags: int = 0) -> Iterator[str]:
    return (match[0] for match in re.finditer(pattern, text, flags))


_VOWEL = re.compile(r"[aeiou]", re.IGNORECASE)
_LIKE_YOU = re.compile(r"uni(?!n|m)|us[eu]|eu|one\b|once|ut[ei]|uri|ura|u-|ufo", re.IGNORECASE)
_SILENT_H = re.compile(r"hour|honou?r|heir|herb\b", re.IGNORECASE)
_SPELT_AN = re.compile(r"[AEFHILMNORSX](?=[A-Z]|-)")
_SPELT_A = re.compile(r"[BCDGJKPQTUVWYZ](?=[A-Z]|-)")


def _takes_an(word: str) -> bool:
    """Return whether a word begins with the sound of a vowel; capitals in a row are spelt out."""
    if _SPELT_AN.match(word):
        return True
    if _SPELT_A.match(word) or _LIKE_YOU.match(word):
        return False
    return bool(_VOWEL.match(word) or _SILENT_H.match(word))


def article(sentence: Sentence) -> Iterator[str]:
    """An indefinite article that does not fit the sound of the next word."""
    for match in re.finditer(r"\b([Aa]n?) (?!of\b|is\b)([\w'-]+)", sentence.text):
        if (match[1].lower() == "an") != _takes_an(match[2]):
            yield match[0]


def agreement(sentence: Sentence) -> Iterator[str]:
    """A form of be, have or do that does not agree with the noun phrase in the slot."""
    phrase = re.escape(sentence.phrase)
    wrong = "is|was|has|does" if sentence.plural else "are|were|have|do"
    yield from _found(
        rf"(?<!people )(?<!you )(?<!they )\b(?:{wrong}) {phrase}(?![\w-])(?!'s)", sentence.text, re.IGNORECASE
    )
    yield from _found(rf"(?:^|, |where |when |that |which |as ){phrase} (?:{wrong})\b", sentence.text)


_VERB_AFTER_DO = re.compile(r"(?:ed|[^s]s|ing)$")
_NOT_VERBS = frozenset(
    {
        "always",
        "perhaps",
        "need",
        "feed",
        "speed",
        "breed",
        "focus",
        "bleed",
        "seed",
        "bring",
        "exceed",
        "succeed",
    }
)


def base_form(sentence: Sentence) -> Iterator[str]:
    """No base form of the verb after do, does or did and the noun phrase."""
    for match in re.finditer(
        rf"\b(?:do|does|did) {re.escape(sentence.phrase)} ([a-z]+)", sentence.text, re.IGNORECASE
    ):
        if match[1] in {"is", "was", "has", "had", "are"} or (
            _VERB_AFTER_DO.search(match[1]) and match[1] not in _NOT_VERBS
        ):
            yield match[0]


_FINITE = re.compile(r"(?:s|ed|ew|ang|[a-z]{2,}ough?t|ose|old|ound|ood|ay|ent|ell|rew)$")
_OTHERS = re.compile(
    r"and|at|began|burned|by|came|can|chose|could|did|died|drove|fell|first|flew|for|"
    r"from|gave|got|grew|had|held|in|knew|lay|led|made|mainly|may|met|might|mostly|"
    r"must|never|normally|now|of|officially|on|once|or|originally|ran|rose|sang|sank|sat|set|"
    r"spoke|still|stood|taught|to|took|typically|usually|went|will|with|won|won't|would|wrote"
)
"""Adverbs, irregular forms of the past, and words that follow where the slot ends its clause."""


def third_person(sentence: Sentence) -> Iterator[str]:
    """A base form of a verb after one thing in a relative clause ("where this church stand")."""
    if sentence.plural:
        return
    for match in re.finditer(rf"\b(?:where|that|which) {re.escape(sentence.phrase)} ([a-z]+)", sentence.text):
        if not _OTHERS.fullmatch(match[1]) and not _FINITE.search(match[1]):
            yield match[0]


_PREPOSITIONS = "of|in|on|at|to|for|with|by|from|into|onto|over|under"


def doubled(sentence: Sentence) -> Iterator[str]:
    """A word twice in a row, or two simple prepositions in a row."""
    yield from _found(r"\b(?!that\b|had\b)([A-Za-z]+) \1\b", sentence.text, re.IGNORECASE)
    yield from _found(rf"\b(?:{_PREPOSITIONS}) (?:{_PREPOSITIONS})\b", sentence.text, re.IGNORECASE)


def possessive(sentence: Sentence) -> Iterator[str]:
    """A possessive that is none: "s's", "its'", "it's" for "its"."""
    yield from _found(
        r"\b\w+'s's?\b|\b(?:its|his|her|whose)'|\bit's\b|\b\w+s's\b", sentence.text, re.IGNORECASE
    )


_PROPER = (
    "american|european|asian|african|english|british|french(?! fr(?:y|ies)\\b)|german|italian|chinese|"
    "japanese|christian|christmas|easter|ferris|ipods?|wii|tvs?|cds?|dvds?|cpus?|suvs?|usb|lcd|rolodex|segway"
)


def capitals(sentence: Sentence) -> Iterator[str]:
    """A sentence that begins small, or a name or an abbreviation in small letters."""
    yield from _found(r"(?:^|[.?!] )[a-z]\w*", sentence.text)
    yield from _found(rf"\b(?:{_PROPER})\b", sentence.text)


def marks(sentence: Sentence) -> Iterator[str]:
    """Spaces or marks too many, too few, or of the wrong sort."""
    yield from _found(r"  |^ | $| [?.,;:]|,[^\s\d]|[?.,;:]{2}|[?.!](?=[A-Za-z])|[“”‘’]", sentence.text)
    yield from _found(r"[^?.]$|\?\.|(?<=[?]) \S+", sentence.text)


def lists(sentence: Sentence) -> Iterator[str]:
    """A list of three without the comma before its last member, or a pair with one."""
    yield from _found(r"\b\w+, \w+ (?:or|and) \w+", sentence.text)


def request(sentence: Sentence) -> Iterator[str]:
    """A request that ends as a question, or the other way round."""
    *_, last = re.split(r"(?<=\.) ", sentence.text)
    asks = re.match(r"(?:Name|Give|Tell|State|Identify|Look)\b", last)
    if bool(asks) == last.endswith("?"):
        yield last[-12:]


RULES: tuple[Rule, ...] = (
    article, agreement, base_form, third_person, doubled, possessive, capitals, marks, lists, request,
)  # fmt: skip


def slips(sentence: Sentence) -> Iterator[tuple[str, str]]:
    """Yield the name of the rule and the place of every slip."""
    for rule in RULES:
        for place in rule(sentence):
            yield rule.__name__, place
