"""Class nouns: near and familiar ones first, never a thing's own name."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from pipeline.base.errors import TemplateError
from pipeline.language.grammar import Grammar
from pipeline.language.nouns import Concept, Nouns, read_nouns

TEXT = """
[vehicle]
singular = "vehicle"
plural = "vehicles"
items = ["Q42889"]
synsets = ["vehicle.n.01", "public_transport.n.01"]
except = ["sled.n.01"]
familiarity = 5

[wheeled_vehicle]
singular = "wheeled vehicle"
plural = "wheeled vehicles"
synsets = ["wheeled_vehicle.n.01"]
familiarity = 2

[bus]
singular = "bus"
plural = "buses"
items = ["Q5638"]
synsets = ["bus.n.01"]
familiarity = 5

[scissors]
singular = "scissors"
plural = "scissors"
synsets = ["scissors.n.01"]
familiarity = 4
kind_noun = "cutting tool"
this = "this pair of scissors"
the = "the pair of scissors"

[[rejected]]
item = "Q5119"
label = "capital"
reason = "too wide"
"""


@pytest.fixture
def nouns(tmp_path: Path, english: Grammar) -> Nouns:
    return written(tmp_path, english, TEXT)


def written(folder: Path, grammar: Grammar, text: str) -> Nouns:
    path = folder / "things.toml"
    path.write_text(text, encoding="utf-8")
    return read_nouns([path], grammar)


def concept(
    key: str = "minibus.n.01",
    synsets: Mapping[str, int] | None = None,
    items: Mapping[str, int] | None = None,
    *names: str,
) -> Concept:
    above = synsets or {}
    own = tuple(name for name, distance in above.items() if distance == 0)
    return Concept(key, "", own, above, items or {}, frozenset(names))


MINIBUS = {
    "minibus.n.01": 0,
    "bus.n.01": 1,
    "wheeled_vehicle.n.01": 2,
    "public_transport.n.01": 2,
    "vehicle.n.01": 3,
}


def test_all_nouns_of_the_chain_fit_at_their_smallest_distance(nouns: Nouns) -> None:
    assert nouns.distances(concept(synsets=MINIBUS)) == {"bus": 1, "wheeled_vehicle": 2, "vehicle": 2}


def test_wordnet_goes_before_wikidata_where_it_knows_the_thing(nouns: Nouns) -> None:
    assert nouns.distances(concept(synsets={"sofa.n.01": 0}, items={"Q42889": 2})) == {}
    assert nouns.distances(concept(items={"Q42889": 2, "Q5638": 0})) == {"vehicle": 2, "bus": 0}


def test_near_and_familiar_nouns_are_chosen(nouns: Nouns) -> None:
    # Costs: bus 1, vehicle 2, wheeled vehicle 2 + 1.5 x 3.
    assert nouns.choose(concept(synsets=MINIBUS)) == ["bus", "vehicle"]
    assert nouns.choose(concept(synsets=MINIBUS), most=3) == ["bus", "vehicle", "wheeled_vehicle"]
    assert nouns.choose(concept(synsets=MINIBUS), most=1) == ["bus"]


def test_familiarity_is_worth_one_and_a_half_steps(nouns: Nouns) -> None:
    # The rare noun is 4.5 steps dearer than the familiar one.
    far = {"x.n.01": 0, "wheeled_vehicle.n.01": 1, "vehicle.n.01": 5}
    assert nouns.choose(concept(synsets=far)) == ["vehicle", "wheeled_vehicle"]
    farther = {"x.n.01": 0, "wheeled_vehicle.n.01": 1, "vehicle.n.01": 6}
    assert nouns.choose(concept(synsets=farther)) == ["wheeled_vehicle", "vehicle"]


def test_thing_is_never_called_by_its_own_name(nouns: Nouns) -> None:
    own = concept("bus.n.01", {"bus.n.01": 0, "public_transport.n.01": 1}, None, "bus", "autobus")
    assert nouns.choose(own) == ["vehicle"]
    assert "bus" in nouns.distances(own)


def test_exception_keeps_a_noun_from_a_thing_but_not_from_what_could_be_called_so(nouns: Nouns) -> None:
    sled = concept("sled.n.01", {"sled.n.01": 0, "vehicle.n.01": 1})
    assert nouns.choose(sled) == []
    assert nouns.distances(sled) == {"vehicle": 1}
    luge = concept("luge.n.01", {"luge.n.01": 0, "sled.n.01": 1, "vehicle.n.01": 2})
    assert nouns.choose(luge) == ["vehicle"]


def test_thing_that_no_noun_fits_has_none(nouns: Nouns) -> None:
    assert nouns.choose(concept(synsets={"sky.n.01": 0})) == []
    assert nouns.choose(concept()) == []


@pytest.mark.parametrize(
    ("name", "called"),
    [
        ("vehicle", ["vehicle"]),
        ("red vehicle", ["vehicle"]),
        ("two buses", ["bus"]),
        ("wheeled vehicle", ["vehicle", "wheeled_vehicle"]),
        ("bus vehicle stop", ["bus", "vehicle"]),
        ("business", []),
        ("omnibus", []),
        ("", []),
    ],
)
def test_nouns_are_found_as_words_of_a_name(nouns: Nouns, name: str, called: list[str]) -> None:
    assert nouns.called(name) == called


def test_phrases_follow_the_grammar_unless_the_noun_has_its_own(nouns: Nouns) -> None:
    assert nouns.this("bus") == "this bus"
    assert nouns.with_clause("bus") == ("the bus ", "")
    assert nouns.this("scissors") == "this pair of scissors"
    assert nouns.with_clause("scissors") == ("the pair of scissors ", "")


def test_kind_of_thing_has_phrases_of_its_own(nouns: Nouns) -> None:
    assert nouns.this_kind("bus") == "this kind of bus"
    assert nouns.pointing("bus") == ("Look at the bus ", ". ")
    assert nouns.place("bus") == ("Where in the image is the bus ", "?")
    assert nouns.this_kind("scissors") == "this kind of cutting tool"
    assert nouns.pointing("scissors") == ("Look at the pair of scissors ", ". ")


def test_clause_may_stand_before_the_noun_in_another_language(tmp_path: Path, english: Grammar) -> None:
    phrases = english.noun_phrase.model_copy(update={"referent_with_clause": "the {clause} {noun}"})
    other = written(tmp_path, english.model_copy(update={"noun_phrase": phrases}), TEXT)
    assert other.with_clause("bus") == ("the ", " bus")


def test_ids_of_nouns_tell_their_file(nouns: Nouns) -> None:
    assert nouns.key("bus") == "things.bus"


@pytest.mark.parametrize(
    ("noun", "word"),
    [
        ('singular = "footwear"', "footwear"),
        ('singular = "piece of footwear"', "footwear"),
        ('singular = "shoe"', ""),
    ],
)
def test_stilted_word_is_found_alone_and_in_pieces(
    tmp_path: Path, english: Grammar, noun: str, word: str
) -> None:
    entry = f'[worn]\n{noun}\nplural = "any"\nfamiliarity = 5\n'
    text = f'{entry}[[stilted]]\nlabel = "footwear"\nreason = "of shops"\n'
    assert written(tmp_path, english, text).stilted_word("worn") == word


def test_rejected_classes_keep_their_reason(nouns: Nouns) -> None:
    assert nouns.rejected == {"Q5119": "too wide"}
    assert "rejected" not in nouns.nouns


@pytest.mark.parametrize(
    ("old", "new", "place"),
    [
        ("familiarity = 2", "familiarity = 6", "wheeled_vehicle.familiarity"),
        ("familiarity = 2", "familiarity = 0", "wheeled_vehicle.familiarity"),
        ("familiarity = 2", "", "wheeled_vehicle.familiarity"),
        ('plural = "buses"', 'plurals = "buses"', "bus.plural"),
    ],
)
def test_fault_is_named_with_file_noun_and_field(
    tmp_path: Path, english: Grammar, old: str, new: str, place: str
) -> None:
    with pytest.raises(TemplateError) as fault:
        written(tmp_path, english, TEXT.replace(old, new))
    assert (fault.value.path.name, fault.value.place) == ("things.toml", place)
