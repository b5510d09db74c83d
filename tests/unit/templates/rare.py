"""Facts of the tests' own about the properties of the paper that the sample has no fact of.

A line holds the subject, its kind, the property, the value (an item, an amount with the item of its unit,
or a text), the kind of an item, and the answer as it must be shown. Items beginning with Q9990 are made
up, where the reference data do not hold the real one; the names are real.
"""

from __future__ import annotations

from dataclasses import dataclass

from pipeline.knowledge.kinds import Kinds
from pipeline.wikidata.facts import Entity, Statement, with_minted_id
from pipeline.wikidata.fetch import INSTANCE_OF

_LINES = """
Q20 Norway | country | P6 | Q291644 Erna Solberg | person |
Q20 Norway | country | P35 | Q57287 Harald V of Norway | person |
Q3409 Sirius | astronomical | P59 | Q10538 Canis Major | astronomical |
Q60235 caffeine | chemical | P117 | Caffeine structure.svg | | Caffeine structure.svg
Q214371 The Great Gatsby | book | P123 | Q845617 Charles Scribner's Sons | organization |
Q48584 Rosetta Stone | artwork | P189 | Q48572 Rosetta | settlement |
Q12495 Burj Khalifa | building | P193 | Q999000001 Samsung C&T | organization |
Q283 water | chemical | P274 | H₂O | | H₂O
Q74287 The Hobbit | book | P291 | Q84 London | settlement |
Q694106 The Oprah Winfrey Show | work | P371 | Q55800 Oprah Winfrey | person |
Q164411 malachite | material | P534 | Q3133 green | |
Q43010 quartz | material | P538 | Q999000002 conchoidal fracture | |
Q213559 Lincoln Memorial | building | P547 | Q91 Abraham Lincoln | person |
Q43010 quartz | material | P556 | Q999000003 trigonal crystal system | |
Q43010 quartz | material | P565 | Q999000004 prismatic habit | |
Q102151 fluorite | material | P589 | Q999000005 hexoctahedral point group | |
Q114675 mica | material | P693 | Q999000006 perfect cleavage | |
Q4176 Cologne Cathedral | building | P708 | Q11805 Roman Catholic Archdiocese of Cologne | organization |
Q546122 Eddystone Lighthouse | building | P1030 | Fl(2) W 10s | | Fl(2) W 10s
Q2 Earth | astronomical | P1096 | 0.0167086 | | 0.0167
Q74287 The Hobbit | book | P1104 | 310 Q1069725 | | 310
Q629 oxygen | chemical | P1108 | 3.44 | | 3.44
Q3409 Sirius | astronomical | P1215 | -1.46 | | -1.46
Q23392 ice | material | P1295 | 0.97 | | 0.97
Q44440 Golden Gate Bridge | building | P1314 | 3 | | 3
Q79934 U.S. Route 66 | place | P1427 | Q1297 Chicago | settlement |
Q79934 U.S. Route 66 | place | P1444 | Q47164 Santa Monica | settlement |
Q213812 Babe Ruth | person | P1449 | The Bambino | | The Bambino
Q3409 Sirius | astronomical | P1457 | 1.42 | | 1.42
Q4724 Le Corbusier | person | P1477 | Charles-Édouard Jeanneret-Gris | | Charles-Édouard Jeanneret-Gris
Q152946 Volkswagen Beetle | vehicle | P1716 | Q246 Volkswagen | organization |
Q154828 Berlin Zoological Garden | place | P1990 | Q140 lion | taxon |
Q3409 Sirius | astronomical | P2060 | 25.4 Q999000901 | | 25.4 solar luminosities
Q1463050 Tesla Model S | vehicle | P2073 | 652 Q828224 | | 652 kilometers
Q2 Earth | astronomical | P2120 | 6371 Q828224 | | 6,371 kilometers
Q3409 Sirius | astronomical | P2214 | 0.37921 Q999000902 | | 0.379 arcseconds
Q174596 Moby-Dick | book | P2438 | Q999000007 Ishmael | person |
Q12506 Hagia Sophia | building | P2561 | Ayasofya | | Ayasofya
Q999000008 The Wretched of the Earth | book | P2679 | Q9364 Jean-Paul Sartre | person |
Q127149 Lolita | book | P2680 | Q36591 Vladimir Nabokov | person |
Q44440 Golden Gate Bridge | building | P2787 | 1280 Q11573 | | 1,280 meters
Q44440 Golden Gate Bridge | building | P2793 | 67 Q11573 | | 67 meters
Q546122 Eddystone Lighthouse | building | P2923 | 41 Q11573 | | 41 meters
Q546122 Eddystone Lighthouse | building | P2929 | 17 Q999000903 | | 17 nautical miles
Q283 water | chemical | P3013 | 0.0728 Q999000904 | | 0.0728 newtons per meter
Q546122 Eddystone Lighthouse | building | P3041 | 26200 Q83216 | | 26,200 candela
Q2875 Gone with the Wind | film | P3174 | Q586320 Lyle R. Wheeler | person |
Q132689 Casablanca | film | P3803 | Q226528 35 mm film | |
Q1670 Main | river | P3871 | Q14565199 right | |
Q999000009 Saturn V | vehicle | P4519 | 140000 Q11570 | | 140,000 kilograms
Q4653 Sherlock Holmes | person | P4584 | Q223131 A Study in Scarlet | book |
Q154828 Berlin Zoological Garden | place | P5023 | Q999000010 no feeding of animals | activity |
Q4653 Sherlock Holmes | person | P5800 | Q215972 protagonist | |
Q1092632 Juliet | person | P6249 | 13 Q577 | | 13 years
Q3409 Sirius | astronomical | P6258 | -16.7161 Q28390 | | -16.7 degrees
Q7186 Marie Curie | person | P8258 | Q413 physics | discipline |
Q152222 Berlin Philharmonic | organization | P8938 | Q999000011 Kirill Petrenko | person |
Q546122 Eddystone Lighthouse | building | P9597 | Q999000012 Fresnel lens | device |
"""

