"""Answers in English: the form shown, and the forms that are accepted."""

from __future__ import annotations

import re
from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.dataset.vocabulary import shipped_library
from pipeline.language.answers import Answers, normal_form
from pipeline.language.grammar import Grammar
from pipeline.values import Item, Precision, Quantity, Time

_IN_OTHERS = re.compile(r" (?:feet|foot|ft|miles?|mi|square miles|sq mi)$")

METRE, KILOMETRE, KILOGRAM, DAY, DOLLAR = "Q11573", "Q828224", "Q11570", "Q573", "Q4917"
CUBIC_METRES_A_SECOND = "Q794261"


@pytest.fixture(scope="module")
def answers(english: Grammar) -> Answers:
    return Answers(
        english,
        shipped_library("en").units,
        {METRE: "metre", "Q577": "year", "Q199": "1", "Q4916": "euro", "Q144": "dog"},
    )


def year(number: int) -> Time:
    return Time(number, 0, 0, Precision.YEAR)


@pytest.mark.parametrize(
    ("time", "forms"),
    [
        (Time(1889, 3, 31, Precision.DAY), ("March 31, 1889", "31 March 1889", "Mar 31, 1889")),
        (Time(1904, 5, 9, Precision.DAY), ("May 9, 1904", "9 May 1904")),
        (Time(2000, 2, 29, Precision.DAY), ("February 29, 2000", "29 February 2000", "Feb 29, 2000")),
        (Time(1889, 3, 0, Precision.MONTH), ("March 1889", "Mar 1889")),
        (year(1889), ("1889",)),
        (year(1000), ("1000",)),
        (year(999), ("AD 999", "999 AD", "999 CE", "999")),
        (year(1), ("AD 1", "1 AD", "1 CE", "1")),
        (year(0), ("1 BC", "1 BCE")),
        (year(-43), ("44 BC", "44 BCE")),
        (year(-12345), ("12346 BC", "12346 BCE")),
        (year(12345), ("12345",)),
        (
            Time(-43, 3, 15, Precision.DAY),
            ("March 15, 44 BC", "March 15, 44 BCE", "15 March 44 BC", "15 March 44 BCE"),
        ),
        (Time(-43, 3, 0, Precision.MONTH), ("March 44 BC", "March 44 BCE")),
        (
            Time(79, 8, 24, Precision.DAY),
            tuple(
                pattern.format(form)
                for pattern in ("AD {}", "{} AD", "{} CE", "{}")
                for form in ("August 24, 79", "24 August 79", "Aug 24, 79")
            ),
        ),
        (Time(1885, 0, 0, Precision.DECADE), ("1880s",)),
        (Time(-43, 0, 0, Precision.DECADE), ("40s BC", "40s BCE")),
        (Time(1850, 0, 0, Precision.CENTURY), ("19th century",)),
        (Time(1150, 0, 0, Precision.CENTURY), ("12th century",)),
        (Time(2050, 0, 0, Precision.CENTURY), ("21st century",)),
        (Time(-449, 0, 0, Precision.CENTURY), ("5th century BC", "5th century BCE")),
        (Time(1500, 0, 0, Precision.MILLENNIUM), ("2nd millennium",)),
        (Time(-2500, 0, 0, Precision.MILLENNIUM), ("3rd millennium BC", "3rd millennium BCE")),
    ],
)
def test_dates_are_written_at_their_precision(answers: Answers, time: Time, forms: tuple[str, ...]) -> None:
    text = answers.text(time)
    assert (text.shown, text.accepted[: len(forms)], text.item) == (forms[0], forms, "")


def test_coarser_date_is_right_as_well(answers: Answers) -> None:
    day = answers.text(Time(1889, 3, 31, Precision.DAY)).accepted
    month = answers.text(Time(1889, 3, 0, Precision.MONTH)).accepted
    assert day[-3:] == ("March 1889", "Mar 1889", "1889")
    assert month == ("March 1889", "Mar 1889", "1889")
    assert answers.text(year(1889)).accepted == ("1889",)
    assert answers.text(Time(-43, 3, 15, Precision.DAY)).accepted[-2:] == ("44 BC", "44 BCE")


