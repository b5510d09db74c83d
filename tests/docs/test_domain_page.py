"""The page "Add a domain in ten minutes", followed to the letter."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "domain.md").read_text(encoding="utf-8")
FILES = ("toml", "turtle", "json")


@dataclass
class Reader:
    """Does what the page says in a folder; `printed` pairs what it shows with what came."""

    folder: Path
    printed: list[tuple[str, str]] = field(default_factory=list)
    commands: list[str] = field(default_factory=list)

    def follow(self) -> None:
        output = ""
        for before, language, text in blocks(PAGE):
            if language in FILES:
                # The last file that the text before a block names is the one to write.
                path = self.folder / re.findall(r"`([\w/]+\.\w+)`", before)[-1]
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, encoding="utf-8")
            elif language == "sh":
                output = "".join(self.run(command) for command in text.splitlines())
            elif language == "text":
                self.printed.append((text, output))

    def run(self, command: str) -> str:
        tools = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
        done = subprocess.run(
            command,
            shell=True,
            cwd=self.folder,
            env={**os.environ, "PATH": tools},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
        self.commands.append(command)
        return done.stdout


def blocks(page: str) -> Iterator[tuple[str, str, str]]:
    """Yield every fenced block: the text since the block before, its language, its content."""
    end = 0
    for match in re.finditer(r"^```(\w*)\n(.*?)^```$", page, re.MULTILINE | re.DOTALL):
        yield page[end : match.start()], match[1], match[2]
        end = match.end()


@pytest.fixture(scope="module")
def reader(tmp_path_factory: pytest.TempPathFactory) -> Reader:
    found = Reader(tmp_path_factory.mktemp("domain"))
    found.follow()
    return found


def test_every_command_of_the_page_works(reader: Reader) -> None:
    done = [command.split()[1] for command in reader.commands]
    assert done == ["templates", "templates", "templates", "build", "verify", "subset"]


def test_commands_print_what_the_page_shows(reader: Reader) -> None:
    assert len(reader.printed) == 2
    for shown, came in reader.printed:
        assert came.strip() == shown.strip()


def test_the_subset_asks_about_the_new_domain_only(reader: Reader) -> None:
    lines = [
        json.loads(line)
        for part in ("train", "test")
        for line in (reader.folder / "paintings-only" / "U" / f"{part}.jsonl").read_text().splitlines()
    ]
    assert {record["property_id"] for record in lines} == {"P88", "P180", "P921"}
    assert all("paintings" in record["domains"] for record in lines)
    assert len(lines) >= 9


def test_the_fault_that_the_page_shows_is_the_one_found(reader: Reader) -> None:
    (shown,) = (text for _, language, text in blocks(PAGE) if language == "")
    path = reader.folder / "paintings" / "paintings.toml"
    sound = path.read_text(encoding="utf-8")
    path.write_text(sound.replace("Who commissioned {{ x }}?", "Who commissioned x?"), encoding="utf-8")
    with pytest.raises(AssertionError) as failed:
        reader.run("reasonvqa templates lint paintings")
    path.write_text(sound, encoding="utf-8")
    assert shown.strip() in str(failed.value)
