"""A build with templates and facts of the user's own, its verification without them, and previews."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from pipeline.base.errors import EmptyBuildError, InputError, SettingsError
from pipeline.base.progress import Progress
from pipeline.base.resources import resource_dir
from pipeline.cli.main import main
from pipeline.dataset.build import build
from pipeline.dataset.preview import preview
from pipeline.dataset.settings import Settings, load_settings
from pipeline.dataset.verification.loaded import Dataset, Record
from pipeline.dataset.verification.verify import verify
from pipeline.dataset.vocabulary import wikidata_properties, wordnet
from pipeline.language.lint.run import lint

from .own import write_own


@pytest.fixture(scope="module")
def settings(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    folder = tmp_path_factory.mktemp("own")
    return load_settings(None, {**write_own(folder), "out": folder / "dataset", "per_image": 50})


@pytest.fixture(scope="module")
def dataset(settings: Settings) -> Dataset:
    """The dataset, after its pack and facts have gone."""
    build(settings, Progress(quiet=True))
    moved = settings.out.with_name("moved")
    shutil.copytree(settings.out, moved)
    return Dataset(moved)


def asked(dataset: Dataset, item: str, prop: str) -> list[Record]:
    return [r for r in dataset.of_set("U") if (r["entity_id"], r["property_id"]) == (item, prop)]


def test_the_pack_is_without_fault(settings: Settings) -> None:
    folders = (resource_dir("templates"), *settings.templates)
    assert list(map(str, lint(folders, "en", wikidata_properties(), wordnet))) == []


def test_the_dataset_verifies_without_pack_and_facts(
    dataset: Dataset, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    assert verify(dataset.folder, Progress(quiet=True)).examples == {}
    assert dataset.manifest["units"] == {"Q9000002": "length-furlong"}
    shown = dataset.manifest["settings"]
    assert (shown["templates"], shown["facts"]) == (["pack"], ["mine.ttl"])


def test_a_property_that_the_pack_adds_is_asked_in_its_words_and_its_domain(dataset: Dataset) -> None:
    (castle,) = asked(dataset, "Q4152", "P88")
    assert castle["question"] in {
        "Who commissioned this castle?",
        "At whose wish was this castle made?",
        "Name the person who commissioned this castle.",
    }
    assert (castle["answer"], castle["domains"]) == ("Ludwig II of Bavaria", ["museums", "history"])
    assert set(castle["choices"]) == {"Ludwig II of Bavaria", "Paula Patron"}


def test_routes_go_on_from_it_to_facts_of_both_kinds(dataset: Dataset) -> None:
    (born,) = asked(dataset, "Q10285", "P19")
    assert "the person who commissioned this amphitheater" in born["question"]
    assert (born["hops"], born["answer"]) == (2, "Paris")
    (mother,) = asked(dataset, "Q4152", "P25")
    assert (mother["hops"], mother["answer"]) == (3, "Therese of Saxe-Hildburghausen")
    assert mother["tags"][0] == "facts:own"


def test_wordings_that_replace_the_shipped_ones_stand_alone(dataset: Dataset) -> None:
    questions = [r["question"] for r in dataset.of_set("U") if r["property_id"] == "P84"]
    assert len(questions) >= 2
    beginnings = ("Whose design is this ", "Whose drawings does this ", "From whose desk does this ")
    assert all(question.startswith(beginnings) for question in questions)


def test_a_property_that_is_off_is_neither_asked_nor_passed_through(dataset: Dataset) -> None:
    assert all(step["property"] != "P17" for record in dataset.of_set("U") for step in record["route"])


def test_an_item_of_the_users_own_has_a_noun_a_unit_and_a_date_before_our_era(dataset: Dataset) -> None:
    (height,), (founded,) = asked(dataset, "Q9000001", "P2048"), asked(dataset, "Q9000001", "P1619")
    assert "this pottery kiln" in height["question"]
    assert height["answer"] == "12 furlongs"
    assert all(choice.endswith(" furlongs") for choice in height["choices"])
    assert founded["answer"] == "44 BC"
    assert height["entity_label"] == "Kiln of Nowhere"


def test_a_scene_graph_predicate_of_the_pack_makes_clauses(dataset: Dataset) -> None:
    clauses = {record["clause"] for record in dataset.of_set("U") if record["has_scene_graph"]}
    assert clauses == {"dreaming of the bed"}


def test_the_users_label_is_the_things_name(dataset: Dataset) -> None:
    assert {r["entity_label"] for r in dataset.of_set("U") if r["entity_id"] == "Q243"} == {"Iron Lady"}


def test_every_record_that_rests_on_own_facts_says_so(dataset: Dataset) -> None:
    sources = {s.statement_id: s.source for s in dataset.snapshot.statements}
    assert {"mine.ttl"} < set(sources.values())
    seen = set()
    for record in dataset.of_set("U"):
        rests = {sources[step["statement"]] for step in record["route"]}
        assert ("facts:own" in record["tags"]) == ("mine.ttl" in rests)
        assert ("facts:curated" in record["tags"]) == ("curated" in rests)
        assert ("facts:wikidata" in record["tags"]) == rests.isdisjoint({"mine.ttl", "curated"})
        seen |= set(record["tags"])
    assert {"facts:own", "facts:curated", "facts:wikidata"} <= seen


def test_own_facts_keep_their_date_of_reading(dataset: Dataset) -> None:
    dates = {s.subject: s.retrieved_at for s in dataset.snapshot.statements if s.property == "P88"}
    assert dates == {
        "Q4152": "2026-02-03",
        "Q10285": "unknown",
        "Q243": "unknown",
        "Q9000001": "unknown",
    }


@pytest.fixture
def small(settings: Settings, dataset: Dataset, tmp_path: Path) -> Settings:
    """The same from the dataset's own small snapshot, into another folder."""
    changed = {"endpoint": str(dataset.folder / "snapshot"), "facts": (), "out": tmp_path / "dataset"}
    return settings.model_copy(update=changed)


