"""Results as rows, tables, JSON and figures."""

from __future__ import annotations

from collections.abc import Mapping
from xml.etree import ElementTree

import numpy as np

from pipeline.evaluation.questions import Questions, Target, axis, axis_of_sets
from pipeline.evaluation.summary.figure import curve_figure, figure
from pipeline.evaluation.summary.result import Result, summarised
from pipeline.evaluation.summary.text import aligned, tables

_QUESTIONS = Questions(
    ids=["1", "2", "3", "4"],
    targets=[Target("a", ("a",))],
    target_of=[0, 0, 0, 0],
    images=["i", "j", "k", "l"],
    axes=[
        axis("hops", ["1", "1", "2", ""]),
        axis_of_sets("domain", [("x", "y"), ("x",), (), ("y",)]),
    ],
)
_SCORES = {
    "m<1>": {"exact_match": np.array([1.0, 0, 1, 1])},
    "m2": {"exact_match": np.array([0.0, 0, 1, 1])},
}


def _result() -> Result:
    return summarised(_SCORES, _QUESTIONS)


def test_rows_are_of_all_and_of_each_group_that_has_questions() -> None:
    rows = {(row.model, row.by, row.group): row.estimate for row in _result().rows}
    assert rows["m<1>", "all", "all"].mean == 0.75
    assert (rows["m<1>", "hops", "1"].n, rows["m<1>", "hops", "1"].mean) == (2, 0.5)
    assert (rows["m<1>", "domain", "x"].n, rows["m<1>", "domain", "y"].mean) == (2, 1)
    assert ("m<1>", "hops", "") not in rows


def test_only_axes_asked_for_are_summarised() -> None:
    assert summarised(_SCORES, _QUESTIONS, also_by=["hops"]).axes == ["all", "hops"]


def test_json_has_per_cent_and_the_comparisons() -> None:
    content = _result().as_json()
    first = content["scores"][0]
    assert (first["model"], first["by"], first["n"], first["mean"]) == ("m<1>", "all", 4, 75.0)
    assert {"se", "low", "high", "images"} <= set(first)
    (pair,) = content["comparisons"]
    assert (pair["first"], pair["second"], pair["mean"], pair["mcnemar"]) == ("m<1>", "m2", 25.0, 1.0)


def test_tables_name_each_model_and_group() -> None:
    lines = list(tables(_result()))
    assert any(line.split()[:4] == ["exact_match", "m<1>", "4", "75.00"] for line in lines)
    assert any(line.split()[:4] == ["1", "m2", "2", "0.00"] for line in lines)
    assert not any(" to " in line for line in lines if line.startswith("1 "))
    assert any(" to " in line for line in tables(_result(), intervals=True) if line.startswith("1 "))


def test_columns_are_aligned() -> None:
    assert aligned(["a", "n"], [["long", "1"], ["b", "100"]]) == ["a       n", "long    1", "b     100"]


def test_figures_are_xml_with_a_point_for_each_mean() -> None:
    svg = figure("hops", "exact_match", _result().table("hops"))
    root = ElementTree.fromstring(svg)
    titles = [title.text for title in root.iter("{http://www.w3.org/2000/svg}title")]
    assert "m<1>, 1: 50.00 (n = 2)" in titles
    assert len(titles) == 4


def test_the_curve_has_a_line_for_each_model() -> None:
    points: list[Mapping[str, float | int | None]] = [
        {"alpha": 1.0, "n": 3, "tail": 40.0},
        {"alpha": 0.0, "n": 0, "tail": None},
    ]
    root = ElementTree.fromstring(curve_figure({"a": points, "b": points}))
    assert len(list(root.iter("{http://www.w3.org/2000/svg}polyline"))) == 2


def test_measures_stand_in_one_order_in_all_tables() -> None:
    absent, names = float("nan"), ["numeric", "date", "exact"]
    values = ([absent, absent, 1, 1], [1, absent, absent, 1], [1, 1, 1, 1])
    scores = {name: np.array(value, float) for name, value in zip(names, values, strict=True)}
    lines = list(tables(summarised({"m": scores}, _QUESTIONS)))
    headers = [line.split() for line in lines if line.startswith(("hops", "domain"))]
    assert [[name for name in header if name in names] for header in headers] == [names, names]
