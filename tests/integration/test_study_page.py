"""The page of a study in a real browser: rated by keys, saved, loaded, and read by the report."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from pipeline.base.files import read_tsv, write_tsv
from pipeline.cli.main import main
from pipeline.evaluation.study.sheet import COLUMNS, SHOWN
from tests.integration.browser import CHROMIUM, Page, chromium

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="there is no chromium: apt-get install chromium")

ATTACK = "</script><script>window.hit = 1</script><img src=x onerror='window.hit = 2'>"

STATUS = "document.getElementById('status').textContent"
DOT = "data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=="


@pytest.fixture(scope="module")
def sheet(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("sheet") / "sheet.tsv"
    rows = [
        {**dict.fromkeys(SHOWN, f"cell {n}"), "question_id": f"q{n}", "hops": "1", "image_url": "data:,no"}
        | {"property": f"P{n} (P{n})", "weight": f"{n + 1}.5"}
        for n in range(3)
    ]
    rows[1]["image_url"] = DOT
    rows[0]["question"] = rows[0]["answer"] = ATTACK
    write_tsv(path, COLUMNS, rows)
    return path


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    with chromium(tmp_path_factory.mktemp("profile")) as page:
        yield page


@pytest.fixture
def page(browser: Page, sheet: Path, tmp_path: Path) -> Page:
    out = tmp_path / "rate.html"
    written = CliRunner().invoke(main, ["study", "page", str(sheet), "--out", str(out)])
    assert written.exit_code == 0, written.output
    opened = browser.open(out, tmp_path)
    opened.value("localStorage.clear()")
    return browser.open(out, tmp_path)


def _saved(page: Page, folder: Path) -> Path:
    """Save by keys: Tab to the link, Enter."""
    for _ in range(30):
        if page.value("document.activeElement.id") == "save":
            break
        page.press("Tab")
    page.press("Enter")
    end = time.monotonic() + 60
    while not (found := list(folder.glob("verdicts-*.tsv"))):
        assert time.monotonic() < end, "nothing was saved"
        time.sleep(0.05)
    return found[0]


def _rate_all(page: Page) -> None:
    page.press(*"Ada", "Enter")
    page.press("y", "4", "ArrowRight")
    page.press("n", "1", "g", "c", "r", *"no 1", "Enter", "ArrowRight")
    page.press("o", "d", "3", "g", "g", "ArrowLeft", "ArrowRight")


def test_three_questions_are_rated_by_keys_and_the_report_reads_them(page: Page, tmp_path: Path) -> None:
    _rate_all(page)
    assert page.value("document.getElementById('judged').textContent") == "3 of 3 judged"
    saved = _saved(page, tmp_path)
    assert saved.name == "verdicts-Ada.tsv"
    found = [tuple(row[name] for name in COLUMNS[-5:]) for row in read_tsv(saved, COLUMNS)]
    assert found == [
        ("yes", "4", "ok", "ok", ""),
        ("no", "1", "error", "bad", "no 1"),
        ("doubtful", "3", "ok", "ok", ""),
    ]
    told = CliRunner().invoke(main, ["study", "report", str(saved), "--by", "property"])
    assert "| all | 3 | 20.0 % " in told.output
    assert "| P0 (P0) | 1 | 100.0 % " in told.output


def test_verdicts_outlive_the_page_under_the_name_of_the_rater(
    page: Page, browser: Page, tmp_path: Path
) -> None:
    page.press(*"Ada", "Enter", "y", "4")
    page = browser.open(tmp_path / "rate.html", tmp_path)
    assert page.value("document.getElementById('position').textContent") == "Question 2 of 3"
    assert page.value("document.getElementById('judged').textContent") == "1 of 3 judged"
    page.value("document.getElementById('rater').select(), document.getElementById('rater').focus()")
    page.press(*"Bob", "Enter")
    assert page.value("document.getElementById('judged').textContent") == "0 of 3 judged"


def test_a_saved_file_is_loaded_to_go_on(page: Page, tmp_path: Path) -> None:
    page.press(*"Ada", "Enter", "y", "4", "r", "x", "Enter", "ArrowRight", "n")
    saved = _saved(page, tmp_path)
    assert [row["question_id"] for row in read_tsv(saved, COLUMNS)] == ["q0"]
    page.value("localStorage.clear(), document.getElementById('rater').select()")
    page.value("document.getElementById('rater').focus()")
    page.press(*"Bob", "Enter")
    page.choose("#load", saved)
    page.wait(f"{STATUS} === 'Questions loaded: 1.'")
    assert page.value("document.getElementById('judged').textContent") == "1 of 3 judged"
    page.press("ArrowLeft")
    assert page.value("document.getElementById('remark').value") == "x"


def test_rows_of_another_sheet_and_without_a_verdict_are_told_and_left(page: Page, tmp_path: Path) -> None:
    rows = [{"question_id": name, "correct": "yes", "natural": "4", "grammar": "ok"} for name in ("q0", "q9")]
    write_tsv(tmp_path / "mine.tsv", COLUMNS, [rows[0], {**rows[1], "choices": "ok"}])
    page.press(*"Ada", "Enter")
    page.choose("#load", tmp_path / "mine.tsv")
    page.wait(f"{STATUS} === 'Questions loaded: 0. Without a verdict, or of another sheet: 2.'")
    assert page.value("document.getElementById('judged').textContent") == "0 of 3 judged"


def test_a_file_that_is_no_sheet_is_told(page: Page, tmp_path: Path) -> None:
    write_tsv(tmp_path / "other.tsv", ("question_id", "correct", "natural"), [])
    page.press(*"Ada", "Enter")
    page.choose("#load", tmp_path / "other.tsv")
    page.wait(f"{STATUS} === 'The file lacks the columns grammar, choices.'")


def test_single_keys_can_be_switched_off(page: Page) -> None:
    page.press(*"Ada", "Enter")
    page.value("document.getElementById('shortcuts').click()")
    page.press("y", "ArrowRight")
    assert page.value("document.querySelectorAll('[aria-pressed=true]').length") == 0
    assert page.value("document.getElementById('position').textContent") == "Question 1 of 3"


def test_nothing_is_judged_without_a_name(page: Page) -> None:
    page.press("Escape", "y")
    assert page.value(STATUS) == "Write your name first."
    assert page.value("document.querySelectorAll('[aria-pressed=true]').length") == 0


def test_markup_in_a_question_is_shown_as_text(page: Page) -> None:
    assert page.value("document.querySelector('[data-field=question]').textContent") == ATTACK
    assert page.value("typeof window.hit") == "undefined"
    assert page.value("document.images.length") == 1


def test_every_control_has_a_name(page: Page) -> None:
    unnamed = "[...document.querySelectorAll('input')].filter((field) => !field.labels.length).length"
    assert page.value(unnamed) == 0
    texts = page.value("[...document.querySelectorAll('button')].map((button) => button.textContent)")
    assert all(re.search(r"\w{2}", text) for text in texts)


def test_an_image_that_does_not_come_is_told(page: Page) -> None:
    page.wait("!document.getElementById('missing').hidden")
    assert page.value("document.getElementById('image').hidden")


def test_an_image_is_shown_after_one_that_did_not_come(page: Page) -> None:
    page.wait("document.getElementById('image').hidden")
    page.press(*"Ada", "Enter", "ArrowRight")
    page.wait("document.getElementById('image').naturalWidth === 1")
    assert not page.value("document.getElementById('image').hidden")
    assert page.value("document.getElementById('missing').hidden")
