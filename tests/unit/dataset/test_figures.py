"""The figure of answers before and after balancing: well-formed SVG with bars to scale."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree

import pytest

from pipeline.dataset.figures import balance_figure

Row = dict[str, Any]
SVG = "{http://www.w3.org/2000/svg}"


def rows(prop: str, *counts: tuple[str, int, int]) -> list[Row]:
    return [
        {"property_id": prop, "answer": answer, "before": before, "after": after}
        for answer, before, after in counts
    ]


def bars(figure: str) -> dict[str, list[ElementTree.Element]]:
    """Title of a bar -> the bars of that title, in the order drawn."""
    found: dict[str, list[ElementTree.Element]] = {}
    for rect in ElementTree.fromstring(figure).iter(f"{SVG}rect"):
        title = rect.find(f"{SVG}title")
        if title is not None:
            found.setdefault(str(title.text), []).append(rect)
    return found


def panels(figure: str) -> list[str]:
    texts = ElementTree.fromstring(figure).iter(f"{SVG}text")
    return [str(text.text) for text in texts if text.get("font-weight") == "bold"]


def number(bar: ElementTree.Element, side: str) -> float:
    return float(bar.get(side, "nan"))


def test_every_answer_has_a_bar_before_and_after_to_scale() -> None:
    drawn = bars(balance_figure(rows("P84", ("A", 40, 20), ("B", 10, 10))))
    assert set(drawn) == {"A: 40", "A: 20", "B: 10"}
    tall, half = drawn["A: 40"][0], drawn["A: 20"][0]
    before, after = drawn["B: 10"]
    assert number(half, "height") == pytest.approx(number(tall, "height") / 2, abs=0.1)
    assert number(before, "height") == number(after, "height")
    assert number(before, "height") == pytest.approx(number(tall, "height") / 4, abs=0.1)
    assert before.get("fill") == tall.get("fill") != after.get("fill") == half.get("fill")
    assert number(tall, "x") < number(half, "x") < number(before, "x") < number(after, "x")


def test_bars_stand_on_one_line_and_inside_the_picture() -> None:
    figure = balance_figure([row for n in range(9) for row in rows(f"P{n}", ("A", 40, 20), ("B", 10, 0))])
    root = ElementTree.fromstring(figure)
    width, height = number(root, "width"), number(root, "height")
    for drawn in bars(figure).values():
        feet = {round(number(bar, "y") + number(bar, "height")) for bar in drawn}
        assert len(feet) == 3  # three rows of panels
        assert all(0 <= number(bar, "x") <= width - number(bar, "width") for bar in drawn)
        assert max(feet) <= height


def test_answers_are_escaped() -> None:
    assert set(bars(balance_figure(rows("P1", ('"<A&B>"', 2, 1))))) == {'"<A&B>": 2', '"<A&B>": 1'}


def test_largest_properties_come_first() -> None:
    figure = balance_figure(
        [*rows("P1", ("A", 5, 5)), *rows("P2", ("A", 3, 3), ("B", 4, 4)), *rows("P3", ("A", 5, 5))]
    )
    assert panels(figure) == ["P2", "P1", "P3"]


def test_twenty_properties_and_fifteen_answers_are_shown() -> None:
    many = [(f"answer {n:02d}", 100 - n, n) for n in range(20)]
    figure = balance_figure([row for n in range(25) for row in rows(f"P{n:02d}", *many)])
    assert panels(figure) == [f"P{n:02d}" for n in range(20)]
    assert {title.partition(":")[0] for title in bars(figure)} == {answer for answer, *_ in many[:15]}


def test_order_of_the_rows_changes_nothing() -> None:
    distribution = rows("P1", ("A", 5, 1), ("B", 5, 2), ("C", 7, 3))
    assert balance_figure(distribution) == balance_figure(distribution[::-1])


def test_without_questions_the_figure_is_empty_but_well_formed() -> None:
    figure = balance_figure([])
    assert bars(figure) == {}
    assert panels(figure) == []
    assert figure.endswith("</svg>\n")
