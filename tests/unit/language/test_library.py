"""Packs laid over the shipped templates: what each of their files adds, replaces or takes away."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipeline.base.errors import InputError, TemplateError
from pipeline.base.resources import resource_dir
from pipeline.language.library import Library

SHIPPED = resource_dir("templates")
PLAIN = Library((SHIPPED,), "en")
ARCHITECT_WORDINGS = len(PLAIN.properties["P84"].main)
COMMISSIONED = """[P88]
label = "commissioned by"
answer_kind = "text"
domains = ["arts"]
main = ["Who commissioned {{ x }}?"]
clause = ["the one who commissioned {{ x }}"]
"""
NAMES = "name\tnumber\tarticle\tsynset\tkind\ttarget\tnote\n"


def over(folder: Path, **files: str) -> Library:
    """Return the shipped templates with a pack over them; `a__b_toml` is the file a/b.toml."""
    for name, text in files.items():
        path = folder / (name.replace("__", "/").removesuffix("_toml") + ".toml")
        path = path.with_suffix(".tsv") if path.stem == "names" else path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return Library((SHIPPED, folder), "en")


@pytest.mark.parametrize("name", ["museums_toml", "properties__p88_toml", "en__museums_toml"])
def test_a_property_is_added_from_any_of_the_places(tmp_path: Path, name: str) -> None:
    library = over(tmp_path, **{name: COMMISSIONED})
    library.check()
    assert library.properties.keys() == PLAIN.properties.keys() | {"P88"}
    assert library.properties["P88"].main[0].text == "Who commissioned {{ x }}?"
    assert library.properties["P84"] == PLAIN.properties["P84"]


def test_files_of_another_language_are_not_read(tmp_path: Path) -> None:
    assert "P88" not in over(tmp_path, de__museums_toml=COMMISSIONED).properties


def test_wordings_of_one_property_may_be_spread_over_a_packs_files(tmp_path: Path) -> None:
    facts = COMMISSIONED.partition("main =")[0]
    library = over(
        tmp_path, properties__a_toml=facts, en__a_toml='[P88]\nmain = ["Who commissioned {{ x }}?"]\n'
    )
    assert [w.text for w in library.properties["P88"].main] == ["Who commissioned {{ x }}?"]


def test_single_values_are_replaced_and_wordings_stand_beside_the_shipped_ones(tmp_path: Path) -> None:
    library = over(tmp_path, a_toml='[P84]\nmax_answers = 1\nmain = ["Whose design is {{ x }}?"]\n')
    old, new = PLAIN.properties["P84"], library.properties["P84"]
    assert (new.max_answers, new.domains, new.clause) == (1, old.domains, old.clause)
    assert [w.text for w in new.main] == [*(w.text for w in old.main), "Whose design is {{ x }}?"]


def test_wordings_that_replace_stand_alone_and_the_rest_of_the_property_stays(tmp_path: Path) -> None:
    text = '[P84]\nreplace = true\nmain = ["Whose design is {{ x }}?"]\n[P17]\nreplace = false\n'
    library = over(tmp_path, a_toml=text)
    old, new = PLAIN.properties["P84"], library.properties["P84"]
    assert [w.text for w in new.main] == ["Whose design is {{ x }}?"]
    assert (new.clause, new.domains, new.subject) == ((), old.domains, old.subject)
    assert library.properties["P17"] == PLAIN.properties["P17"]
    assert PLAIN.properties["P17"].joint


def test_replacing_takes_joint_wordings_away_too(tmp_path: Path) -> None:
    library = over(tmp_path, a_toml='[P17]\nreplace = true\nmain = ["Which country has {{ x }}?"]\n')
    assert library.properties["P17"].joint == {}


def test_joint_wordings_are_added_to_the_shipped_ones(tmp_path: Path) -> None:
    text = '[P17.joint]\nP19 = ["Which country is {{ x }} a native of?"]\nP88 = ["Whence the {{ x }}?"]\n'
    new, old = over(tmp_path, a_toml=text).properties["P17"].joint, PLAIN.properties["P17"].joint
    assert [w.text for w in new["P19"]] == [
        *(w.text for w in old["P19"]),
        "Which country is {{ x }} a native of?",
    ]
    assert [w.text for w in new["P88"]] == ["Whence the {{ x }}?"]
    assert new["P20"] == old["P20"]


def test_a_property_that_is_off_is_known_but_neither_asked_about_nor_passed_through(tmp_path: Path) -> None:
    library = over(tmp_path, a_toml='[P84]\noff = "architects are dull"\n')
    assert library.properties.keys() == PLAIN.properties.keys() - {"P84"}
    assert library.entries["P84"].off == "architects are dull"


def test_a_later_pack_may_switch_a_property_on_again(tmp_path: Path) -> None:
    over(tmp_path / "one", a_toml='[P84]\noff = "dull"\n')
    over(tmp_path / "two", a_toml='[P84]\noff = ""\n')
    library = Library((SHIPPED, tmp_path / "one", tmp_path / "two"), "en")
    assert library.properties["P84"] == PLAIN.properties["P84"]
    assert "P84" not in Library((SHIPPED, tmp_path / "two", tmp_path / "one"), "en").properties


def test_a_property_without_wordings_is_known_but_not_asked_about(tmp_path: Path) -> None:
    library = over(tmp_path, a_toml=COMMISSIONED.partition("main =")[0])
    assert "P88" in library.entries
    assert "P88" not in library.properties


def test_kinds_get_members_and_new_kinds_are_added(tmp_path: Path) -> None:
    text = '[building]\nitems = ["Q9000001"]\nsynsets = ["pagoda.n.01"]\n'
    text += '[altar]\nis = ["building"]\nsynsets = ["altar.n.01"]\n'
    kinds, old = over(tmp_path, kinds_toml=text).kinds, PLAIN.kinds
    assert kinds.items == {**old.items, "Q9000001": "building"}
    assert kinds.synsets == {**old.synsets, "pagoda.n.01": "building", "altar.n.01": "altar"}
    assert kinds.names == (*old.names, "altar")
    assert kinds.fits("altar", ["building"])


def test_a_member_of_two_kinds_is_refused_with_the_packs_file(tmp_path: Path) -> None:
    library = over(tmp_path, kinds_toml='[building]\nitems = ["Q5"]\n')
    with pytest.raises(TemplateError, match="Q5 belongs to person already") as fault:
        library.check()
    assert fault.value.path == tmp_path / "kinds.toml"


def test_routes_are_extended_and_shipped_groups_may_be_named(tmp_path: Path) -> None:
    text = '[groups]\npatron = ["P19", "P20"]\n[then]\nP84 = ["P88"]\nP88 = ["@patron", "@country"]\n'
    new, old = over(tmp_path, routes_toml=text).successions, PLAIN.successions
    assert new["P84"] == old["P84"] | {"P88"}
    assert {"P19", "P20", "P36", "P37"} <= new["P88"]
    assert {p: s for p, s in new.items() if p not in ("P84", "P88")} == {
        p: s for p, s in old.items() if p != "P84"
    }


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ('[then]\nP84 = "P88"\n', "valid tuple"),
        ('[then]\nP84 = ["architect"]\n', "'architect' after 'P84' is no property"),
        ('[then]\narchitect = ["P84"]\n', "'P84' after 'architect' is no property"),
        ('[then]\nP84 = ["-@person"]\n', "is no property"),
        ('[then]\nP84 = ["@persons"]\n', "no group '@persons'"),
        ('[than]\nP84 = ["P19"]\n', "Field required"),
    ],
)
def test_routes_that_would_lead_nowhere_are_refused(tmp_path: Path, text: str, problem: str) -> None:
    with pytest.raises(TemplateError, match=problem) as fault:
        over(tmp_path, routes_toml=text).check()
    assert fault.value.path == tmp_path / "routes.toml"


def test_closed_sets_units_and_domains_are_added_and_replaced_by_name(tmp_path: Path) -> None:
    library = over(
        tmp_path,
        closed_sets_toml='[seasons]\ncomplete = true\nitems = ["Q1311"]\n'
        '[gender]\ncomplete = false\nitems = ["Q1"]\n',
        units_toml='Q9000002 = "length-meter"\n',
        domains_toml='[museums]\nname = "museums"\ndefinition = "What hangs there."\n',
    )
    assert library.closed_sets.keys() == PLAIN.closed_sets.keys() | {"seasons"}
    assert library.closed_sets["gender"].items == ("Q1",)
    assert library.units == {**PLAIN.units, "Q9000002": "length-meter"}
    assert library.own_units == {"Q9000002": "length-meter"}
    assert PLAIN.own_units == {}
    assert list(library.domains) == [*PLAIN.domains, "museums"]


NOUN = '[{0}]\nsingular = "{1}"\nplural = "{1}s"\nitems = ["{2}"]\nfamiliarity = 3\n'


def test_nouns_are_added_overridden_and_rejected(tmp_path: Path) -> None:
    text = (
        NOUN.format("kiln", "kiln", "Q9000003")
        + NOUN.format("church", "kirk", "Q16970")
        + '[[rejected]]\nitem = "Q9000004"\nreason = "a status"\n'
    )
    library = over(tmp_path, en__lexicon__nouns__places_toml=text)
    nouns, old = library.nouns("places"), PLAIN.nouns("places")
    assert nouns.nouns.keys() == old.nouns.keys() | {"kiln"}
    assert (nouns.this("church"), old.this("church")) == ("this kirk", "this church")
    assert nouns.nouns["church"].items == ("Q16970",)
    assert nouns.rejected == {**old.rejected, "Q9000004": "a status"}
    assert library.nouns("things").nouns == PLAIN.nouns("things").nouns


def test_names_are_added_and_overridden(tmp_path: Path) -> None:
    rows = "halberd\tsingular\t\thalberd.n.01\tdevice\tyes\t\nsky\tplural\t\t\tplace\tno\t\n"
    names = over(tmp_path, en__lexicon__names_toml=NAMES + rows).names
    assert names.keys() == PLAIN.names.keys() | {"halberd"}
    assert names["halberd"].target
    assert (names["sky"].number, PLAIN.names["sky"].number) == ("plural", "singular")


def predicate(name: str, variants: str = "", subject: str = "") -> str:
    clause = f"{subject or name} {{{{ o }}}}"
    return f'[[predicate]]\nname = "{name}"\nvariants = [{variants}]\nsubject = "{clause}"\n'


def test_a_predicate_is_added_and_a_shipped_one_overridden(tmp_path: Path) -> None:
    text = predicate("haunted by") + predicate("on", subject="atop")
    lexicon = over(tmp_path, en__lexicon__predicates_toml=text).lexicon
    assert lexicon.predicates.keys() == PLAIN.lexicon.predicates.keys() | {"haunted by"}
    assert lexicon.predicates["on"].subject == "atop {{ o }}"
    assert PLAIN.lexicon.find("onto") == "on"
    assert lexicon.find("onto") is None


def test_a_raw_form_moves_to_the_predicate_that_claims_it(tmp_path: Path) -> None:
    text = predicate("haunted by", '"on top of", "upon"')
    lexicon = over(tmp_path, en__lexicon__predicates_toml=text).lexicon
    assert PLAIN.lexicon.find("upon") == "on"
    assert lexicon.find("upon") == "haunted by"
    assert lexicon.find("on") == "on"
    assert "upon" not in lexicon.predicates["on"].variants


def test_raw_forms_become_usable_and_unusable_again(tmp_path: Path) -> None:
    raw = next(iter(PLAIN.lexicon.unusable))
    over(tmp_path / "one", en__lexicon__predicates_toml=predicate("haunted by", f'"{raw}"'))
    back = f'[[unusable]]\nvariants = ["{raw}", "on"]\nreason = "says nothing"\n'
    over(tmp_path / "two", en__lexicon__predicates_toml=back)
    usable = Library((SHIPPED, tmp_path / "one"), "en").lexicon
    assert PLAIN.lexicon.find(raw) is None
    assert usable.find(raw) == "haunted by"
    assert raw not in usable.unusable
    unusable = Library((SHIPPED, tmp_path / "one", tmp_path / "two"), "en").lexicon
    assert unusable.find(raw) is None
    assert unusable.find("haunted by") == "haunted by"
    assert unusable.find("on") is None
    assert unusable.why_not(raw) == unusable.why_not("on") == "says nothing"


def test_the_grammar_of_a_shipped_language_is_the_shipped_one(tmp_path: Path) -> None:
    library = over(tmp_path, a_toml=COMMISSIONED, en__lexicon__grammar_toml='locale = "en_GB"\n')
    assert library.grammar == PLAIN.grammar


@pytest.mark.parametrize(
    ("name", "text", "place"),
    [
        ("a_toml", COMMISSIONED + "lable = 1\n", "P88 (line 1), lable"),
        ("a_toml", '[P84]\nmain = ["Who designed it?"]\n', f"P84 (line 1), main.{ARCHITECT_WORDINGS}.text"),
        ("en__a_toml", '[P84.joint]\nP19 = "Who?"\n', "P84 (line 1), joint.P19"),
        ("en__a_toml", '\n[P84]\nmain = "Who designed {{ x }}?"\n', "P84 (line 2), main"),
        ("domains_toml", '[museums]\nname = "museums"\n', "museums.definition"),
        ("closed_sets_toml", '[seasons]\nitems = ["Q1"]\n', "seasons.complete"),
        ("unasked_toml", '[P1]\nlabel = "x"\n', "P1.reason"),
        ("units_toml", "Q1 = 5\n", "Q1"),
        ("kinds_toml", "[king]\nitem = []\n", "king.item"),
        ("en__lexicon__nouns__things_toml", '[kiln]\nsingular = "kiln"\n', "kiln.plural"),
        ("en__lexicon__nouns__things_toml", "[[rejected]]\nitem = 'Q1'\n", "rejected.rows.0.reason"),
        ("en__lexicon__names_toml", NAMES + "ox\tdual\t\t\tanimal\tyes\t\n", "line 2, ox"),
        ("en__lexicon__predicates_toml", predicate("by") + "sobject = 1\n", "predicate 'by'"),
        ("en__lexicon__predicates_toml", predicate("by") * 2, "predicate 'by'"),
        ("en__lexicon__predicates_toml", '[[unusable]]\nvariants = ["by"]\n', "unusable.0.reason"),
        ("en__lexicon__predicates_toml", "[[predicates]]\nname = 'by'\n", "predicates"),
        ("en__lexicon__predicates_toml", 'predicate = ["by"]\n', "predicate.0"),
    ],
)
def test_a_fault_is_named_with_the_packs_file_and_place(
    tmp_path: Path, name: str, text: str, place: str
) -> None:
    library = over(tmp_path, **{name: text})
    with pytest.raises(InputError) as fault:
        library.check()
    assert fault.value.path.is_relative_to(tmp_path)
    assert fault.value.path.is_file()
    assert fault.value.place == place


def test_a_folder_without_a_table_is_no_pack(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("nothing")
    with pytest.raises(TemplateError, match="it is no pack of templates"):
        Library((SHIPPED, tmp_path), "en").check()
    with pytest.raises(TemplateError, match="it is no pack of templates"):
        Library((SHIPPED, tmp_path / "not there"), "en").check()


def test_a_pack_may_hold_names_alone(tmp_path: Path) -> None:
    library = over(tmp_path, en__lexicon__names_toml=NAMES + "halberd\tsingular\t\t\tdevice\tyes\t\n")
    library.check()
    assert "halberd" in library.names
