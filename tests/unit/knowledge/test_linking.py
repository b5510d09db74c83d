"""Linking keys to items with evidence, over a small WordNet and triples of the live service's form."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pyoxigraph as ox
import pytest

from pipeline.base.errors import InputError
from pipeline.base.hashing import digest
from pipeline.knowledge.linking import Link, Links, Review, Unlinked, link, read_reviews
from pipeline.knowledge.wordnet import Synset, WordNet
from pipeline.wikidata.embedded import EmbeddedEndpoint
from pipeline.wikidata.snapshot import Snapshot

PREFIXES = """
PREFIX wd: <http://www.wikidata.org/entity/>  PREFIX wds: <http://www.wikidata.org/entity/statement/>
PREFIX p: <http://www.wikidata.org/prop/>  PREFIX ps: <http://www.wikidata.org/prop/statement/>
PREFIX wikibase: <http://wikiba.se/ontology#>  PREFIX owl: <http://www.w3.org/2002/07/owl#>
PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#>  PREFIX skos: <http://www.w3.org/2004/02/skos/core#>
PREFIX schema: <http://schema.org/>
wd:P31 wikibase:claim p:P31 ; wikibase:statementProperty ps:P31 .
wd:P279 wikibase:claim p:P279 ; wikibase:statementProperty ps:P279 .
"""
COMMONS = "https://commons.wikimedia.org/wiki/Category:"
VEHICLE = Synset("vehicle.n.01", "04531371-n", (), ("vehicle",), ("Q42889",))
BUS = Synset("bus.n.01", "02927938-n", ("vehicle.n.01",), ("bus", "motor coach"), ())


def said(subject: str, prop: str, value: str, rank: str = "Normal") -> str:
    """A statement; the value is Turtle."""
    node = f"wds:{subject}-{prop}-{digest(value)}"
    return f"wd:{subject} p:{prop} {node} . {node} ps:{prop} {value} ; wikibase:rank wikibase:{rank}Rank .\n"


def linked(turtle: str, *keys: str, bus: Synset = BUS, reviews: dict[str, Review] | None = None) -> Links:
    endpoint = EmbeddedEndpoint(Snapshot((), (), {}))
    endpoint.store.load((PREFIXES + turtle).encode(), format=ox.RdfFormat.TURTLE)
    return link(keys, endpoint, WordNet([VEHICLE, bus]), reviews or {})


BY_P8814 = said("Q5638", "P8814", "'02927938-n'")
BY_NAME = "wd:Q5638 rdfs:label 'Bus'@en .\n"
BY_CLASS = said("Q5638", "P279", "wd:Q42889")
BY_OEWN = replace(BUS, oewn_items=("Q5638",))


class TestSynsets:
    @pytest.mark.parametrize(
        ("turtle", "bus", "evidence"),
        [
            (BY_P8814 + BY_NAME, BUS, "P8814+name"),
            (BY_P8814 + BY_CLASS, BUS, "P8814+class"),
            (BY_NAME, BY_OEWN, "oewn+name"),
            (BY_CLASS, BY_OEWN, "oewn+class"),
            (BY_P8814, BY_OEWN, "P8814+oewn"),
            (BY_P8814 + BY_NAME + BY_CLASS, BY_OEWN, "P8814+oewn+name+class"),
        ],
    )
    def test_two_pieces_of_evidence_link(self, turtle: str, bus: Synset, evidence: str) -> None:
        assert linked(turtle, "bus.n.01", bus=bus) == Links([Link("bus.n.01", "Q5638", evidence)], [])

    @pytest.mark.parametrize(("turtle", "bus", "by"), [(BY_P8814, BUS, "P8814"), ("", BY_OEWN, "oewn")])
    def test_one_piece_is_too_weak_and_says_which(self, turtle: str, bus: Synset, by: str) -> None:
        weak = Unlinked("bus.n.01", "weak_evidence", f"Q5638 by {by}")
        assert linked(turtle, "bus.n.01", bus=bus) == Links([], [weak])

    def test_names_and_classes_alone_make_no_candidate(self) -> None:
        assert linked(BY_NAME + BY_CLASS, "bus.n.01") == Links([], [Unlinked("bus.n.01", "no_candidate")])

    def test_a_deprecated_synset_id_makes_no_candidate(self) -> None:
        turtle = said("Q5638", "P8814", "'02927938-n'", "Deprecated") + BY_NAME
        assert linked(turtle, "bus.n.01") == Links([], [Unlinked("bus.n.01", "no_candidate")])

    @pytest.mark.parametrize("name", ["'BUS'@en", "'motor coach'@mul", "'Motor Coach'@en"])
    def test_a_name_agrees_with_any_lemma_whatever_its_case(self, name: str) -> None:
        found = linked(BY_P8814 + f"wd:Q5638 rdfs:label 'x'@en ; skos:altLabel {name} .", "bus.n.01")
        assert found.linked == [Link("bus.n.01", "Q5638", "P8814+name")]

    @pytest.mark.parametrize("name", ["'buses'@en", "'bus'@de", "'motor_coach'@en"])
    def test_another_name_or_language_does_not_agree(self, name: str) -> None:
        found = linked(BY_P8814 + f"wd:Q5638 rdfs:label {name} .", "bus.n.01")
        assert [u.code for u in found.unlinked] == ["weak_evidence"]

    def test_the_class_may_be_that_of_a_class_and_no_further(self) -> None:
        two = said("Q5638", "P279", "wd:Q7") + said("Q7", "P279", "wd:Q42889")
        three = said("Q5638", "P31", "wd:Q7") + said("Q7", "P279", "wd:Q8") + said("Q8", "P279", "wd:Q42889")
        assert linked(BY_P8814 + two, "bus.n.01").linked == [Link("bus.n.01", "Q5638", "P8814+class")]
        assert [u.code for u in linked(BY_P8814 + three, "bus.n.01").unlinked] == ["weak_evidence"]

    def test_a_deprecated_class_is_no_evidence(self) -> None:
        turtle = BY_P8814 + said("Q5638", "P279", "wd:Q42889", "Deprecated")
        assert [u.code for u in linked(turtle, "bus.n.01").unlinked] == ["weak_evidence"]

    def test_the_candidate_with_more_evidence_wins_whatever_its_id(self) -> None:
        for other in ("Q1", "Q9999999"):
            turtle = BY_P8814 + BY_NAME + said(other, "P8814", "'02927938-n'")
            assert linked(turtle, "bus.n.01").linked == [Link("bus.n.01", "Q5638", "P8814+name")]

    def test_of_equal_candidates_none_is_chosen(self) -> None:
        turtle = BY_P8814 + BY_NAME + said("Q7", "P8814", "'02927938-n'") + "wd:Q7 rdfs:label 'bus'@en ."
        assert linked(turtle, "bus.n.01") == Links(
            [], [Unlinked("bus.n.01", "several_candidates", "Q7 Q5638")]
        )

    def test_weak_candidates_are_weak_before_they_are_several(self) -> None:
        turtle = BY_P8814 + said("Q7", "P8814", "'02927938-n'")
        assert [u.code for u in linked(turtle, "bus.n.01").unlinked] == ["weak_evidence"]

    def test_a_synset_that_31_dropped_has_no_candidate_by_p8814(self) -> None:
        found = linked(BY_P8814 + BY_NAME, "bus.n.01", bus=replace(BUS, wn31=""))
        assert found == Links([], [Unlinked("bus.n.01", "no_candidate")])


class TestProperNames:
    FULL = BY_P8814 + BY_NAME + BY_CLASS

    @pytest.mark.parametrize("lemmas", [("Bus",), ("Bus", "Motor coach"), ("Éva Bus",)])
    def test_a_synset_of_names_only_is_linked_to_none_whatever_the_evidence(
        self, lemmas: tuple[str, ...]
    ) -> None:
        found = linked(self.FULL, "bus.n.01", bus=replace(BY_OEWN, lemmas=lemmas))
        assert found == Links([], [Unlinked("bus.n.01", "proper_name")])

    @pytest.mark.parametrize("lemmas", [("Bus", "motor coach"), ("bus", "Motor coach"), ("8-seat bus",)])
    def test_one_common_noun_is_enough_to_be_considered(self, lemmas: tuple[str, ...]) -> None:
        found = linked(self.FULL, "bus.n.01", bus=replace(BY_OEWN, lemmas=lemmas))
        assert [item.item for item in found.linked] == ["Q5638"]

    def test_a_reviewed_name_is_linked_all_the_same(self) -> None:
        reviews = {"bus.n.01": Review("Q1", "the toy of that name")}
        found = linked("", "bus.n.01", bus=replace(BUS, lemmas=("Bus",)), reviews=reviews)
        assert found.linked == [Link("bus.n.01", "Q1", "reviewed")]


class TestReviews:
    def test_a_reviewed_item_beats_all_evidence(self) -> None:
        found = linked(BY_P8814 + BY_NAME, "bus.n.01", reviews={"bus.n.01": Review("Q1", "the vehicle")})
        assert found == Links([Link("bus.n.01", "Q1", "reviewed")], [])

    def test_a_reviewed_none_leaves_the_key_unlinked_with_the_note(self) -> None:
        found = linked(BY_P8814 + BY_NAME, "bus.n.01", reviews={"bus.n.01": Review("", "a place")})
        assert found == Links([], [Unlinked("bus.n.01", "reviewed_none", "a place")])

    def test_a_reviewed_item_that_was_merged_is_followed(self) -> None:
        found = linked("wd:Q1 owl:sameAs wd:Q2 .", "bus.n.01", reviews={"bus.n.01": Review("Q1", "")})
        assert found.linked == [Link("bus.n.01", "Q2", "reviewed")]

    HEADER = "synset\titem\titem_label\tverdict\tsense\tnote\n"

    def read(self, tmp_path: Path, rows: str) -> dict[str, Review]:
        path = tmp_path / "links.tsv"
        path.write_text(self.HEADER + rows, encoding="utf-8")
        return read_reviews(path)

    def test_a_table_of_reviews_is_read(self, tmp_path: Path) -> None:
        rows = "a.n.01\tQ1\tx\tconfirm\tb.n.02\tyes\nc.n.01\t\t\tnone\t\ta place\n"
        assert self.read(tmp_path, rows) == {
            "a.n.01": Review("Q1", "yes", "b.n.02"),
            "c.n.01": Review("", "a place"),
        }

    @pytest.mark.parametrize(
        "rows",
        ["a.n.01\tQ1\tx\tnone\t\t\n", "a.n.01\t\t\tconfirm\t\t\n", "a.n.01\tQ1\tx\tother\t\t\n" * 2],
    )
    def test_a_contradiction_is_an_input_error_that_names_the_synset(self, tmp_path: Path, rows: str) -> None:
        with pytest.raises(InputError, match=r"stands twice|a verdict that does not fit its item") as caught:
            self.read(tmp_path, rows)
        assert caught.value.place == "a.n.01"

    @pytest.mark.parametrize("row", ["a.n.01\tbus\tx\tother\t\t\n", "a.n.01\tQ1\tx\tperhaps\t\t\n"])
    def test_a_cell_of_another_kind_is_an_input_error(self, tmp_path: Path, row: str) -> None:
        with pytest.raises(InputError):
            self.read(tmp_path, row)


class TestCategories:
    def test_a_category_is_linked_by_its_property(self) -> None:
        turtle = said("Q243", "P373", "'Tour Eiffel, \\u00e9t\\u00e9 (\"X\")'")
        key = 'commons:Tour Eiffel, été ("X")'
        assert linked(turtle, key).linked == [Link(key, "Q243", "P373")]

    def test_a_category_of_several_items_is_linked_to_none(self) -> None:
        turtle = said("Q2", "P373", "'A'") + said("Q1", "P373", "'A'")
        assert linked(turtle, "commons:A").unlinked == [
            Unlinked("commons:A", "category_of_several_items", "Q1 Q2")
        ]

    def test_without_the_property_the_page_on_commons_decides(self) -> None:
        turtle = f"<{COMMONS}Eiffel_Tower_(Paris),_1889> schema:about wd:Q243 ."
        key = "commons:Eiffel Tower (Paris), 1889"
        assert linked(turtle, key).linked == [Link(key, "Q243", "commonswiki")]

    def test_the_property_goes_before_the_page(self) -> None:
        turtle = said("Q1", "P373", "'A'") + f"<{COMMONS}A> schema:about wd:Q2 ."
        assert linked(turtle, "commons:A").linked == [Link("commons:A", "Q1", "P373")]

    def test_a_category_that_nothing_names_is_without_item(self) -> None:
        assert linked("", "commons:A", "commons:").unlinked == [
            Unlinked("commons:", "category_without_item"),
            Unlinked("commons:A", "category_without_item"),
        ]

    @pytest.mark.parametrize(
        ("title", "page"),
        [
            ("Église", "%C3%89glise"),
            ("A;B@C$D!E*F(G),H/I:J", "A;B@C$D!E*F(G),H/I:J"),
            ("What?", "What%3F"),
            ("A~B-C.D", "A~B-C.D"),
            ("St. Peter's", "St._Peter%27s"),
            ("A & B", "A_%26_B"),
            ("C++", "C%2B%2B"),
            ("E=mc", "E%3Dmc"),
        ],
    )
    def test_a_page_is_spelled_as_mediawiki_spells_it(self, title: str, page: str) -> None:
        turtle = f"<{COMMONS}{page}> schema:about wd:Q1 ."
        assert linked(turtle, f"commons:{title}").linked == [Link(f"commons:{title}", "Q1", "commonswiki")]


class TestKeys:
    def test_a_given_item_is_itself_or_what_it_was_merged_into_under_its_old_id(self) -> None:
        assert linked("wd:Q2 owl:sameAs wd:Q3 .", "Q2", "Q1").linked == [
            Link("Q1", "Q1", "given"),
            Link("Q2", "Q3", "given"),
        ]

    def test_what_is_no_key_says_so(self) -> None:
        keys = ["dog.n.01", "run.v.01", "", "Q0", "Commons:A"]
        assert linked("", *keys).unlinked == [Unlinked(key, "not_a_noun_synset") for key in sorted(keys)]

    def test_no_keys_no_links(self) -> None:
        assert linked("") == Links([], [])

    KEYS = ("Q1", "bus.n.01", "commons:A", "vehicle.n.01", "x")

    def test_each_key_comes_out_once_sorted_in_any_order_of_keys(self) -> None:
        turtle = BY_P8814 + BY_NAME + said("Q9", "P373", "'A'")
        found = linked(turtle, *self.KEYS)
        assert [item.key for item in found.linked] == ["Q1", "bus.n.01", "commons:A"]
        assert [item.key for item in found.unlinked] == ["vehicle.n.01", "x"]
        assert linked(turtle, *self.KEYS[::-1]) == found

    @pytest.mark.parametrize("key", ["Q1", "bus.n.01"])
    def test_a_key_given_twice_comes_out_once(self, key: str) -> None:
        found = linked(BY_P8814 + BY_NAME, key, key)
        assert len(found.linked) + len(found.unlinked) == 1
