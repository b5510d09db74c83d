"""Stages: what is up to date is not run again, and whatever changed or broke off is."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from pipeline.base.progress import Progress
from pipeline.base.resources import resource_dir
from pipeline.dataset.build import STAGES
from pipeline.dataset.settings import Settings
from pipeline.dataset.stages import Context, Stage, fingerprint_in, run_stages, version_of


@dataclass
class Factory:
    """Three stages in a row, `first` with input files, and a log of those that ran."""

    folder: Path
    ran: list[str] = field(default_factory=list)
    failing: set[str] = field(default_factory=set)
    inputs: list[Path] = field(default_factory=list)

    def stages(self) -> list[Stage]:
        return [
            Stage("first", "reads", self._run("first"), reads=("limit",), inputs=lambda _: self.inputs),
            Stage("second", "works", self._run("second"), after=("first",), reads=("seed",)),
            Stage("aside", "works too", self._run("aside")),
            Stage("third", "writes", self._run("third"), after=("second",)),
        ]

    def _run(self, name: str) -> Callable[[Context], None]:
        def run(context: Context) -> None:
            self.ran.append(name)
            path = context.folder(name) / "table"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text("half")
            if name in self.failing:
                raise RuntimeError(name)
            path.write_text("whole")

        return run

    def build(self, *, until: str | None = None, **settings: Any) -> list[str]:
        """Run the stages, and return those that really ran."""
        self.ran.clear()
        context = Context(Settings(out=self.folder / "out", **settings), Progress(quiet=True))
        run_stages(self.stages(), context, until=until)
        return list(self.ran)


ALL = ["first", "second", "aside", "third"]
DOWNSTREAM = ["first", "second", "third"]


@pytest.fixture
def factory(tmp_path: Path) -> Factory:
    return Factory(tmp_path)


def test_every_stage_runs_once(factory: Factory) -> None:
    assert factory.build() == ALL
    assert factory.build() == []


def test_changed_setting_reruns_the_stage_that_reads_it_and_those_after_it(factory: Factory) -> None:
    factory.build(seed=1, limit=5)
    assert factory.build(seed=2, limit=5) == ["second", "third"]
    assert factory.build(seed=2, limit=6) == DOWNSTREAM
    assert factory.build(seed=2) == DOWNSTREAM


def test_setting_that_nothing_reads_reruns_nothing(factory: Factory) -> None:
    factory.build(workers=1)
    assert factory.build(workers=2, memory="1GB") == []


def test_changed_input_file_reruns_what_depends_on_it(factory: Factory) -> None:
    source = factory.folder / "source.json"
    source.write_text("one")
    factory.inputs = [source]
    factory.build()
    assert factory.build() == []
    source.write_text("other")
    assert factory.build() == DOWNSTREAM
    seen = source.stat()
    source.write_text("OTHER")  # the same size at another time
    os.utime(source, ns=(seen.st_atime_ns, seen.st_mtime_ns + 1))
    assert factory.build() == DOWNSTREAM


def test_files_of_an_input_folder_count_however_deep(factory: Factory) -> None:
    folder = factory.folder / "sources" / "v1"
    folder.mkdir(parents=True)
    (folder / "a.json").write_text("a")
    factory.inputs = [factory.folder / "sources"]
    factory.build()
    (folder / "b.json").write_text("b")
    assert factory.build() == DOWNSTREAM
    (folder / "b.json").unlink()
    assert factory.build() == DOWNSTREAM
    assert factory.build() == []


def test_stage_that_broke_off_runs_again(factory: Factory) -> None:
    factory.failing = {"second"}
    with pytest.raises(RuntimeError):
        factory.build()
    assert factory.ran == ["first", "second"]
    factory.failing = set()
    assert factory.build() == ["second", "aside", "third"]


def test_stage_that_broke_off_over_finished_work_runs_again_for_the_old_settings(factory: Factory) -> None:
    factory.build(seed=1)
    factory.failing = {"second"}
    with pytest.raises(RuntimeError):
        factory.build(seed=2)
    factory.failing = set()
    assert "second" in factory.build(seed=1)
    assert (factory.folder / "out.work" / "second" / "table").read_text() == "whole"


def test_what_a_killed_process_left_half_written_is_removed_when_the_stage_runs_again(
    factory: Factory,
) -> None:
    left = factory.folder / "out.work" / "second" / "deep" / ".table.123.part"
    left.parent.mkdir(parents=True)
    left.write_text("half")
    factory.build()
    assert not left.exists()


def test_stage_worked_on_elsewhere_counts_with_the_fingerprint_it_has_there(factory: Factory) -> None:
    factory.build(seed=1)
    known = {"first": "of another machine"}
    context = Context(Settings(out=factory.folder / "out", seed=1), Progress(quiet=True))
    for expected in (["first", "second", "third"], []):
        factory.ran.clear()
        run_stages(factory.stages(), context, known=known)
        assert factory.ran == expected
    assert fingerprint_in(factory.folder / "out.work" / "first") == known["first"]


def test_interrupt_by_the_user_counts_as_breaking_off(factory: Factory) -> None:
    def stop(context: Context) -> None:
        factory.ran.append("first")
        raise KeyboardInterrupt

    context = Context(Settings(out=factory.folder / "out"), Progress(quiet=True))
    with pytest.raises(KeyboardInterrupt):
        run_stages([Stage("first", "reads", stop, reads=("limit",), inputs=lambda _: [])], context)
    assert factory.build() == ALL


def test_build_stops_after_the_stage_named(factory: Factory) -> None:
    assert factory.build(until="second") == ["first", "second"]
    assert factory.build() == ["aside", "third"]


def test_lost_work_folder_is_made_anew(factory: Factory) -> None:
    factory.build()
    for path in (factory.folder / "out.work" / "second").iterdir():
        path.unlink()
    assert factory.build() == ["second"]


@pytest.mark.parametrize("content", ["", "{", "[]"])
def test_stage_with_a_damaged_mark_runs_again(factory: Factory, content: str) -> None:
    factory.build()
    (factory.folder / "out.work" / "third" / "done.json").write_text(content)
    assert factory.build() == ["third"]


def test_version_changes_with_name_and_content_of_code_and_templates(tmp_path: Path) -> None:
    contents = [
        {"a.py": "x = 1"},
        {"a.py": "x = 2"},
        {"b.py": "x = 1"},
        {"sub/a.py": "x = 1"},
        {"a.py": "x = 1", "q.sql": "SELECT 1"},
        {"a.py": "x = 1", "q.rq": "SELECT 1"},
        {"a.py": "x = 1", "q.toml": "SELECT 1"},
        {"a.py": "x = 1", "q.tsv": "SELECT 1"},
    ]
    versions = []
    for number, files in enumerate(contents):
        versions.append(_version(tmp_path / str(number), files))
    assert len(set(versions)) == len(contents)
    with_cache = {"a.py": "x = 1", "__pycache__/a.pyc": "x", "_resources/b.py": "x"}
    assert _version(tmp_path / "same", with_cache) == versions[0]


def _version(root: Path, files: dict[str, str]) -> str:
    for name, content in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content)
    return version_of(root)


def test_stages_of_the_build_follow_those_they_depend_on() -> None:
    seen: set[str] = set()
    for stage in STAGES:
        assert set(stage.after) <= seen
        assert set(stage.reads) <= set(Settings.model_fields)
        seen.add(stage.name)
    assert len(seen) == len(STAGES)


def _upstream(name: str) -> Iterator[Stage]:
    stage = next(stage for stage in STAGES if stage.name == name)
    yield stage
    for before in stage.after:
        yield from _upstream(before)


@pytest.mark.parametrize(
    ("stage", "file"),
    [
        ("annotate", "visual_genome/object_synsets.tsv.gz"),
        ("link", "reviewed/synset_links.tsv"),
        ("link", "wordnet/nouns.tsv.gz"),
        ("fetch", "wikidata/properties.tsv"),
        ("bank", "reviewed/landmark_heads.tsv"),
    ],
)
def test_stage_depends_on_the_data_files_it_reads_whatever_the_endpoint(stage: str, file: str) -> None:
    settings = Settings(endpoint="https://query.wikidata.org/sparql")
    inputs = {path for before in _upstream(stage) for path in before.inputs(settings)}
    path = resource_dir("data") / file
    assert path.is_file()
    assert inputs & {path, *path.parents}
