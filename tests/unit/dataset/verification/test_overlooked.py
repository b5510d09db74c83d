"""Faults that verification should find, as a record is to be replayed whole, and does not find yet."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from .planting import Copy, Row

Spoil = Callable[[Row], None]
WHERE_FROM, WHEN, HOW_LONG = "P495", "P575", "P3063"


def shown_as(text: str, old: str) -> Spoil:
    """Give another answer everywhere in the record but in its route."""

    def spoil(record: Row) -> None:
        forms = [form.replace(old, text) for form in record["answers"]]
        record["choices"][record["correct"]] = record["answer"].replace(old, text)
        record["answer"] = record["answer"].replace(old, text)
        record["answers"] = forms
        record["answer_items"] = [{"item": "", "label": record["answer"], "forms": forms}]

    return spoil


@pytest.mark.parametrize(("prop", "old", "new"), [(WHEN, "1885", "1899"), (HOW_LONG, "9 w", "99 w")])
def test_date_or_amount_that_is_not_the_statements_is_found(
    copy: Copy, prop: str, old: str, new: str
) -> None:
    copy.change(prop, shown_as(new, old))
    assert "answers" in copy.faults()


def test_form_that_is_no_name_of_the_answer_is_found(copy: Copy) -> None:
    def spoil(record: Row) -> None:
        record["answers"].append("Atlantis")
        record["answer_items"][0]["forms"].append("Atlantis")

    copy.change(WHERE_FROM, spoil)
    assert "answers" in copy.faults()


def test_record_of_another_snapshot_is_found(copy: Copy) -> None:
    copy.change(WHERE_FROM, lambda record: record.update(snapshot="0123456789abcdef"))
    assert copy.faults() != {}


@pytest.mark.parametrize(
    "spoil",
    [
        lambda record: record.update(question=record["question"].replace("country", "planet")),
        lambda record: record.update(variant="0123abcd"),
    ],
)
def test_text_that_its_wordings_do_not_give_is_found(copy: Copy, spoil: Spoil) -> None:
    copy.change(WHERE_FROM, spoil)
    assert copy.faults() != {}


def test_wrong_box_of_the_other_thing_is_found(copy: Copy) -> None:
    copy.change(WHERE_FROM, lambda record: record["boxes"][1].update(x=1), clause=True)
    assert "referent" in copy.faults()


def test_record_of_b_that_differs_from_us_is_found(copy: Copy) -> None:
    records = copy.records("B", "train")
    records[0]["answer"] = records[0]["choices"][records[0]["correct"]] = "Atlantis"
    copy.write("B", "train", records)
    assert copy.faults() != {}


@pytest.mark.parametrize("text", ["9.00 weeks", "9.0 weeks", "09 weeks"])
def test_option_of_equal_amount_is_found(copy: Copy, text: str) -> None:
    def spoil(record: Row) -> None:
        wrong = next(place for place in range(len(record["choices"])) if place != record["correct"])
        record["choices"][wrong] = text

    copy.change(HOW_LONG, spoil)
    assert "options" in copy.faults()


def test_noun_inside_another_word_is_not_the_noun_shown(copy: Copy) -> None:
    copy.change(
        WHERE_FROM, lambda r: r.update(question="Which land gave gadgets to this vehicleless people?")
    )
    assert "referent" in copy.faults()


def test_record_without_a_route_is_found(copy: Copy) -> None:
    copy.change(WHERE_FROM, lambda record: record.update(route=[]))
    assert "route" in copy.faults()


def test_record_about_an_unknown_image_is_found(copy: Copy) -> None:
    copy.change(WHERE_FROM, lambda record: record.update(image_id="nowhere"))
    assert copy.faults() != {}


def test_query_that_is_no_sparql_is_found(copy: Copy) -> None:
    copy.change(WHERE_FROM, lambda record: record.update(sparql="SELECT nonsense"))
    assert "query" in copy.faults()