def test_a_changed_pack_runs_the_stages_that_read_it_again(small: Settings, tmp_path: Path) -> None:
    pack = shutil.copytree(small.templates[0], tmp_path / "pack")
    changing = small.model_copy(update={"templates": (pack,)})
    marks = {name: small.work_folder / name / "done.json" for name in ("annotate", "link", "fetch", "bank")}
    build(changing, Progress(quiet=True), until="bank")
    before = {name: mark.read_text() for name, mark in marks.items()}
    with (pack / "museums.toml").open("a") as file:
        file.write("\n# A remark\n")
    build(changing, Progress(quiet=True), until="bank")
    assert [name for name in marks if before[name] != marks[name].read_text()] == ["fetch", "bank"]


def test_a_faulty_pack_stops_the_build_with_its_name(small: Settings, tmp_path: Path) -> None:
    (tmp_path / "bad").mkdir()
    (tmp_path / "bad" / "a.toml").write_text('[P84]\nmain = ["Who designed it?"]\n')
    with pytest.raises(InputError, match=r"bad/a\.toml, P84"):
        build(small.model_copy(update={"templates": (tmp_path / "bad",)}), Progress(quiet=True))
    assert not small.work_folder.exists()


def test_a_faulty_file_of_facts_stops_the_build_with_its_name(small: Settings, tmp_path: Path) -> None:
    (tmp_path / "bad.ttl").write_text("<a:b> <a:c> .\n")
    with pytest.raises(InputError, match=r"bad\.ttl: cannot be read as RDF: .*line 1"):
        build(small.model_copy(update={"facts": (tmp_path / "bad.ttl",)}), Progress(quiet=True))


def test_properties_and_domains_of_the_pack_can_be_chosen(small: Settings) -> None:
    build(
        small.model_copy(update={"domains": ("museums",), "properties": ("commissioned by",)}),
        Progress(quiet=True),
    )
    chosen = Dataset(small.out).of_set("U")
    assert {r["property_id"] for r in chosen} == {"P88"}
    assert {r["entity_id"] for r in chosen} == {"Q4152", "Q10285", "Q243", "Q9000001"}


def test_a_misspelt_property_gets_a_suggestion_before_anything_is_read(small: Settings) -> None:
    with pytest.raises(SettingsError, match="no 'commissoned by'; did you mean 'commissioned by'"):
        build(small.model_copy(update={"properties": ("commissoned by",)}), Progress(quiet=True))
    assert not small.work_folder.exists()


def test_a_build_with_nothing_to_ask_says_so(small: Settings) -> None:
    with pytest.raises(EmptyBuildError, match=r"nothing to ask about: \d+ keys are linked"):
        build(small.model_copy(update={"domains": ("astronomy",)}), Progress(quiet=True))


