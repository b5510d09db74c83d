"""All settings in one frozen model: read from TOML, the environment and the command line, with defaults."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator, model_validator

from pipeline.base.errors import SettingsError
from pipeline.base.resources import resource_dir

EMBEDDED = "embedded"


class _Strict(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Balance(_Strict):
    """Balancing of answers, per property (docs/dataset.md); b and gammas as in GQA."""

    top_answers: int = Field(default=10, ge=2, description="answers of a property that are kept")
    rounds: int = Field(default=3, ge=1, description="rounds of smoothing, each flatter")
    flatten: float = Field(
        default=0.8, gt=0, le=1, description="factor by which ratios come closer to one from round to round"
    )
    b: float = Field(default=2.0, ge=0, description="offset of the head's largest share")
    gamma: float = Field(default=1.25, ge=1, description="largest ratio of the first two answers")
    gup: float = Field(default=0.03, ge=0, description="growth of that ratio from answer to answer")
    max_gamma: float = Field(default=1.4, ge=1, description="largest ratio of two neighbouring answers")


_PATHS = ("images", "templates", "facts")
"""Settings of several paths, that may be given as one text."""


class Settings(_Strict):
    """What to build, from what, and every threshold."""

    images: tuple[Path, ...] = Field(
        default=(), description="annotation files or folders; the sample's if empty"
    )
    landmarks: Path | None = Field(default=None, description="landmark table or GLDv2 folder")
    endpoint: str = Field(default=EMBEDDED, description='"embedded", a snapshot folder, or a SPARQL URL')
    contact: str = Field(
        default="", description="your e-mail or web address, for a live endpoint's operators"
    )
    requests_per_minute: float = Field(default=30.0, gt=0, description="most requests a minute, live")
    concurrency: int = Field(default=1, ge=1, le=5, description="most requests at a time, live")
    longest_wait: float = Field(
        default=600.0, gt=0, description="most seconds to wait at a live service's request; if more, stop"
    )
    largest_batch: int = Field(default=800, ge=1, description="most values of a query, live")
    offline: bool = Field(
        default=False, description="ask a live endpoint nothing: use what it answered before"
    )
    language: str = Field(default="en", description="language of the templates")
    templates: tuple[Path, ...] = Field(
        default=(), description="folders of template packs of your own, laid over the shipped ones"
    )
    facts: tuple[Path, ...] = Field(
        default=(), description="RDF files (.ttl, .nt) of facts of your own, in Wikidata's terms"
    )
    domains: tuple[str, ...] = Field(default=(), description="domains to ask about; all if empty")
    properties: tuple[str, ...] = Field(
        default=(), description="properties to ask about, such as P84; all if empty"
    )
    hops: tuple[int, ...] = Field(default=(1, 2, 3), description="numbers of hops to ask for")
    seed: int = Field(default=0, ge=0, description="root of every random choice")
    limit: int | None = Field(default=None, ge=1, description="most images to use")
    out: Path = Field(default=Path("build/dataset"), description="folder of the finished dataset")
    work: Path | None = Field(default=None, description="folder of tables between stages; OUT.work if unset")
    per_image: int = Field(default=4, ge=1, description="most questions of an image for each kind of hops")
    max_repeats: int = Field(default=300, ge=1, description="most images for an equal question and answer")
    same_iou: float = Field(default=0.6, gt=0, le=1, description="overlap at which two boxes are one thing")
    distractors: int = Field(default=3, ge=1, le=25, description="wrong options beside the answer")
    train_share: float = Field(default=0.7, gt=0, lt=1, description="share of the images in train")
    min_answer_share: float = Field(
        default=0.01, gt=0, lt=1, description="share that makes an answer a category"
    )
    shard_images: int = Field(default=4_000, ge=1, description="images worked on at a time")
    workers: int = Field(default=2, ge=1, description="processes")
    memory: str = Field(
        default="512MB", pattern=r"^\d+(\.\d+)?(MB|GB)$", description="memory of each process"
    )
    balance: Balance = Balance()

    @field_validator("hops")
    @classmethod
    def _known_hops(cls, hops: tuple[int, ...]) -> tuple[int, ...]:
        if not hops or not set(hops) <= {1, 2, 3}:
            raise ValueError("hops are 1, 2 or 3")
        return tuple(sorted(set(hops)))

    @field_validator("out")
    @classmethod
    def _named_folder(cls, out: Path) -> Path:
        if not out.resolve().name:
            raise ValueError("name a folder")
        return out if out.name else out.resolve()

    @model_validator(mode="before")
    @classmethod
    def _one_path(cls, values: Any) -> Any:
        if isinstance(values, dict):
            single = {name: values[name].split() for name in _PATHS if isinstance(values.get(name), str)}
            return {**values, **single}
        return values

    @property
    def is_live(self) -> bool:
        """Whether the endpoint is a service on the web."""
        return "://" in self.endpoint

    @property
    def work_folder(self) -> Path:
        """Where the tables between the stages lie."""
        return self.work or self.out.with_name(self.out.name + ".work")

    @property
    def uses_sample(self) -> bool:
        """Whether neither images nor landmarks were named."""
        return not self.images and self.landmarks is None

    @property
    def image_paths(self) -> tuple[Path, ...]:
        """The annotations to read: those named, else the sample's."""
        sample = resource_dir("data") / "sample" / "visual_genome.jsonl.gz"
        return (sample,) if self.uses_sample else self.images

    @property
    def landmark_path(self) -> Path | None:
        """The landmarks to read: those named, else the sample's."""
        return resource_dir("data") / "sample" / "landmarks.tsv" if self.uses_sample else self.landmarks


def load_settings(config: Path | None = None, overrides: Mapping[str, Any] | None = None) -> Settings:
    """Return the settings of a TOML file, with overrides on top; a contact may come from the environment.

    Raises SettingsError that names the setting.
    """
    values: dict[str, Any] = {}
    if config is not None:
        try:
            values = tomllib.loads(config.read_text(encoding="utf-8"))
        except OSError as fault:
            raise SettingsError(f"{config}: cannot be read ({fault.strerror})") from fault
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as fault:
            raise SettingsError(f"{config}: is no valid TOML: {fault}") from fault
    if "REASONVQA_CONTACT" in os.environ:
        values.setdefault("contact", os.environ["REASONVQA_CONTACT"])
    values.update(overrides or {})
    try:
        return Settings.model_validate(values)
    except ValidationError as fault:
        lines = [f"{'.'.join(map(str, e['loc'])) or 'settings'}: {e['msg']}" for e in fault.errors()]
        origin = f"{config}: " if config else ""
        raise SettingsError(origin + "; ".join(lines)) from fault
