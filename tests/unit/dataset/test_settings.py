"""Settings: defaults, ranges, where they come from, and what a wrong one is answered with."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from pipeline.base.errors import SettingsError
from pipeline.base.resources import resource_dir
from pipeline.dataset.settings import Settings, load_settings

DOCS = Path(__file__).resolve().parents[3] / "docs" / "dataset.md"


def config(folder: Path, text: str) -> Path:
    path = folder / "settings.toml"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.fixture(autouse=True)
def no_contact(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("REASONVQA_CONTACT", raising=False)


def test_defaults_of_the_paper() -> None:
    settings = Settings()
    assert (settings.distractors, settings.hops) == (3, (1, 2, 3))
    assert (settings.train_share, settings.min_answer_share) == (0.7, 0.01)
    assert settings.balance.top_answers == 10


def test_defaults_of_gqa_for_balancing() -> None:
    balance = Settings().balance
    assert (balance.b, balance.gamma, balance.gup, balance.max_gamma) == (2, 1.25, 0.03, 1.4)


def test_file_sets_what_it_names_and_overrides_go_before_it(tmp_path: Path) -> None:
    path = config(tmp_path, 'seed = 7\nlimit = 5\nimages = ["a b.json"]\n[balance]\nrounds = 1\n')
    settings = load_settings(path, {"seed": 8})
    assert (settings.seed, settings.limit, settings.balance.rounds) == (8, 5, 1)
    assert settings.images == (Path("a b.json"),)
    assert settings.balance.gamma == 1.25


@pytest.mark.parametrize("name", ["images", "templates", "facts"])
def test_several_paths_may_be_one_text_or_a_list(tmp_path: Path, name: str) -> None:
    for given in ('"a/b c.ttl"', '["a/b", "c.ttl"]'):
        settings = load_settings(config(tmp_path, f"{name} = {given}\n"))
        assert getattr(settings, name) == (Path("a/b"), Path("c.ttl"))
    assert getattr(Settings(), name) == ()


@pytest.mark.parametrize("name", ["properties", "domains"])
def test_several_names_may_be_one_text_with_commas_or_a_list(tmp_path: Path, name: str) -> None:
    for given in ('["P84", "named after"]', '"P84,named after"'):
        assert getattr(load_settings(config(tmp_path, f"{name} = {given}\n")), name) == ("P84", "named after")


def test_one_number_of_hops_needs_no_list(tmp_path: Path) -> None:
    assert load_settings(config(tmp_path, "hops = 1\n")).hops == (1,)


def test_an_unknown_setting_is_refused_with_the_one_that_was_meant(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="sed: there is no such setting; did you mean 'seed'"):
        load_settings(config(tmp_path, "sed = 5\n"))
    with pytest.raises(SettingsError, match=r"balance\.gama: .* did you mean 'gamma'"):
        load_settings(config(tmp_path, "[balance]\ngama = 1.5\n"))


def test_what_is_wrong_is_said_without_the_librarys_words() -> None:
    with pytest.raises(SettingsError, match=r"^hops: hops are 1, 2 or 3$"):
        load_settings(overrides={"hops": (4,)})


def test_without_a_file_the_defaults_hold() -> None:
    assert load_settings() == Settings()


def test_hops_are_sorted_and_said_once() -> None:
    assert Settings(hops=(3, 1, 3)).hops == (1, 3)


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("sed = 7", "sed"),
        ("[balance]\nround = 1", "balance.round"),
        ("seed = -1", "seed"),
        ('seed = "many"', "seed"),
        ("hops = [0, 1]", "hops"),
        ("hops = [4]", "hops"),
        ("hops = []", "hops"),
        ("limit = 0", "limit"),
        ("per_image = 0", "per_image"),
        ("max_repeats = 0", "max_repeats"),
        ("shard_images = 0", "shard_images"),
        ("workers = 0", "workers"),
        ("requests_per_minute = 0", "requests_per_minute"),
        ("same_iou = 0", "same_iou"),
        ("same_iou = 1.01", "same_iou"),
        ("distractors = 0", "distractors"),
        ("distractors = 26", "distractors"),
        ("train_share = 0", "train_share"),
        ("train_share = 1", "train_share"),
        ("min_answer_share = 0", "min_answer_share"),
        ("min_answer_share = 1", "min_answer_share"),
        ('memory = "512"', "memory"),
        ('memory = "512mb"', "memory"),
        ('memory = "0MB"', "memory"),
        ('memory = "63MB"', "memory"),
        ('memory = "0.06GB"', "memory"),
        ('memory = "99999999999GB"', "memory"),
        ("workers = 65", "workers"),
        ("workers = 99999999999999999999", "workers"),
        ("requests_per_minute = inf", "requests_per_minute"),
        ("requests_per_minute = nan", "requests_per_minute"),
        ("requests_per_minute = 1000001", "requests_per_minute"),
        ("limit = 1000000001", "limit"),
        ("per_image = 1000000001", "per_image"),
        ("max_repeats = 1000000001", "max_repeats"),
        ("shard_images = 1000000001", "shard_images"),
        ("seed = 9223372036854775808", "seed"),
        ("[balance]\nb = inf", "balance.b"),
        ("[balance]\nrounds = 101", "balance.rounds"),
        *(
            (f"{name} = true", name)
            for name in (
                "seed",
                "limit",
                "per_image",
                "max_repeats",
                "same_iou",
                "distractors",
                "shard_images",
                "workers",
                "requests_per_minute",
            )
        ),
        ("hops = [true]", "hops.0"),
        ("seed = 1.0", "seed"),
        ('seed = "1"', "seed"),
        ("[balance]\nrounds = true", "balance.rounds"),
        ("[balance]\ngamma = true", "balance.gamma"),
        ("[balance]\ntop_answers = 1", "balance.top_answers"),
        ("[balance]\nrounds = 0", "balance.rounds"),
        ("[balance]\nflatten = 0", "balance.flatten"),
        ("[balance]\nflatten = 1.1", "balance.flatten"),
        ("[balance]\nb = -1", "balance.b"),
        ("[balance]\ngamma = 0.99", "balance.gamma"),
        ("[balance]\ngup = -0.1", "balance.gup"),
        ("[balance]\nmax_gamma = 0.99", "balance.max_gamma"),
    ],
)
def test_wrong_setting_is_named_with_its_file(tmp_path: Path, text: str, named: str) -> None:
    path = config(tmp_path, text)
    with pytest.raises(SettingsError) as fault:
        load_settings(path)
    assert str(fault.value).startswith(f"{path}: {named}: ")


@pytest.mark.parametrize(
    "values",
    [
        {"same_iou": 1, "seed": 0, "limit": 1, "distractors": 25, "hops": (1,)},
        {
            "balance": {
                "top_answers": 2,
                "least_answers": 1,
                "rounds": 1,
                "flatten": 1,
                "b": 0,
                "gamma": 1,
                "gup": 0,
                "max_gamma": 1,
            }
        },
        {"memory": "1.5GB"},
        {"memory": "64MB", "workers": 64, "seed": 2**63 - 1},
        {"memory": "0.064GB", "requests_per_minute": 1000000},
    ],
)
def test_ends_of_the_ranges_are_allowed(values: dict[str, Any]) -> None:
    chosen = load_settings(None, values).model_dump()
    for name, value in values.items():
        assert chosen[name] == value


@pytest.mark.parametrize("name", ["images", "landmarks", "endpoint", "templates", "facts", "out", "work"])
def test_name_of_a_file_that_is_no_unicode_is_refused(name: str) -> None:
    several = name in ("images", "templates", "facts")
    path: Any = "caf\udce9" if name == "endpoint" else Path("caf\udce9")
    with pytest.raises(SettingsError, match=rf"{name}: .* is no Unicode text; rename it"):
        load_settings(None, {name: (path,) if several else path})


def test_every_fault_is_told_at_once() -> None:
    with pytest.raises(SettingsError, match=r"seed: .*; limit: |limit: .*; seed: "):
        load_settings(None, {"seed": -1, "limit": 0})


def test_file_that_is_missing_is_named(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match=r"no\.toml: cannot be read"):
        load_settings(tmp_path / "no.toml")


def test_file_that_is_no_toml_is_named_with_the_line(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match=r"settings\.toml: is no valid TOML: .*line 2"):
        load_settings(config(tmp_path, "seed = 1\nlimit =\n"))


def test_file_that_is_not_utf8_is_named(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.write_bytes('contact = "Jürgen"'.encode("latin-1"))
    with pytest.raises(SettingsError, match=r"settings\.toml"):
        load_settings(path)


def test_contact_comes_from_file_environment_or_override(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REASONVQA_CONTACT", "env@example.org")
    assert load_settings().contact == "env@example.org"
    path = config(tmp_path, 'contact = "file@example.org"')
    assert load_settings(path).contact == "file@example.org"
    assert load_settings(path, {"contact": "me@example.org"}).contact == "me@example.org"


def test_settings_cannot_be_changed() -> None:
    with pytest.raises(ValidationError, match="frozen"):
        Settings().seed = 3  # type: ignore[misc]


def test_sample_is_used_where_no_annotations_are_named() -> None:
    sample = resource_dir("data") / "sample"
    settings = Settings()
    assert settings.uses_sample
    assert settings.image_paths == (sample / "visual_genome.jsonl.gz",)
    assert settings.landmark_path == sample / "landmarks.tsv"
    for path in (*settings.image_paths, settings.landmark_path):
        assert path.is_file()


def test_annotations_that_are_named_replace_the_whole_sample() -> None:
    images = Settings(images=(Path("a.json"),))
    assert (images.image_paths, images.landmark_path) == ((Path("a.json"),), None)
    landmarks = Settings(landmarks=Path("l.tsv"))
    assert (landmarks.image_paths, landmarks.landmark_path) == ((), Path("l.tsv"))


def test_work_lies_beside_the_dataset_unless_named() -> None:
    assert Settings(out=Path("a/b.c")).work_folder == Path("a/b.c.work")
    assert Settings(out=Path("a/b"), work=Path("w")).work_folder == Path("w")


@pytest.mark.parametrize("out", [".", "/"])
def test_any_folder_may_hold_the_dataset_or_is_refused_as_a_setting(out: str) -> None:
    try:
        settings = load_settings(None, {"out": out})
    except SettingsError as fault:
        assert "out" in str(fault)
    else:
        assert settings.work_folder.name.endswith(".work")


def _shown(value: Any) -> str:
    if isinstance(value, tuple):
        return ", ".join(map(str, value))
    return "" if value is None else str(value)


def test_documentation_lists_every_setting_with_its_default() -> None:
    lines = DOCS.read_text(encoding="utf-8").partition("## Settings")[2].splitlines()
    cells = [
        [cell.strip() for cell in line.strip("|").split("|")] for line in lines if line.startswith("| `")
    ]
    documented = {row[0].strip("`"): row[1] for row in cells}
    settings = Settings()
    groups = ("balance", "blind")
    expected = {name: getattr(settings, name) for name in Settings.model_fields if name not in groups}
    expected |= {f"{group}.{name}": value for group in groups for name, value in getattr(settings, group)}
    assert documented == {name: _shown(value) for name, value in expected.items()}


@pytest.mark.parametrize("engine", ["duckdb", "sc://localhost", "sc://host:15002/;use_ssl=true"])
def test_engine_is_this_machine_or_a_spark_server(engine: str) -> None:
    assert load_settings(None, {"engine": engine}).engine == engine


@pytest.mark.parametrize("engine", ["spark", "spark://host:7077", "localhost:15002", ""])
def test_other_engine_is_refused_with_what_may_stand_there(engine: str) -> None:
    with pytest.raises(SettingsError, match=r"engine: .*sc://localhost:15002"):
        load_settings(None, {"engine": engine})
