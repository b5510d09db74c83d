"""A build that is restricted to domains."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipeline.base.errors import SettingsError
from pipeline.base.progress import Progress
from pipeline.dataset.build import build
from pipeline.dataset.verification.loaded import Dataset

from .verification.world import settings_of


def test_only_questions_of_the_domains_are_asked(tmp_path: Path) -> None:
    settings = settings_of(tmp_path).model_copy(update={"domains": ("Animals", "architecture & buildings")})
    build(settings, Progress(quiet=True))
    found = {(r["property_label"], tuple(r["domains"])) for r in Dataset(settings.out).of_set("U")}
    assert "gestation period" in {label for label, _ in found}
    assert all({"animals", "architecture"} & set(domains) for _, domains in found)


def test_a_misspelt_domain_is_refused_before_anything_is_read(tmp_path: Path) -> None:
    settings = settings_of(tmp_path).model_copy(
        update={"domains": ("nature", "animls"), "images": (Path("/nowhere"),)}
    )
    with pytest.raises(SettingsError, match="there is no 'animls'; did you mean 'animals'"):
        build(settings, Progress(quiet=True))
    assert not settings.work_folder.exists()
