"""The registry of properties: what the paper's code asks, what Wikidata has, and what routes name."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pipeline.dataset.vocabulary import domain_ids, shipped_library
from pipeline.knowledge.kinds import AGENT, NOT, THING, Kinds
from pipeline.language.library import Library
from pipeline.language.packs import (
    Property,
    languages,
    read_properties,
    read_successions,
    read_toml,
)

from .paper import listed

Wikidata = dict[str, dict[str, str]]
KIND_OF_TYPE = {"Time": {"date"}, "Quantity": {"number"}, "Item": {"text", "fixed"}}


def test_paper_lists_157_properties() -> None:
    assert len(listed()) == 157


def test_every_property_of_the_paper_is_registered_with_wordings(registered: dict[str, Property]) -> None:
    assert len([prop for prop in listed() if prop in registered and registered[prop].main]) == 157


def test_property_is_asked_unless_it_is_off_for_a_reason(
    registered: dict[str, Property], properties: dict[str, Property]
) -> None:
    off = {prop: spec.off for prop, spec in registered.items() if spec.off}
    assert set(properties) == set(registered) - set(off)
    trivial = {"P366", "P1535", "P7725"}
    open_lists = {"P516", "P618", "P1034", "P1672"}
    assert set(off) == {"P117", "P279", "P361", "P527", *trivial, *open_lists}
    assert min(len(reason.split()) for reason in off.values()) >= 3


def test_property_of_the_paper_has_its_label_and_type(
    registered: dict[str, Property], wikidata: Wikidata
) -> None:
    for prop, (label, kind) in listed().items():
        assert (prop, registered[prop].label) == (prop, label)
        assert (prop, wikidata[prop]["datatype"]) == (prop, kind)


def test_every_property_is_wikidatas_with_its_label_and_fitting_type(
    registered: dict[str, Property], wikidata: Wikidata
) -> None:
    for prop, spec in registered.items():
        assert (prop, spec.label) == (prop, wikidata[prop]["label"])
        assert spec.answer_kind in KIND_OF_TYPE.get(wikidata[prop]["datatype"], {"text"})


def test_properties_left_out_have_wikidatas_label_and_a_reason(
    templates: Path, registered: dict[str, Property], wikidata: Wikidata
) -> None:
    for prop, entry in read_toml(templates / "unasked.toml").items():
        assert set(entry) == {"label", "reason"}
        assert (prop, entry["label"]) == (prop, wikidata[prop]["label"])
        assert len(entry["reason"].split()) >= 3
        assert prop not in registered


def test_registry_and_wordings_speak_of_the_same_properties(templates: Path) -> None:
    registry = read_properties(sorted((templates / "properties").glob("*.toml")))
    for language in languages(templates):
        worded = {
            prop: entry
            for path in sorted((templates / language).glob("*.toml"))
            for prop, entry in read_toml(path).items()
        }
        assert set(worded) == set(registry)
        for prop, entry in worded.items():
            assert set(entry) <= {"label", "main", "clause", "joint"}
            assert entry["label"] == registry[prop].label


def test_no_property_stands_in_two_files_of_one_folder(templates: Path) -> None:
    for folder in (templates / "properties", templates / "en"):
        names = [prop for path in sorted(folder.glob("*.toml")) for prop in read_toml(path)]
        assert len(set(names)) == len(names)


def test_there_are_twenty_domains_and_each_has_properties(properties: dict[str, Property]) -> None:
    domains = shipped_library("en").domains
    assert len(domains) == 20
    assert {name for spec in properties.values() for name in spec.domains} == set(domains)
    for entry in domains.values():
        assert entry.name
        assert len(entry.examples) >= 2
        assert entry.definition.endswith(".")


def test_examples_of_a_domain_are_wordings_of_its_properties(properties: dict[str, Property]) -> None:
    for domain, entry in shipped_library("en").domains.items():
        patterns = [
            re.escape(wording.text)
            .replace(re.escape("{{ x }}"), "(?:this|the) [a-z ]+")
            .replace(re.escape("{{ kind }}"), "this kind of [a-z]+")
            for spec in properties.values()
            if domain in spec.domains
            for wording in spec.main
        ]
        for example in entry.examples:
            assert any(re.fullmatch(pattern, example) for pattern in patterns), example


@pytest.mark.parametrize("name", ["music", "Music", " film & television "])
def test_domains_are_found_by_id_and_name(name: str) -> None:
    assert len(domain_ids([name], shipped_library("en"))) == 1


def test_files_are_named_after_a_domain_of_their_properties(
    templates: Path, registered: dict[str, Property]
) -> None:
    for path in Library((templates,), "en").property_files:
        for prop in read_toml(path):
            assert (prop, path.stem in registered[prop].domains) == (prop, True)


def test_closed_sets_are_declared_and_used(properties: dict[str, Property]) -> None:
    used = {spec.closed_set for spec in properties.values()} - {""}
    assert used == set(shipped_library("en").closed_sets)


def test_kinds_are_declared(registered: dict[str, Property], kinds: Kinds) -> None:
    known = {*kinds.names, AGENT, THING}
    literal = {"string", "time", "quantity"}
    for prop, spec in registered.items():
        assert (prop, set(spec.subject) - known) == (prop, set())
        assert (prop, {spec.value} - known) == (prop, set())
        for wording in (*spec.main, *spec.clause):
            named = {kind.removeprefix(NOT) for kind in (*wording.subject, *wording.value)}
            assert (prop, named - known - literal) == (prop, set())


def named(successions: dict[str, frozenset[str]]) -> set[str]:
    """Return the properties that routes.toml speaks of."""
    return {prop for path in successions for prop in path.split("/")}.union(*successions.values())


@pytest.fixture(scope="module")
def successions(templates: Path) -> dict[str, frozenset[str]]:
    return read_successions(templates / "routes.toml")


def test_every_property_of_the_routes_is_wikidatas(
    successions: dict[str, frozenset[str]], wikidata: Wikidata
) -> None:
    assert named(successions) <= set(wikidata)


def test_every_property_of_the_routes_is_registered(
    successions: dict[str, frozenset[str]], properties: dict[str, Property]
) -> None:
    assert named(successions) - set(properties) == set()


def test_what_is_passed_through_has_a_clause_and_what_follows_a_question(
    successions: dict[str, frozenset[str]], properties: dict[str, Property]
) -> None:
    for path, then in successions.items():
        prop = path.split("/")[-1]
        if then:
            assert (prop, bool(properties[prop].clause)) == (prop, True)
        for later in then & properties.keys():
            assert (later, bool(properties[later].main)) == (later, True)


def test_joint_wordings_are_for_edges_that_may_follow_each_other(
    successions: dict[str, frozenset[str]], properties: dict[str, Property]
) -> None:
    joints = [(before, prop) for prop, spec in properties.items() for before in spec.joint]
    assert joints
    for before, prop in joints:
        assert prop in successions[before]


def test_after_names_registered_properties_that_have_a_clause(properties: dict[str, Property]) -> None:
    for spec in properties.values():
        for earlier in spec.after:
            assert properties[earlier].clause


def test_volatile_properties_follow_nothing(
    successions: dict[str, frozenset[str]], properties: dict[str, Property]
) -> None:
    volatile = {prop for prop, spec in properties.items() if spec.volatile}
    assert {prop for then in successions.values() for prop in then} & volatile == set()


def test_what_may_follow_can_be_asked_of_such_a_value(
    successions: dict[str, frozenset[str]], properties: dict[str, Property], kinds: Kinds
) -> None:
    dead = [
        (path, later)
        for path, then in successions.items()
        for later in sorted(then & properties.keys())
        if not _can_meet(properties[path.split("/")[-1]].value, properties[later].subject, kinds)
    ]
    assert dead == []


def _can_meet(value: str, wanted: tuple[str, ...], kinds: Kinds) -> bool:
    """Whether a value of that kind, or of a narrower one, can meet a condition."""
    if value == THING or not wanted:
        return True
    narrower = [kind for kind in kinds.names if value in kinds.wider[kind]]
    agents = ["person", "organization"] if value == AGENT else []
    return any(kinds.fits(kind, wanted) for kind in (value, *narrower, *agents))
