"""What checks look at: facts, question texts, answers, options and sets, each only once if it is the same."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from pipeline.language.grammar import Grammar
from pipeline.wikidata.facts import Statement


class Facts:
    """Statements by subject and property, and which properties have amounts with a unit."""

    def __init__(self, statements: Iterable[Statement]) -> None:
        self._found: dict[tuple[str, str], list[Statement]] = {}
        with_unit: Counter[str] = Counter()
        for statement in statements:
            self._found.setdefault((statement.subject, statement.property), []).append(statement)
            if statement.kind == "quantity":
                with_unit[statement.property] += 1 if statement.unit else -1
        self.united = frozenset(prop for prop, balance in with_unit.items() if balance > 0)
        """Properties most of whose amounts have a unit."""

    def of(self, subject: str, *properties: str) -> list[Statement]:
        """Return what is said of a subject by any of these properties."""
        return [s for prop in properties for s in self._found.get((subject, prop), ())]


@dataclass(frozen=True, slots=True)
class Fact:
    """A statement, with all others at hand."""

    statement: Statement
    facts: Facts = field(repr=False)


@dataclass(frozen=True, slots=True)
class Text:
    """The text of a question; `grammar` is that of its language."""

    text: str
    grammar: Grammar = field(repr=False)


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer as shown, and all accepted forms.

    `kind` is fixed, date, number, text or unknown (empty); `needs_unit` tells that most answers of its
    property have one.
    """

    shown: str
    accepted: tuple[str, ...]
    grammar: Grammar = field(repr=False)
    kind: str = ""
    needs_unit: bool = False


@dataclass(frozen=True, slots=True)
class Asked:
    """The text of a question and the forms of its answer."""

    text: str
    accepted: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Options:
    """What is to choose from, the place of the truth, and the answer with its accepted forms."""

    choices: tuple[str, ...]
    correct: int
    answer: str
    accepted: tuple[str, ...]
    grammar: Grammar = field(repr=False)
    wrong: tuple[str, ...] = field(init=False, repr=False, compare=False)
    """The options that are not marked correct."""

    def __post_init__(self) -> None:
        place, choices = self.correct, self.choices
        is_inside = 0 <= place < len(choices)
        wrong = (*choices[:place], *choices[place + 1 :]) if is_inside else choices
        object.__setattr__(self, "wrong", wrong)


@dataclass(frozen=True, slots=True)
class Shown:
    """An image or a photo, and the parts in which it stands."""

    what: str
    parts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Numbered:
    """A question id: how often it stands in U and in B."""

    question_id: str
    in_u: int
    in_b: int


@dataclass(frozen=True, slots=True)
class Repeated:
    """A text that is asked so many times of one image."""

    what: str
    times: int


@dataclass(frozen=True, slots=True)
class Frequent:
    """A text with its answer: how many of all questions it makes."""

    what: str
    times: int
    total: int


@dataclass(frozen=True, slots=True)
class Places:
    """How often the truth stands at each place, among equally many options."""

    times: tuple[int, ...]


Unit = Fact | Text | Answer | Asked | Options | Shown | Numbered | Repeated | Frequent | Places

WORDS: dict[type[Unit], Sequence[str]] = {
    Fact: ("fact", "facts"),
    Text: ("question text", "questions"),
    Answer: ("answer with its accepted forms", "questions"),
    Asked: ("question text with its answers", "questions"),
    Options: ("set of options with its answer", "questions"),
    Shown: ("image or photo", "images"),
    Numbered: ("question id", "questions"),
    Repeated: ("question text of an image", "questions"),
    Frequent: ("question text with its answer", "questions"),
    Places: ("all options of a number", "questions"),
}
"""What each unit is called, and what its findings are counted in."""