@settings(deadline=None)
@given(st.dates(), st.integers(-3000, 3000), st.sampled_from(Precision))
def test_every_date_of_the_calendar_can_be_written(
    english: Grammar, date: object, number: int, precision: Precision
) -> None:
    month, day = (int(part) for part in str(date).split("-")[1:])
    text = Answers(english, {}, {}).text(
        Time(number, month if precision >= 10 else 0, day if precision == 11 else 0, precision)
    )
    assert text.shown == text.accepted[0]
    assert len(set(text.accepted)) == len(text.accepted)
    assert any(char.isdigit() for char in text.shown)


@pytest.mark.parametrize("day", range(32))
def test_every_time_that_is_read_can_be_written(answers: Answers, day: int) -> None:
    # Whether 30 February is refused or read more coarsely is not for this test to say.
    for month in range(13):
        try:
            time = Time.parse(f"1712-{month:02d}-{day:02d}T00:00:00Z", Precision.DAY)
        except ValueError:
            assert day > 29
        else:
            assert "1712" in answers.text(time).shown


@pytest.mark.parametrize(
    ("amount", "unit", "forms"),
    [
        ("324", METRE, ("324 meters", "324 m")),
        ("1", METRE, ("1 meter", "1 m", "one meter")),
        ("1.5", METRE, ("1.5 meters", "1.5 m")),
        ("-3", METRE, ("-3 meters", "-3 m")),
        ("643801", KILOMETRE, ("643,801 kilometers", "643801 kilometers", "643,801 km", "643801 km")),
        ("12", "", ("12", "twelve")),
        ("20", "", ("20", "twenty")),
        ("21", "", ("21",)),
        ("0", "", ("0", "zero")),
        ("301338", "", ("301,338", "301338")),
        ("0.00012", "", ("0.00012",)),
        ("9", DAY, ("9 days", "nine days")),
        (
            "2330",
            CUBIC_METRES_A_SECOND,
            ("2,330 cubic meters per second", "2330 cubic meters per second", "2,330 m³/s", "2330 m³/s"),
        ),
        ("1", DOLLAR, ("1 US dollar", "one US dollar")),
        ("2000", DOLLAR, ("2,000 US dollars", "2000 US dollars")),
        ("5", "Q144", ("5 dog", "five dog")),
    ],
)
def test_amounts_are_written_with_their_unit(
    answers: Answers, amount: str, unit: str, forms: tuple[str, ...]
) -> None:
    text = answers.text(Quantity(Decimal(amount), unit))
    same_unit = tuple(form for form in text.accepted if not _IN_OTHERS.search(form))
    assert same_unit == tuple(dict.fromkeys(forms))
    assert text.shown == forms[0]


def test_amounts_are_accepted_in_the_unit_that_others_use(answers: Answers) -> None:
    assert {"1,063 feet", "1063 feet", "1,063 ft", "1063 ft"} <= set(
        answers.text(Quantity(Decimal(324), METRE)).accepted
    )
    assert "400,039 miles" in answers.text(Quantity(Decimal(643801), KILOMETRE)).accepted


def test_small_amounts_are_not_rounded_to_another_unit(answers: Answers) -> None:
    # Three feet are 0.91 meters.
    assert not any("f" in form for form in answers.text(Quantity(Decimal(1), METRE)).accepted)


def test_digits_that_nobody_would_say_are_rounded_away_but_accepted(answers: Answers) -> None:
    text = answers.text(Quantity(Decimal("3476.2004"), METRE))
    assert text.shown == "3,476 meters"
    assert {"3,476.2004 meters", "3476.2004 meters", "3476.2004 m"} <= set(text.accepted)


def test_whole_numbers_keep_all_digits(answers: Answers) -> None:
    assert answers.text(Quantity(Decimal(1234567), METRE)).shown == "1,234,567 meters"
    assert answers.text(Quantity(Decimal(1234567890123))).shown == "1,234,567,890,123"