@pytest.fixture(scope="module")
def previewed(
    settings: Settings, dataset: Dataset, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Settings]:
    """Settings for previews from the dataset's small snapshot, in a folder of their own."""
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(tmp_path_factory.mktemp("preview"))
        endpoint = str(dataset.folder / "snapshot")
        yield settings.model_copy(update={"endpoint": endpoint, "facts": ()})


def _lines(settings: Settings, what: str, number: int = 10) -> list[str]:
    return list(preview(settings, what, number, quiet=True))


@pytest.mark.parametrize("what", ["P88", "commissioned by", " COMMISSIONED BY "])
def test_preview_of_a_property_shows_questions_that_end_in_it_or_pass_through(
    previewed: Settings, what: str
) -> None:
    lines = _lines(previewed, what)
    assert [line for line in lines if line and line[:1] != " "] == ["1 hop", "2 hops", "3 hops"]
    questions = [line for line in lines if line[:1] == " "]
    assert len(questions) == 10
    assert all("commissioned this " in q or "At whose wish was this " in q for q in questions)
    assert all("?  ->  " in q or ".  ->  " in q for q in questions)
    assert all("    [Commons_Q" in q for q in questions)


def test_preview_of_a_domain_shows_its_questions(previewed: Settings) -> None:
    lines = [line for line in _lines(previewed, "museums", 30) if line[:1] == " "]
    assert len(lines) == 4
    assert all(", P88:" in line for line in lines)
    assert _lines(previewed, "Museums", 30) == _lines(previewed, "museums", 30)


@pytest.mark.parametrize("number", [1, 2, 5])
def test_preview_shows_so_many_questions_spread_over_the_hops(previewed: Settings, number: int) -> None:
    lines = _lines(previewed, "P88", number)
    assert sum(line[:1] == " " for line in lines) == number
    assert sum(line[:1].isdigit() for line in lines) == min(number, 3)


def test_a_second_preview_of_another_property_runs_no_stage(previewed: Settings) -> None:
    _lines(previewed, "P88")
    marks = sorted(Path("build/preview.work").glob("*/done.json"))
    times = [mark.stat().st_mtime_ns for mark in marks]
    assert [mark.parent.name for mark in marks] == ["annotate", "bank", "fetch", "link", "questions"]
    assert any("Whose " in line for line in _lines(previewed, "P84"))
    assert [mark.stat().st_mtime_ns for mark in marks] == times


def test_preview_leaves_the_work_of_builds_alone(previewed: Settings, tmp_path: Path) -> None:
    lines = _lines(previewed.model_copy(update={"work": tmp_path / "work"}), "P88")
    assert lines == _lines(previewed, "P88")
    assert not (tmp_path / "work").exists()


def test_a_property_without_facts_shows_its_wordings(previewed: Settings) -> None:
    lines = _lines(previewed, "P2048".replace("2048", "3041"))
    assert lines[0].startswith("No question of ")
    assert len(lines) > 2
    assert all(line.startswith("  ") and "this " in line for line in lines[1:])


def test_a_domain_without_facts_says_so(previewed: Settings) -> None:
    assert _lines(previewed, "astronomy") == ["No question of this domain came of these facts."]


@pytest.mark.parametrize(
    ("what", "message"),
    [
        ("P88888", "properties and domains: there is no 'P88888'"),
        ("commissoned", "did you mean 'commissioned by'?"),
        ("musems", "did you mean 'museums'?"),
        ("P17", r"P17 \(country\) is not asked about: countries are for another dataset"),
        ("population", r"P1082 \(population\) is not asked about: changes with time"),
    ],
)
def test_preview_of_something_unknown_or_left_out_says_why(
    previewed: Settings, what: str, message: str
) -> None:
    with pytest.raises(SettingsError, match=message):
        _lines(previewed, what)


def test_preview_on_the_command_line(previewed: Settings) -> None:
    options = ["--templates", str(previewed.templates[0]), "--endpoint", previewed.endpoint]
    options += ["--images", str(previewed.images[0]), "--landmarks", str(previewed.landmarks)]
    result = CliRunner().invoke(main, ["templates", "preview", "P88", "-n", "2", "--quiet", *options])
    assert result.exit_code == 0, result.output
    assert result.stdout.splitlines() == _lines(previewed, "P88", 2)
    assert result.stderr == ""
    wrong = CliRunner().invoke(main, ["templates", "preview", "P88888", *options])
    assert (wrong.exit_code, wrong.stdout) == (1, "")
    assert wrong.stderr.startswith("error: properties and domains: there is no 'P88888'")
