"""Coarse kinds of things, from class chains."""

from __future__ import annotations

from pathlib import Path

import networkx as nx
import pytest

from pipeline.base.errors import TemplateError
from pipeline.base.resources import resource_dir
from pipeline.knowledge.graph import build_graph
from pipeline.knowledge.kinds import AGENT, Classes, Kinds, read_kinds
from pipeline.wikidata.facts import Entity, Statement

TOML = """
[person]
items = ["Q5"]
synsets = ["person.n.01"]
[artist]
is = ["person"]
items = ["Q483501"]
[organization]
items = ["Q43229"]
[country]
is = ["place"]
items = ["Q6256", "Q3624078"]
synsets = ["country.n.02"]
[city]
is = ["settlement"]
items = ["Q515"]
[settlement]
is = ["place"]
items = ["Q486972"]
[place]
items = ["Q17334923"]
"""


def written(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "kinds.toml"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.fixture
def kinds(tmp_path: Path) -> Kinds:
    return read_kinds(written(tmp_path, TOML))


def graph(*edges: str) -> nx.MultiDiGraph[str]:
    """A graph of "Q1 P31 Q2" statements."""
    parts = [edge.split() for edge in edges]
    statements = [Statement(s, p, "item", v, statement_id=f"{s}-{p}-{v}") for s, p, v in parts]
    names = {item: Entity(item, item.lower()) for s, _, v in parts for item in (s, v)}
    return build_graph(statements, names)


def test_kinds_are_read_in_their_order_with_their_roots(kinds: Kinds) -> None:
    assert kinds.names == ("person", "artist", "organization", "country", "city", "settlement", "place")
    assert kinds.items["Q3624078"] == "country"
    assert kinds.synsets == {"person.n.01": "person", "country.n.02": "country"}


def test_a_kind_is_wider_by_all_that_it_belongs_to(kinds: Kinds) -> None:
    assert kinds.wider["city"] == {"city", "settlement", "place"}
    assert kinds.wider["place"] == {"place"}


def test_a_circle_of_wider_kinds_ends(tmp_path: Path) -> None:
    read = read_kinds(written(tmp_path, '[a]\nis = ["b"]\n[b]\nis = ["a"]\n'))
    assert read.wider == {"a": {"a", "b"}, "b": {"a", "b"}}


@pytest.mark.parametrize(
    ("kind", "wanted", "expected"),
    [
        ("city", [], True),
        ("city", ["city"], True),
        ("city", ["place"], True),
        ("place", ["city"], False),
        ("city", ["person", "settlement"], True),
        ("city", ["person"], False),
        ("thing", [], True),
        ("thing", ["thing"], True),
        ("thing", ["place"], False),
        ("city", ["!person"], True),
        ("city", ["!city"], False),
        ("city", ["!place"], False),
        ("place", ["!city"], True),
        ("city", ["place", "!country"], True),
        ("country", ["place", "!country"], False),
        ("artist", ["place", "!country"], False),
        (AGENT, ["!artist"], True),
        (AGENT, ["!person"], False),
        (AGENT, ["!organization"], False),
        (AGENT, [AGENT], True),
        (AGENT, ["person"], False),
        (AGENT, ["organization"], False),
        (AGENT, ["person", "organization"], True),
        (AGENT, ["person", "organization", "place"], True),
        ("person", [AGENT], True),
        ("organization", [AGENT], True),
        ("place", [AGENT], False),
        ("artist", ["person"], True),
        ("artist", [AGENT], True),
    ],
)
def test_a_kind_fits_a_condition(kinds: Kinds, kind: str, wanted: list[str], expected: bool) -> None:
    assert kinds.fits(kind, wanted) is expected


def test_the_nearest_root_gives_the_kind_and_precedence_decides_ties(kinds: Kinds) -> None:
    assert kinds.nearest({"Q5": 2, "Q515": 1}, kinds.items) == "city"
    assert kinds.nearest({"Q515": 1, "Q6256": 1}, kinds.items) == "country"
    assert kinds.nearest({"Q6256": 1, "Q515": 1}, kinds.items) == "country"
    assert kinds.nearest({"Q404": 0}, kinds.items) is None
    assert kinds.nearest({}, kinds.items) is None


@pytest.mark.parametrize("which", ["items", "synsets"])
def test_a_root_claimed_twice_is_a_template_error_that_names_both(tmp_path: Path, which: str) -> None:
    path = written(tmp_path, f'[a]\n{which} = ["x"]\n[b]\n{which} = ["x"]\n')
    with pytest.raises(TemplateError, match="x belongs to a already") as caught:
        read_kinds(path)
    assert (caught.value.path, caught.value.place) == (path, "b")


def test_what_is_no_toml_is_a_template_error_that_names_the_line(tmp_path: Path) -> None:
    with pytest.raises(TemplateError, match="line 2"):
        read_kinds(written(tmp_path, "[a]\nitems 5\n"))


@pytest.mark.parametrize(
    "text",
    ["a = 1\n", '[a]\nitems = "Q5"\n', "[a]\nitems = 5\n", '[a]\nis = ["no_such"]\n', '[a]\nitem = ["Q5"]\n'],
)
def test_a_malformed_entry_is_a_template_error(tmp_path: Path, text: str) -> None:
    with pytest.raises(TemplateError):
        read_kinds(written(tmp_path, text))


def test_an_empty_file_declares_no_kinds(tmp_path: Path) -> None:
    assert read_kinds(written(tmp_path, "")) == Kinds((), {}, {}, {})


def test_the_project_s_own_kinds_name_only_kinds_that_they_declare() -> None:
    own = read_kinds(resource_dir("templates") / "kinds.toml")
    assert {name for wider in own.wider.values() for name in wider} == set(own.names)


class TestClasses:
    def test_instance_of_comes_first_and_then_subclass_of_only(self, kinds: Kinds) -> None:
        facts = graph("Q1 P31 Q2", "Q2 P279 Q3", "Q3 P31 Q4", "Q1 P84 Q9")
        assert Classes(facts, kinds).above("Q1") == {"Q1": 0, "Q2": 1, "Q3": 2}

    def test_a_class_starts_with_its_own_classes_of_either_sort(self, kinds: Kinds) -> None:
        facts = graph("Q1 P279 Q2", "Q1 P31 Q3", "Q3 P279 Q4")
        assert Classes(facts, kinds).above("Q1") == {"Q1": 0, "Q2": 1, "Q3": 1, "Q4": 2}

    @pytest.mark.parametrize(("levels", "reached"), [(0, 1), (1, 2), (3, 4), (9, 6)])
    def test_chains_are_followed_as_far_as_asked(self, kinds: Kinds, levels: int, reached: int) -> None:
        facts = graph("Q1 P31 Q2", *(f"Q{n} P279 Q{n + 1}" for n in range(2, 6)))
        above = Classes(facts, kinds, levels=levels).above("Q1")
        assert above == {f"Q{n}": n - 1 for n in range(1, reached + 1)}

    def test_six_levels_are_followed_unless_told(self, kinds: Kinds) -> None:
        facts = graph("Q1 P31 Q2", *(f"Q{n} P279 Q{n + 1}" for n in range(2, 12)))
        assert max(Classes(facts, kinds).above("Q1").values()) == 6

    def test_the_shortest_way_counts_and_a_circle_ends(self, kinds: Kinds) -> None:
        facts = graph("Q1 P31 Q2", "Q1 P31 Q4", "Q2 P279 Q3", "Q3 P279 Q4", "Q4 P279 Q1")
        assert Classes(facts, kinds).above("Q1") == {"Q1": 0, "Q2": 1, "Q4": 1, "Q3": 2}

    def test_an_unknown_item_is_only_itself_and_has_no_kind(self, kinds: Kinds) -> None:
        classes = Classes(graph(), kinds)
        assert classes.above("Q404") == {"Q404": 0}
        assert classes.kind("Q404") is None

    def test_the_kind_of_an_item_is_that_of_its_nearest_class(self, kinds: Kinds) -> None:
        facts = graph(
            "Q1 P31 Q2", "Q2 P279 Q515", "Q515 P279 Q486972", "Q1 P31 Q3", "Q3 P279 Q4", "Q4 P279 Q5"
        )
        classes = Classes(facts, kinds)
        assert classes.kind("Q1") == "city"
        assert classes.kind("Q515") == "city"
        assert classes.kind("Q3") == "person"

    def test_values_are_the_items_of_a_property_sorted(self, kinds: Kinds) -> None:
        classes = Classes(graph("Q1 P84 Q3", "Q1 P84 Q2", "Q1 P31 Q5"), kinds)
        assert classes.values("Q1", "P84") == ["Q2", "Q3"]
        assert classes.values("Q404", "P84") == []

    def test_values_hold_an_item_once(self, kinds: Kinds) -> None:
        names = {"Q1": Entity("Q1", "a"), "Q2": Entity("Q2", "b")}
        twice = [Statement("Q1", "P84", "item", "Q2", statement_id=i) for i in ("Q1-A", "Q1-B")]
        assert Classes(build_graph(twice, names), kinds).values("Q1", "P84") == ["Q2"]


@pytest.mark.parametrize(
    ("found", "common"),
    [
        (["city"], "city"),
        (["city", "settlement"], "settlement"),
        (["city", "country"], "place"),
        (["artist", "person"], "person"),
        (["artist", "organization"], AGENT),
        (["artist", AGENT], AGENT),
        (["artist", "city"], "thing"),
        (["time", "time"], "time"),
    ],
)
def test_common_kind_is_the_narrowest_that_holds_of_all(kinds: Kinds, found: list[str], common: str) -> None:
    assert kinds.common(found) == common
    assert kinds.common(found[::-1]) == common


def test_part_of_a_city_is_no_city_whatever_else_its_classes_say() -> None:
    """Manhattan is a borough, Arlington a county, though both are classed as cities too."""
    kinds = read_kinds(resource_dir("templates") / "kinds.toml")
    assert kinds.nearest({"Q408804": 1, "Q515": 1}, kinds.items) == "district"
    assert kinds.nearest({"Q13415368": 1, "Q1549591": 1}, kinds.items) == "county"
    assert kinds.nearest({"Q486972": 1, "Q515": 1}, kinds.items) == "city"
