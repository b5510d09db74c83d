"""WordNet's nouns: lookup and what a synset is a kind of."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.base.errors import InputError
from pipeline.knowledge.wordnet import Synset, WordNet, read_wordnet

HEADER = "synset\twn30\twn31\thypernyms\tlemmas\toewn_items\n"


def synset(name: str, *hypernyms: str, wn31: str = "") -> Synset:
    return Synset(name, wn31 or f"id of {name}", hypernyms, (name.split(".")[0],), ())


def nouns(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "nouns.tsv"
    path.write_text(HEADER + text, encoding="utf-8")
    return path


CAR = synset("car.n.01", "vehicle.n.01", wn31="02961779-n")
VEHICLE = synset("vehicle.n.01", "conveyance.n.03", "artifact.n.01")
CONVEYANCE = synset("conveyance.n.03", "artifact.n.01")
ARTIFACT = synset("artifact.n.01", "entity.n.01", "no_such.n.01")
ENTITY = synset("entity.n.01")
WORDNET = WordNet([CAR, VEHICLE, CONVEYANCE, ARTIFACT, ENTITY])


def test_a_synset_is_found_by_its_name() -> None:
    assert "car.n.01" in WORDNET
    assert WORDNET["car.n.01"] == CAR


@pytest.mark.parametrize("name", ["car.n.02", "car", "", "CAR.N.01", None, 3])
def test_what_is_no_synset_is_not_contained(name: object) -> None:
    assert name not in WORDNET


def test_an_unknown_name_is_a_key_error() -> None:
    with pytest.raises(KeyError):
        WORDNET["bus.n.01"]


def test_a_synset_is_found_by_its_wordnet_31_id() -> None:
    assert WORDNET.by_wn31("02961779-n") == "car.n.01"
    assert WORDNET.by_wn31("02961779") is None


def test_synsets_without_a_31_id_are_found_by_none() -> None:
    assert WordNet([Synset("a.n.01", "", (), (), ()), Synset("b.n.01", "", (), (), ())]).by_wn31("") is None


def test_of_synsets_with_one_31_id_the_same_is_found_in_any_order() -> None:
    merged = [synset("a.n.01", wn31="14802098-n"), synset("b.n.01", wn31="14802098-n")]
    assert WordNet(merged).by_wn31("14802098-n") == WordNet(merged[::-1]).by_wn31("14802098-n")


def test_the_closure_holds_the_shortest_distances_itself_included() -> None:
    assert WORDNET.closure(["car.n.01"]) == {
        "car.n.01": 0,
        "vehicle.n.01": 1,
        "conveyance.n.03": 2,
        "artifact.n.01": 2,
        "entity.n.01": 3,
    }


def test_the_closure_of_several_synsets_starts_at_each() -> None:
    assert WORDNET.closure(["car.n.01", "artifact.n.01"]) == {
        "car.n.01": 0,
        "artifact.n.01": 0,
        "vehicle.n.01": 1,
        "entity.n.01": 1,
        "conveyance.n.03": 2,
    }


def test_unknown_names_have_no_closure() -> None:
    assert WORDNET.closure(["no_such.n.01", ""]) == {}
    assert WORDNET.closure([]) == {}


def test_a_circle_of_hypernyms_ends() -> None:
    circle = WordNet([synset("a.n.01", "b.n.01"), synset("b.n.01", "c.n.01"), synset("c.n.01", "a.n.01")])
    assert circle.closure(["a.n.01"]) == {"a.n.01": 0, "b.n.01": 1, "c.n.01": 2}


_names = [f"{letter}.n.01" for letter in "abcdef"]


@st.composite
def _wordnets(draw: st.DrawFn) -> list[Synset]:
    above = st.lists(st.sampled_from(_names), max_size=3, unique=True)
    return [synset(name, *draw(above)) for name in _names]


@settings(deadline=None, derandomize=True)
@given(_wordnets(), st.lists(st.sampled_from(_names)))
def test_the_closure_steps_by_one_in_any_order_of_rows(synsets: list[Synset], start: list[str]) -> None:
    wordnet = WordNet(synsets)
    closure = wordnet.closure(start)
    assert {name for name, distance in closure.items() if distance == 0} == set(start)
    for name, distance in closure.items():
        above = [closure[h] for h in wordnet[name].hypernyms]
        assert all(step <= distance + 1 for step in above)
        below = [closure[n] for n in closure if name in wordnet[n].hypernyms]
        assert distance == 0 or min(below) == distance - 1
    assert WordNet(synsets[::-1]).closure(start[::-1]) == closure


def test_a_table_is_read_with_lists_split_and_spaces_in_lemmas(tmp_path: Path) -> None:
    path = nouns(
        tmp_path,
        "car.n.01\t02958343-n\t02961779-n\tmotor_vehicle.n.01,x.n.02\tcar,motor_car\tQ1420,Q5\n"
        "entity.n.01\t00001740-n\t00001740-n\t\tentity\t\n",
    )
    wordnet = read_wordnet(path)
    assert wordnet["car.n.01"] == Synset(
        "car.n.01", "02961779-n", ("motor_vehicle.n.01", "x.n.02"), ("car", "motor car"), ("Q1420", "Q5")
    )
    assert wordnet["entity.n.01"] == Synset("entity.n.01", "00001740-n", (), ("entity",), ())


def test_a_packed_table_is_read_too(tmp_path: Path) -> None:
    path = tmp_path / "nouns.tsv.gz"
    path.write_bytes(gzip.compress(f"{HEADER}café.n.01\t0\t1\t\tcafé\t\n".encode()))
    assert read_wordnet(path)["café.n.01"].lemmas == ("café",)


@pytest.mark.parametrize("text", ["", "synset\twn31\n", "name\twn31\thypernyms\tlemmas\toewn_items\n"])
def test_a_table_without_the_columns_is_an_input_error(tmp_path: Path, text: str) -> None:
    path = tmp_path / "nouns.tsv"
    path.write_text(text)
    with pytest.raises(InputError, match="synset"):
        read_wordnet(path)


def test_an_empty_table_is_an_empty_wordnet(tmp_path: Path) -> None:
    assert "car.n.01" not in read_wordnet(nouns(tmp_path, ""))
