"""One fault of each kind planted in a record: verification finds it, and finds nothing elsewhere."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from .planting import Copy, Row

Spoil = Callable[[Row], None]
WHERE_FROM, WHEN, CAPITAL, HOW_LONG = "P495", "P575", "P36", "P3063"


def test_sound_dataset_has_no_faults_and_every_check_ran(copy: Copy) -> None:
    findings = copy.found(seal=False)
    assert dict(findings.faults) == {}
    records = sum(len(copy.records("U", part)) for part in ("train", "test"))
    assert records > 50
    per_record = (
        "identity",
        "route",
        "answers",
        "answer form",
        "query",
        "referent",
        "options",
        "split",
        "fields",
        "sub-questions",
        "ladder",
        "weight",
        "consistency",
    )
    assert {name: findings.checked[name] for name in per_record} == dict.fromkeys(per_record, records)
    assert findings.checked["forms"] == 6
    assert findings.checked["checksums"] > 20


def assert_found(copy: Copy, question: str, *checks: str) -> None:
    """Check that these checks find something, and that nothing is found about any other question.

    A ladder and a consistency set tie a question to others, about which more may be found.
    """
    findings = copy.found()
    assert set(checks) <= set(findings.faults)
    for check, examples in findings.examples.items():
        assert check in ("ladder", "consistency") or all(
            example.startswith(f"{question}: ") for example in examples
        )


def setting(field: str, value: object) -> Spoil:
    return lambda record: record.update({field: value})


def in_route(place: int, field: str, value: str) -> Spoil:
    return lambda record: record["route"][place].update({field: value})


def in_part(place: int, **values: object) -> Spoil:
    return lambda record: record["sub_questions"][place].update(values)


@pytest.mark.parametrize(
    ("prop", "spoil", "check"),
    [
        # identity: the id is a hash of image, object, route, clause and template
        (WHERE_FROM, setting("template", "P495:00000000"), "identity"),
        (WHERE_FROM, setting("clause", "next to the rock"), "identity"),
        # route
        (WHERE_FROM, in_route(0, "statement", "Q34493-minted-0000000000000000"), "route"),
        (WHERE_FROM, setting("hops", 2), "route"),
        (CAPITAL, setting("entity_id", "Q142"), "route"),
        # answers
        (WHERE_FROM, lambda record: record["answer_items"][0].update(label="Germania"), "answers"),
        (
            WHERE_FROM,
            setting("answer_items", [{"item": "Q142", "label": "France", "forms": ["France"]}]),
            "answers",
        ),
        # answer form
        (WHERE_FROM, lambda record: record["answers"].append("Q183"), "answer form"),
        (WHERE_FROM, lambda record: record["answers"].append("Point(13.38 52.51)"), "answer form"),
        (WHEN, lambda record: record["answers"].append("1885-01-01T00:00:00Z"), "answer form"),
        (WHEN, lambda record: record["tolerance"].update(high="1886-12-31"), "answers"),
        (WHERE_FROM, lambda record: record["answers"].append("https://example.org/germany"), "answer form"),
        (HOW_LONG, lambda record: record["answers"].append("9"), "answer form"),
        # query
        (
            WHERE_FROM,
            lambda record: record.update(sparql=record["sparql"].replace("Q34493", "Q144")),
            "query",
        ),
        # referent
        (WHERE_FROM, lambda record: record["boxes"][0].update(x=1), "referent"),
        (WHERE_FROM, setting("boxes", []), "referent"),
        (WHERE_FROM, lambda record: record.update(question="Which country does it come from?"), "referent"),
        # fields: what is copied from the tables
        (WHERE_FROM, setting("image_url", "https://example.org/other.jpg"), "fields"),
        (WHERE_FROM, setting("width", 801), "fields"),
        (WHERE_FROM, setting("height", None), "fields"),
        (WHERE_FROM, setting("source", "visual_genome"), "fields"),
        (WHERE_FROM, setting("entity_label", "tricycle"), "fields"),
        (WHERE_FROM, setting("property_label", "origin"), "fields"),
        (WHERE_FROM, setting("domains", ["animals"]), "fields"),
        (WHERE_FROM, setting("domains", []), "fields"),
        (WHERE_FROM, setting("answer_kind", "text"), "fields"),
        (WHERE_FROM, setting("ladder_id", "0" * 16), "fields"),
        (WHERE_FROM, setting("has_scene_graph", True), "fields"),
        (WHERE_FROM, setting("clause_predicate", "on"), "fields"),
        (WHERE_FROM, lambda record: record["tags"].__setitem__(0, "facts:curated"), "fields"),
        (WHERE_FROM, lambda record: record["tags"].append("facts:wikidata"), "fields"),
        (WHERE_FROM, lambda record: record["tags"].__setitem__(1, "noun:fallback"), "referent"),
        (WHERE_FROM, setting("weight", 2.0), "weight"),
        # sub-questions
        (CAPITAL, setting("sub_questions", []), "sub-questions"),
        (CAPITAL, lambda record: record["sub_questions"].pop(), "sub-questions"),
        (CAPITAL, in_part(0, question="Which country is this from?"), "sub-questions"),
        (CAPITAL, in_part(0, answer="Italy"), "sub-questions"),
        (CAPITAL, in_part(0, answers=["Germany", "France"]), "sub-questions"),
        (CAPITAL, in_part(0, template="P495:00000000"), "sub-questions"),
        (CAPITAL, in_part(0, property_id="P84"), "sub-questions"),
        (CAPITAL, in_part(1, question="What is the capital of Italy?"), "sub-questions"),
        (CAPITAL, in_part(1, answer="Rome"), "sub-questions"),
        (CAPITAL, in_part(0, question_id=None), "ladder"),
        (CAPITAL, in_part(1, question_id="0" * 20), "ladder"),
        (WHERE_FROM, lambda record: record["tags"].pop(1), "referent"),
        (WHERE_FROM, lambda record: record["tags"].remove("guessable"), "fields"),
        (HOW_LONG, lambda record: record["tags"].append("guessable"), "fields"),
        (WHERE_FROM, setting("noun", "animal"), "referent"),
        # options
        (WHERE_FROM, lambda record: _replace_option(record, "Atlantis"), "options"),
        (CAPITAL, lambda record: _replace_option(record, "1897"), "options"),
        (WHEN, lambda record: _replace_option(record, "1885 BC"), "options"),
        (WHEN, lambda record: _replace_option(record, "June 1820"), "options"),
        (WHEN, lambda record: _replace_option(record, "1850"), "options"),
        (WHEN, lambda record: _replace_option(record, "Paris"), "options"),
        (HOW_LONG, lambda record: _replace_option(record, "12 months"), "options"),
        (HOW_LONG, lambda record: _replace_option(record, "12"), "options"),
        (HOW_LONG, lambda record: _replace_option(record, "Paris"), "options"),
        (WHERE_FROM, lambda record: record.update(correct=(record["correct"] + 1) % 4), "options"),
        (WHERE_FROM, setting("correct", 4), "options"),
        (WHERE_FROM, setting("correct", -1), "options"),
        (WHERE_FROM, setting("n_distractors", 2), "options"),
        (
            WHERE_FROM,
            lambda record: record.update(choices=[record["answer"]], correct=0, n_distractors=0),
            "options",
        ),
        (WHERE_FROM, lambda record: _replace_option(record, "Q142"), "options"),
        (WHERE_FROM, lambda record: _replace_option(record, "  GERMANY! "), "options"),
    ],
)
def test_fault_in_a_record_is_found(copy: Copy, prop: str, spoil: Spoil, check: str) -> None:
    assert_found(copy, copy.change(prop, spoil), check)


def _wrong_places(record: Row) -> list[int]:
    return [place for place in range(len(record["choices"])) if place != record["correct"]]


def _replace_option(record: Row, text: str) -> None:
    record["choices"][_wrong_places(record)[0]] = text


def test_two_options_alike_are_found(copy: Copy) -> None:
    def spoil(record: Row) -> None:
        one, other, *_ = _wrong_places(record)
        record["choices"][one] = record["choices"][other].upper() + "!"

    assert_found(copy, copy.change(WHEN, spoil), "options")


def test_other_form_of_the_answer_among_the_options_is_found(copy: Copy) -> None:
    def spoil(record: Row) -> None:
        record["answers"].append("Federal Republic")
        _replace_option(record, "federal republic")

    assert_found(copy, copy.change(WHERE_FROM, spoil), "options")


def test_answer_shown_that_is_not_accepted_is_found(copy: Copy) -> None:
    assert_found(copy, copy.change(WHERE_FROM, setting("answers", ["Deutschland"])), "answers")


def test_answer_that_is_no_longer_in_the_facts_is_found(copy: Copy) -> None:
    def spoil(record: Row) -> None:
        record["route"][-1].update(object="Q142")
        record.update(
            answer_items=[{"item": "Q142", "label": "France", "forms": ["France"]}], answers=["France"]
        )
        record["choices"] = ["France", "Italy"]
        record.update(answer="France", correct=0, n_distractors=1)

    assert_found(copy, copy.change(WHERE_FROM, spoil), "route", "query")


def test_route_with_a_gap_is_found(copy: Copy) -> None:
    def spoil(record: Row) -> None:
        record["route"] = record["route"][1:]
        record["hops"] = 1

    assert_found(copy, copy.change(CAPITAL, spoil), "route")


def test_property_that_is_not_the_last_of_the_route_is_found(copy: Copy) -> None:
    assert_found(copy, copy.change(WHERE_FROM, setting("property_id", "P17")), "route")


def test_id_of_another_question_is_found(copy: Copy) -> None:
    copy.change(WHERE_FROM, setting("question_id", "0" * 20))
    assert_found(copy, "0" * 20, "identity")


def test_object_that_is_not_annotated_is_found(copy: Copy) -> None:
    assert_found(copy, copy.change(WHERE_FROM, setting("object_id", "third")), "identity", "referent")


@pytest.mark.parametrize(
    "spoil",
    [
        setting("clause_predicate", "on"),
        setting("clause_role", "object"),
        setting("clause_object_id", "second"),
        setting("clause_object_id", "nobody"),
    ],
)
def test_clause_that_the_annotations_do_not_bear_out_is_found(copy: Copy, spoil: Spoil) -> None:
    assert_found(copy, copy.change(WHERE_FROM, spoil, clause=True), "referent")


@pytest.mark.parametrize("values", ["", "wd:Q142", "wd:Q183 wd:Q142"])
def test_query_that_gives_other_values_is_found(copy: Copy, values: str) -> None:
    prefix = "PREFIX wd: <http://www.wikidata.org/entity/>"
    query = f"{prefix} SELECT ?answer WHERE {{ VALUES ?answer {{ {values} }} }}"
    assert_found(copy, copy.change(WHERE_FROM, setting("sparql", query)), "query")


@pytest.mark.parametrize(
    "spoil", [in_part(0, answer="tree"), in_part(0, question="Where is it?"), in_part(0, question_id="x")]
)
def test_sub_question_about_the_clause_that_is_another_is_found(copy: Copy, spoil: Spoil) -> None:
    found = copy.change(WHERE_FROM, spoil, clause=True)
    assert {"sub-questions", "ladder"} & copy.found().faults.keys(), found


def _longer(row: Row) -> None:
    row["wordings"] += [{**row["wordings"][0], "question": f"Number {n}?"} for n in range(8)]


@pytest.mark.parametrize(
    "spoil",
    [
        setting("consistency_id", "0" * 16),
        setting("question_id", "0" * 20),
        setting("image_id", "i99"),
        setting("split", "test"),
        lambda row: row["wordings"].reverse(),
        lambda row: row["wordings"].append(row["wordings"][0]),
        lambda row: row["wordings"].__delitem__(slice(1, None)),
        lambda row: row["wordings"][1].update(question="Is it German?"),
        lambda row: row["wordings"][1].update(template="P495:00000000"),
        _longer,
    ],
)
def test_fault_in_a_consistency_set_is_found(copy: Copy, spoil: Spoil) -> None:
    first, *rest = copy.records("consistency", "train")
    spoil(first)
    copy.write("consistency", "train", [first, *rest])
    assert copy.faults()["consistency"] >= 1


def test_consistency_set_in_the_other_parts_file_is_found(copy: Copy) -> None:
    first, *rest = copy.records("consistency", "train")
    copy.write("consistency", "train", rest)
    rows = [first, *copy.records("consistency", "test")]
    copy.write("consistency", "test", sorted(rows, key=lambda row: (row["image_id"], row["question_id"])))
    assert copy.faults() == {"consistency": 1}


def test_only_so_many_examples_are_kept_and_all_are_counted(copy: Copy) -> None:
    for part in ("train", "test"):
        for which in ("U", "B"):
            records = copy.records(which, part)
            for record in records:
                record["hops"] += 1
            copy.write(which, part, records)
    findings = copy.found()
    assert findings.faults["route"] == findings.checked["route"]
    assert len(findings.examples["route"]) == 5