UNITS = {
    "Q999000901": "light-solar-luminosity",
    "Q999000902": "angle-arc-second",
    "Q999000903": "length-nautical-mile",
    "Q999000904": "force-newton per length-meter",
}
"""Units that the tests add to those of `templates/units.toml`."""


@dataclass(frozen=True, slots=True)
class RareFact:
    """One fact, its subject and value by name, the kinds of both (empty if none), and its answer."""

    statement: Statement
    subject: Entity
    subject_kind: str
    value: Entity | None
    value_kind: str
    answer: str


def rare_facts() -> list[RareFact]:
    """Return all of them, in order of their properties."""
    return [_fact(*map(str.strip, line.split("|"))) for line in _LINES.strip().splitlines()]


def _fact(named: str, subject_kind: str, prop: str, value: str, value_kind: str, answer: str) -> RareFact:
    subject = _entity(named)
    first, _, rest = value.partition(" ")
    if first.startswith("Q"):
        statement = Statement(subject.item, prop, "item", first)
        target = _entity(value)
        return RareFact(with_minted_id(statement), subject, subject_kind, target, value_kind, target.label)
    if first.lstrip("-").replace(".", "").isdecimal():
        statement = Statement(subject.item, prop, "quantity", first, unit=rest)
    else:
        statement = Statement(subject.item, prop, "string", value)
    return RareFact(with_minted_id(statement), subject, subject_kind, None, "", answer)


def _entity(named: str) -> Entity:
    item, _, label = named.partition(" ")
    return Entity(item, label)


def class_of(kind: str, kinds: Kinds) -> str:
    """Return the first class that stands for a kind."""
    return next(item for item, of in kinds.items.items() if of == kind)


def statements_of(facts: list[RareFact], kinds: Kinds) -> list[Statement]:
    """Return the facts as statements, with the classes of subjects and values."""
    ends = {(fact.subject.item, fact.subject_kind) for fact in facts}
    ends |= {(fact.statement.value, fact.value_kind) for fact in facts if fact.value_kind}
    classes = (Statement(item, INSTANCE_OF, "item", class_of(kind, kinds)) for item, kind in sorted(ends))
    return [*(fact.statement for fact in facts), *map(with_minted_id, classes)]
