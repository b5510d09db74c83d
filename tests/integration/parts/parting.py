"""Builds in parts, for tests."""

from __future__ import annotations

from pathlib import Path

from pipeline.base.progress import Progress
from pipeline.dataset.build import build
from pipeline.dataset.settings import Settings

QUIET = Progress(quiet=True)
N = 3


def with_(settings: Settings, **changed: object) -> Settings:
    return Settings.model_validate(settings.model_dump() | changed)


def build_parts(settings: Settings, folder: Path, n: int = N) -> list[Path]:
    """Build all parts with settings, and return their folders."""
    for number in range(1, n + 1):
        build(with_(settings, shard=f"{number}/{n}", out=folder / str(number)), QUIET)
    return [folder / str(number) for number in range(1, n + 1)]
