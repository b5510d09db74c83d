"""For each check a unit that it finds fault with, and units in which nothing is wrong."""

from __future__ import annotations

from pipeline.base.resources import resource_dir
from pipeline.language.grammar import read_grammar
from pipeline.quality.units import (
    Answer,
    Asked,
    Fact,
    Facts,
    Frequent,
    Numbered,
    Options,
    Places,
    Repeated,
    Shown,
    Text,
    Unit,
)
from pipeline.wikidata.facts import Statement

ENGLISH = read_grammar(resource_dir("templates") / "en" / "lexicon" / "grammar.toml")


def statement(subject: str, prop: str, value: str, unit: str = "", *, read: str = "2026-01") -> Statement:
    kind = "item" if value.startswith("Q") else "time" if "T00" in value else "quantity"
    precision = 0 if kind != "time" else 9 if "-01-01T" in value else 11
    return Statement(subject, prop, kind, value, unit, precision, retrieved_at=read)


def day(year: int) -> str:
    return f"{year:04d}-01-01T00:00:00Z"


def fact(*statements: Statement) -> Fact:
    """Return the first statement, with the others at hand."""
    return Fact(statements[0], Facts(statements))


def text(question: str) -> Text:
    return Text(question, ENGLISH)


def answer(shown: str, *more: str, kind: str = "text", needs_unit: bool = False) -> Answer:
    return Answer(shown, (shown, *more), ENGLISH, kind, needs_unit)


def options(truth: str, *wrong: str, accepted: tuple[str, ...] = (), correct: int = 0) -> Options:
    return Options((truth, *wrong), correct, truth, (truth, *accepted), ENGLISH)


LIFE = statement("Q1", "P569", day(1850))
HEIGHT = statement("Q243", "P2048", "330", "Q11573")

FAULTY: dict[str, list[Unit]] = {
    "E101": [fact(statement("Q90", "P131", "Q90"))],
    "E102": [
        fact(statement("Q1", "P576", day(1850)), statement("Q1", "P571", day(1900))),
        fact(statement("Q1", "P1619", day(1900)), statement("Q1", "P3999", day(1850))),
    ],
    "E103": [
        fact(LIFE, statement("Q1", "P570", day(1840))),
        fact(statement("Q1", "P570", day(1990)), LIFE),
    ],
    "E104": [
        fact(statement("Q1", "P131", "Q2"), statement("Q2", "P131", "Q1")),
        fact(statement("Q1", "P361", "Q2"), statement("Q2", "P361", "Q3"), statement("Q3", "P361", "Q1")),
    ],
    "E105": [fact(statement("Q1", "P2048", "330"), HEIGHT, statement("Q2", "P2048", "8", "Q11573"))],
    "E106": [fact(statement("Q1", "P2046", "0", "Q712226"))],
    "E107": [fact(statement("Q1", "P1619", day(2030)))],
    "W108": [
        fact(statement("Q1", "P1619", day(1889)), statement("Q1", "P1619", day(1902))),
        fact(HEIGHT, statement("Q243", "P2048", "324", "Q11573")),
    ],
    "W109": [fact(statement("Q1", "P1619", day(1860)), statement("Q1", "P571", day(1880)))],
    "E201": [text("which river flows past this castle?"), text("what is this?")],
    "E202": [
        text("Which river flows past this castle"),
        text("Which river flows past this castle?."),
    ],
    "E203": [text("Which river flows past this castle castle?"), text("What is the capital of of it?")],
    "E204": [text("Which  river flows past this castle?"), text("Look at this , please.")],
    "E205": [text("What does a eagle eat?"), text("Who lives in an house like this?")],
    "E206": [text("Who designed the this castle?"), text("Who designed a the castle?")],
    "E207": [
        text("Who designed Q12506 in this image?"),
        text("What was opened on 1889-03-31T00:00:00Z here?"),
        text("Who is shown at https://example.org here?"),
    ],
    "E208": [text("Who designed this castle (ruin)?"), text("Who designed {{ x }}?")],
    "E209": [text("Who designed this замок?")],
    "E210": [text("Who " + "and truly " * 18 + "built this?")],
    "W211": [text("Who " + "and truly " * 12 + "built this?")],
    "E212": [
        text("Name a river past the town where the man who drew the plans that were used was born."),
    ],
    "E221": [answer("Paris", "Q90"), answer("Point(2.35 48.85)"), answer("1889-03-31")],
    "E222": [answer("Paolo Romano (architect)")],
    "E223": [answer("Москва")],
    "E224": [answer("Paris", ""), answer("Paris", "Paris"), Answer("Paris", (), ENGLISH)],
    "E225": [Answer("Paris", ("Lutetia",), ENGLISH)],
    "E226": [answer("330", kind="number", needs_unit=True), answer("1,200", needs_unit=True)],
    "E227": [answer("Paris "), answer("Paris,"), answer("New  York")],
    "W228": [answer("one two three four five six seven eight")],
    "E229": [answer("604.46 square kilometers"), answer("3.4761 meters"), answer("1,204.5 meters")],
    "E241": [Asked("Which of the Czechs' gothic towers is this?", ("Early Gothic", "Gothic"))],
    "W242": [Asked("Which saint gave Saint Petersburg its name?", ("Saint Peter",))],
    "E301": [options("Rome", "Paris", correct=1), options("Rome", "Paris", correct=4)],
    "E302": [
        options("Rome", "roma", accepted=("Roma",)),
        options("3476.2", "3476.200"),
        options("1,200 meters", "1200 meters"),
        options("Hague", "The Hague"),
        options("Kenzō Tange", "Kenzo Tange"),
    ],
    "E303": [options("Rome", "Paris", "paris")],
    "E304": [options("Rome")],
    "E305": [options("Rome", "Q90"), options("Rome", "Point(2 48)")],
    "E306": [options("Russia", "Russian Republic (1918-1923)")],
    "E307": [options("Moscow", "Москва"), options("Moscow", "")],
    "E308": [
        options("March 31, 1889", "1890"),
        options("1890s", "1885"),
        options("12th century", "1150"),
        options("330 meters", "324"),
    ],
    "W309": [
        options("mid-century modern", "Rococo", "Baroque"),
        options("Shreve, Lamb & Harmon", "William Burn", "Odo of Metz"),
        options("Botafogo", "Studio 54", "Area 51"),
    ],
    "W310": [options("United States of America", "Mali", "Peru", "Iran")],
    "W311": [
        options("5,636 meters", "4,790 meters", "3,380 meters"),
        options("2.5 days", "4 days", "3 days"),
    ],
    "W312": [options("Rome", "Rhine", "Rhine Falls")],
    "W313": [options("Nîmes", "Portland", "Oxford")],
    "E401": [Shown("i1", ("test", "train"))],
    "E402": [Numbered("a1", 2, 0), Numbered("a1", 1, 2)],
    "E403": [Numbered("a1", 0, 1)],
    "E404": [Repeated("i1: Who built this?", 2)],
    "W405": [Places((400, 200, 200, 200))],
    "W406": [Frequent("Who built this? Rome", 30, 2_000)],
}
"""Code -> units in which its check, among those of errors, is the only one to find something."""

