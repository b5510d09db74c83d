"""What is no set of parts of one build is refused, with the part and the difference."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pipeline.base.errors import DatasetError, SettingsError
from pipeline.base.files import read_json, write_json
from pipeline.dataset.build import STAGES, build
from pipeline.dataset.merge import merge_parts
from pipeline.dataset.part_folder import PART
from pipeline.dataset.settings import Settings, load_settings
from tests.integration.parts.parting import QUIET, N, with_
from tests.integration.test_rerun import change_facts


def refused(folders: list[Path], **given: Any) -> str:
    out = folders[0].parent / "merged"
    with pytest.raises((DatasetError, SettingsError)) as fault:
        merge_parts(folders, Settings(out=out, **given), QUIET)
    assert not out.exists()
    return str(fault.value)


def test_missing_parts_are_named(parts: list[Path]) -> None:
    assert refused(parts[1:2]).startswith("1 of 3 parts are there; missing: 1, 3\n")
    assert "--shard 3/3" in refused(parts[:2])


def test_part_given_twice_is_named(parts: list[Path]) -> None:
    assert refused([*parts, parts[0]]).startswith(f"{parts[0]}: is part 1 of 3, and so is {parts[0]}\n")


def test_parts_of_another_division_are_refused(whole: Settings, parts: list[Path], tmp_path: Path) -> None:
    build(with_(whole, shard="2/2", out=tmp_path / "half"), QUIET)
    said = refused([parts[0], tmp_path / "half", parts[2]])
    assert said.startswith(f"{tmp_path / 'half'}: is part 2 of 2, but {parts[0]} is part 1 of 3\n")


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"seed": 7}, "has another setting than {first}: seed is 7, there 0"),
        (
            {"balance": {"rounds": 5, "least_answers": 1}},
            "has another setting than {first}: balance.rounds is 5, there 3",
        ),
        ({"hops": (1, 2)}, "has another setting than {first}: hops is [1, 2], there [1, 2, 3]"),
    ],
)
def test_part_of_other_settings_is_named_with_both_values(
    whole: Settings, parts: list[Path], changed: dict[str, Any], said: str
) -> None:
    build(with_(whole, shard=f"2/{N}", out=parts[1], **changed), QUIET)
    assert refused(parts).startswith(f"{parts[1]}: part 2 of 3 {said.format(first=parts[0])}\n")


def test_part_of_other_annotations_is_named(whole: Settings, parts: list[Path], tmp_path: Path) -> None:
    fewer = tmp_path / "fewer" / "images.jsonl"
    fewer.parent.mkdir()
    lines = whole.images[0].read_text(encoding="utf-8").splitlines()
    fewer.write_text("\n".join(lines[:-1]) + "\n", encoding="utf-8")
    build(with_(whole, shard=f"3/{N}", out=parts[2], images=(fewer,)), QUIET)
    said = refused(parts)
    assert said.startswith(
        f"{parts[2]}: part 3 of 3 has other annotations than {parts[0]} (annotate/images.parq"
    )


def test_part_of_other_facts_is_named(whole: Settings, parts: list[Path], tmp_path: Path) -> None:
    change_facts(tmp_path)
    build(with_(whole, shard=f"2/{N}", out=parts[1], endpoint=str(tmp_path / "facts")), QUIET)
    said = refused(parts)
    assert said.startswith(f"{parts[1]}: part 2 of 3 has other facts than {parts[0]} (fetch/")
    assert "fetch/snapshot/statements.tsv.gz)\n" in said


@pytest.mark.parametrize(("name", "what"), [("code", "the program"), ("templates", "the shipped templates")])
def test_part_of_another_version_is_named(parts: list[Path], name: str, what: str) -> None:
    content = read_json(parts[2] / PART)
    write_json(parts[2] / PART, content | {"versions": content["versions"] | {name: "0" * 16}})
    said = refused(parts)
    assert said.startswith(
        f"{parts[2]}: part 3 of 3 was built with another version of {what} than {parts[0]}\n"
    )


def test_parts_of_another_program_than_this_are_refused(parts: list[Path]) -> None:
    for folder in parts:
        content = read_json(folder / PART)
        write_json(folder / PART, content | {"versions": content["versions"] | {"code": "0" * 16}})
    assert "was built with another version of the program than this one" in refused(parts)


@pytest.mark.parametrize("file", ["annotate/objects.parquet", "questions/drawn/00000.parquet"])
@pytest.mark.parametrize("change", [Path.unlink, lambda path: path.write_bytes(b"x")])
def test_lost_and_damaged_files_are_named(
    parts: list[Path], file: str, change: Callable[[Path], object]
) -> None:
    change(parts[0] / file)
    with pytest.raises(DatasetError, match=rf"^{parts[0] / file}: (is missing|differs from its checksum)"):
        merge_parts(parts, Settings(out=parts[0].parent / "ds"), QUIET)


def test_unfinished_part_and_folders_that_are_none_are_named(
    whole: Settings, parts: list[Path], tmp_path: Path
) -> None:
    build(with_(whole, shard=f"2/{N}", out=parts[1]), QUIET, until="bank")
    assert refused(parts).startswith(f"{parts[1]}: part 2 of 3 is not finished\n")
    assert refused([parts[0], whole.out]).startswith(f"{whole.out}: is no part of a dataset")
    (parts[2] / PART).write_text("[]")
    assert refused(parts[2:]).startswith(f"{parts[2] / PART}: is damaged: ")


def test_live_service_is_refused_for_a_part(tmp_path: Path) -> None:
    settings = Settings(
        endpoint="https://query.wikidata.org/sparql",
        contact="you@example.org",
        shard="1/2",
        out=tmp_path / "1",
    )
    with pytest.raises(SettingsError, match="reasonvqa snapshot create FOLDER"):
        build(settings, QUIET)
    assert not settings.out.exists()


def test_part_goes_into_no_folder_of_something_else(whole: Settings, tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "thesis.tex").write_text("mine")
    for out in (tmp_path / "mine", whole.out):
        with pytest.raises(SettingsError, match="holds files that are no part of a dataset"):
            build(with_(whole, shard="1/2", out=out), QUIET)
    with pytest.raises(SettingsError, match="leave `work` out"):
        build(with_(whole, shard="1/2", out=tmp_path / "1", work=tmp_path / "w"), QUIET)


@pytest.mark.parametrize("stage", [stage.name for stage in STAGES[5:]])
def test_stage_of_all_images_is_refused_for_a_part(whole: Settings, tmp_path: Path, stage: str) -> None:
    with pytest.raises(SettingsError, match=f"{stage!r} needs the questions of all images"):
        build(with_(whole, shard="1/2", out=tmp_path / "1"), QUIET, until=stage)


@pytest.mark.parametrize("text", ["0/2", "3/2", "2", "1/0", "a/b", "-1/2", "1/10001", "1/2/3"])
def test_division_that_makes_no_sense_is_refused(text: str) -> None:
    with pytest.raises(SettingsError, match="expected i/n such as 2/8"):
        load_settings(None, {"shard": text})
