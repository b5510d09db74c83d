"""That the documents say what is true: commands, settings, targets, templates, files."""

from __future__ import annotations

import re
import shlex
import tomllib
from pathlib import Path

import click
import pytest

from pipeline.base.resources import resource_dir
from pipeline.cli.main import main
from pipeline.dataset.setting_groups import Balance, Blind
from pipeline.dataset.settings import Settings

ROOT = Path(__file__).resolve().parents[2]
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")), ROOT / "templates" / "README.md"]
MAKEFILE = (ROOT / "Makefile").read_text()
COMMANDS = main.list_commands(click.Context(main))


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8")


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_every_command_that_a_document_names_exists(path: Path) -> None:
    for command in re.findall(r"`reasonvqa ([a-z-]+)", _text(path)):
        assert command in COMMANDS


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_every_make_target_and_variable_that_a_document_names_exists(path: Path) -> None:
    for line in re.findall(r"^(?:[A-Z_]+=\S+ )?make [^\n#]*", _text(path), re.MULTILINE):
        words = shlex.split(line)
        for word in words[words.index("make") + 1 :]:
            name = word.partition("=")[0]
            assert re.search(rf"^{re.escape(name)}( \?)?[:=]", MAKEFILE, re.MULTILINE), word


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_every_link_leads_somewhere(path: Path) -> None:
    for target in re.findall(r"\]\((?!https?:)([^)#]+)", _text(path)):
        assert (path.parent / target).exists(), target


def test_readme_names_every_command_that_is_no_stage() -> None:
    for name in COMMANDS:
        assert f"`{name}`" in _text(ROOT / "README.md") or f"`reasonvqa {name}" in _text(ROOT / "README.md")


def test_every_option_of_the_build_is_a_make_variable() -> None:
    options = {
        p.name.upper() for p in main.commands["build"].params if isinstance(p, click.Option) and p.name
    }
    for name in options - {"QUIET", "CONTACT"}:
        assert re.search(rf"^{name} \?=", MAKEFILE, re.MULTILINE), name


def test_documented_settings_are_the_settings() -> None:
    rows = re.findall(
        r"^\| `([a-z_.]+)` \| ([^|]*) \| ([^|]*) \|$", _text(ROOT / "docs" / "dataset.md"), re.MULTILINE
    )
    documented = {name: (default.strip(), what.strip()) for name, default, what in rows}
    expected = {}
    for prefix, model in (("", Settings), ("balance.", Balance), ("blind.", Blind)):
        for name, field in model.model_fields.items():
            if field.description:
                expected[prefix + name] = (_shown(field.default), field.description)
    assert {name: documented.get(name) for name in expected} == expected


def _shown(default: object) -> str:
    if default in (None, (), ""):
        return ""
    return ", ".join(map(str, default)) if isinstance(default, tuple) else str(default)


def test_the_template_that_the_readme_shows_is_the_real_one() -> None:
    shown = re.findall(r"```toml\n(\[P\d+\].*?)```", _text(ROOT / "README.md"), re.DOTALL)
    assert shown
    for block in shown:
        for prop, entry in tomllib.loads(block).items():
            real = [
                tomllib.loads(_text(path)).get(prop)
                for path in sorted((resource_dir("templates") / "en").glob("*.toml"))
            ]
            assert entry in real