SOUND: list[Unit] = [
    fact(statement("Q1", "P576", day(1900)), statement("Q1", "P571", day(1850))),
    fact(statement("Q1", "P570", day(1940)), LIFE),
    fact(statement("Q1", "P131", "Q2"), statement("Q2", "P131", "Q3")),
    fact(statement("Q1", "P131", "Q2"), statement("Q2", "P36", "Q1")),
    fact(statement("Q1", "P1083", "500")),
    fact(statement("Q1", "P2044", "-28", "Q11573")),
    fact(statement("Q1", "P1619", day(2030), read="unknown")),
    fact(statement("Q1", "P1619", day(1889)), statement("Q1", "P1619", "1889-03-31T00:00:00Z")),
    fact(statement("Q1", "P84", "Q3"), statement("Q1", "P84", "Q4")),
    text("What did the one who had had it repaired in an hour say to the man from Walla Walla?"),
    text('Look at the animal near "A" on a U.S. flag. Which S-Bahn line leads to a one-room house?'),
    text("Name the river."),
    text("Which river flows past Washington, D.C.?"),
    text("Who founded the Office of J. Smith Jr.?"),
    answer("Coop Himmelb(l)au"),
    answer("March 31, 1889", "31 March 1889", kind="date"),
    answer("9 weeks", "9", "nine weeks", kind="number", needs_unit=True),
    answer("1.8 meters", kind="number", needs_unit=True),
    answer("Straße des 17. Juni"),
    Asked("How many young does this kind of animal usually bear at one time?", ("1", "one")),
    Asked("Which saint is the patron of this kind of animal?", ("Saint Roch",)),
    options("Rome", "Paris", "Peru"),
    options("Gothic Revival architecture", "high-tech architecture", "Rococo"),
    options("AD 998", "1003", "AD 991", "1001"),
    options("15th arrondissement of Paris", "Rome", "1972 Summer Olympics", "Studio 54"),
    options("1,094.3 kilometers", "601.1 kilometers", "929.9 kilometers"),
    options("1 day", "2 days", "3 days"),
    options("108,700", "81,400", "77,500"),
    options("1450", "1,200", "1300"),
    Shown("i1", ("train",)),
    Numbered("a1", 1, 1),
    Numbered("a1", 1, 0),
    Repeated("i1: Who built this?", 1),
    Places((252, 248, 260, 240)),
    Places((2, 0, 0, 0)),
    Frequent("Who built this? Rome", 30, 900),
    Frequent("Who built this? Rome", 30, 4_000),
]