@pytest.mark.parametrize(
    ("amount", "unit", "shown"),
    [
        ("12345678901234567", "", "12,345,678,901,234,567"),
        ("12345678901234567", METRE, "12,345,678,901,234,567 meters"),
        ("5.9722E+24", KILOGRAM, "5,972,200,000,000,000,000,000,000 kilograms"),
    ],
)
def test_large_amounts_can_be_written_with_all_digits(
    answers: Answers, amount: str, unit: str, shown: str
) -> None:
    assert answers.text(Quantity(Decimal(amount), unit)).shown == shown


def test_amount_whose_unit_has_no_name_is_not_a_bare_number(english: Grammar) -> None:
    try:
        shown = Answers(english, {}, {"Q3710": ""}).text(Quantity(Decimal(5), "Q3710")).shown
    except ValueError:
        return
    assert shown.strip() != "5"


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ("9 weeks", "9"),
        ("1,200,000 square kilometers", "1200000"),
        ("-40.5 degrees Celsius", "-40.5"),
        ("12", "12"),
        ("weeks", None),
        ("", None),
        ("-", None),
        ("9weeks", None),
    ],
)
def test_amount_is_read_back_from_its_text(answers: Answers, text: str, amount: str | None) -> None:
    assert answers.amount_of(text) == (None if amount is None else Decimal(amount))


def test_text_is_its_only_form(answers: Answers) -> None:
    text = answers.text("Fl W 5s")
    assert (text.shown, text.accepted, text.item) == ("Fl W 5s", ("Fl W 5s",), "")


def test_item_is_shown_by_its_label_and_accepted_by_its_other_names(answers: Answers) -> None:
    text = answers.text(Item("Q40224", "Carl Benz", ("Karl Benz", "Carl Benz", "Карл Бенц", "Q40224", "—")))
    assert (text.shown, text.accepted, text.item) == ("Carl Benz", ("Carl Benz", "Karl Benz"), "Q40224")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("New York", "  new\tYORK "),
        ("Saint-Denis", "Saint Denis"),
        ("“Paris”!", "paris"),
        ("Straße", "STRASSE"),
        ("rock & roll", "rock roll"),
        ("3.5 km", "3.5  KM"),
    ],
)
def test_texts_that_read_alike_have_one_normal_form(one: str, other: str) -> None:
    assert normal_form(one) == normal_form(other)


@pytest.mark.parametrize(
    ("one", "other"), [("3.5", "35"), ("Rome", "Roma"), ("AD 44", "44 BC"), ("1 m", "1")]
)
def test_texts_that_differ_have_different_normal_forms(one: str, other: str) -> None:
    assert normal_form(one) != normal_form(other)


@pytest.mark.parametrize(
    ("label", "aliases", "accepted"),
    [
        ("Gothic architecture", (), ("Gothic architecture", "Gothic")),
        ("architecture", (), ("architecture",)),
        ("Kenzō Tange", (), ("Kenzō Tange", "Kenzo Tange")),
        ("Łódź", ("Lodz",), ("Łódź", "Lodz")),
        ("Aalborg", ("Ålborg",), ("Aalborg", "Ålborg", "Alborg")),
        ("Münster architecture", (), ("Münster architecture", "Münster", "Munster architecture", "Munster")),
    ],
)
def test_names_are_accepted_as_people_type_them(
    answers: Answers, label: str, aliases: tuple[str, ...], accepted: tuple[str, ...]
) -> None:
    assert answers.text(Item("Q1", label, aliases)).accepted == accepted


def test_capital_with_a_dot_is_the_same_letter() -> None:
    assert normal_form("İzmir") in {normal_form("izmir"), "i̇zmir"}


@given(st.text())
def test_normal_form_is_final(text: str) -> None:
    form = normal_form(text)
    assert form == form.strip()
    assert "  " not in form
    assert normal_form(f" {text}\n") == form
