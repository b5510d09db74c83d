"""The page of a sheet: what is in the file, without a browser."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from pipeline.base.errors import InputError
from pipeline.base.files import write_tsv
from pipeline.evaluation.study.page.write import FIELDS, keys, page, write_page
from pipeline.evaluation.study.sheet import COLUMNS, DRAWN, SHOWN
from pipeline.evaluation.study.verdicts import MEANINGS, SCALES

ATTACK = "</script><!--<script>alert('1')</script>\u2028&amp;\"é"


def _row(name: str, **cells: str) -> dict[str, str]:
    return {**dict.fromkeys((*SHOWN, *DRAWN), "cell"), "question_id": name, **cells}


def _data(html: str) -> dict[str, object]:
    found = re.search(r'<script type="application/json" id="study">(.*?)</script>', html, re.DOTALL)
    assert found
    data: dict[str, object] = json.loads(found[1])
    return data


def test_questions_are_data_that_no_markup_ends() -> None:
    html = page([_row("q0", question=ATTACK)])
    assert _data(html)["rows"] == [_row("q0", question=ATTACK)]
    assert html.count("<script") == html.count("</script>") == 2
    assert "alert('1')" not in html


def test_the_page_carries_the_words_and_columns_of_the_report() -> None:
    data = _data(page([_row("q0")]))
    assert data["columns"] == list(COLUMNS)
    assert data["scales"] == {scale: list(values) for scale, values in SCALES.items()}


def test_a_sheet_of_an_earlier_version_makes_a_page_and_verdicts_without_weights(tmp_path: Path) -> None:
    sheet = tmp_path / "sheet.tsv"
    write_tsv(sheet, (*SHOWN, *SCALES, "remark"), [_row("q0")])
    assert write_page(sheet, tmp_path / "rate.html") == 1
    data = _data((tmp_path / "rate.html").read_text())
    assert data["columns"] == [*SHOWN, *SCALES, "remark"]
    assert data["rows"] == [{name: cell for name, cell in _row("q0").items() if name in SHOWN}]


def test_property_and_weight_go_with_the_verdicts_and_are_not_shown() -> None:
    html = page([_row("q0", property="P84", weight="12.5")])
    assert not set(DRAWN) & set(FIELDS)
    assert _data(html)["rows"] == [_row("q0", property="P84", weight="12.5")]


def test_every_verdict_has_a_key_of_its_own_and_none_moves() -> None:
    assert len(set(keys().values())) == len(keys())
    assert "".join(keys().values()) == "yodn1234gc"
    assert not set(keys().values()) & {"u", "r"}


def test_the_document_lists_the_verdicts_with_their_keys() -> None:
    document = (Path(__file__).resolve().parents[4] / "docs" / "study.md").read_text(encoding="utf-8")
    for (scale, value), key in keys().items():
        assert f"| {scale} | {value} | {key} | {MEANINGS[scale][value]} |" in document


def test_the_page_fetches_nothing_but_images() -> None:
    html = page([_row("q0")])
    assert "default-src 'none'; img-src http: https: file: data:;" in html
    assert not re.search(r"<(link|iframe|object|embed)|<script[^>]* src|@import|url\(", html)


def test_every_field_shown_is_a_column() -> None:
    assert set(FIELDS) <= set(SHOWN)


def test_another_sheet_has_another_store() -> None:
    first, same, other = (_data(page([_row("q0", answer=a)]))["sheet"] for a in ("x", "x", "y"))
    assert first == same != other


def test_verdicts_of_a_sheet_that_is_filled_in_are_left_out(tmp_path: Path) -> None:
    sheet, blank = tmp_path / "filled.tsv", tmp_path / "blank.tsv"
    write_tsv(sheet, COLUMNS, [{**_row("q0"), "correct": "doubtful", "remark": "a secret"}])
    write_tsv(blank, COLUMNS, [_row("q0")])
    assert write_page(sheet, tmp_path / "a.html") == write_page(blank, tmp_path / "b.html") == 1
    assert (tmp_path / "a.html").read_bytes() == (tmp_path / "b.html").read_bytes()


@pytest.mark.parametrize(
    ("ids", "problem"),
    [([], "holds no question"), (["q0", "q1", "q0"], "line 4: holds the question q0 a second time")],
)
def test_a_sheet_that_cannot_be_judged_is_refused(tmp_path: Path, ids: list[str], problem: str) -> None:
    sheet = tmp_path / "sheet.tsv"
    write_tsv(sheet, COLUMNS, map(_row, ids))
    with pytest.raises(InputError, match=problem):
        write_page(sheet, tmp_path / "rate.html")
    assert not (tmp_path / "rate.html").exists()
