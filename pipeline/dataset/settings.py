"""All settings in one frozen model: read from TOML, the environment and the command line, with defaults."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from decimal import Decimal
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from pydantic import BaseModel, Field, ValidationError, field_validator, model_validator
from pydantic_core import ErrorDetails

from pipeline.base.errors import SettingsError
from pipeline.base.files import is_unicode
from pipeline.base.resources import resource_dir
from pipeline.base.storage import url_of
from pipeline.dataset.part_number import PartNumber, part_number
from pipeline.dataset.setting_groups import MANY, Balance, Blind, Known, Real, Whole
from pipeline.relational.engine import LOCAL

EMBEDDED = "embedded"

_LEAST_MEMORY, _MOST_MEMORY = 64, 16_000_000
"""Megabytes; below, DuckDB cannot even sort a few thousand images."""

_PATHS = ("images", "templates", "facts")
"""Settings of several paths, that may be given as one text."""

_NAMES = ("domains", "properties")
"""Settings of several names, that may be given as one text with commas."""


MACHINE = ("workers", "memory", "shard_images", "engine", "shared")
"""Settings of how the machine works, that leave every byte of the dataset as it is."""


class Settings(Known):
    """What to build, from what, and every threshold."""

    images: tuple[Path, ...] = Field(
        default=(), description="annotation files or folders; the sample's if empty"
    )
    landmarks: Path | None = Field(default=None, description="landmark table or GLDv2 folder")
    endpoint: str = Field(default=EMBEDDED, description='"embedded", a snapshot folder, or a SPARQL URL')
    contact: str = Field(
        default="", description="your e-mail or web address, for a live endpoint's operators"
    )
    requests_per_minute: Real = Field(
        default=30.0, gt=0, le=1_000_000, description="most requests a minute, live"
    )
    concurrency: Whole = Field(default=1, ge=1, le=5, description="most requests at a time, live")
    longest_wait: Real = Field(
        default=600.0,
        gt=0,
        le=MANY,
        description="most seconds to wait at a live service's request; if more, stop",
    )
    largest_batch: Whole = Field(default=800, ge=1, le=MANY, description="most values of a query, live")
    offline: bool = Field(
        default=False, description="ask a live endpoint nothing: use what it answered before"
    )
    language: str = Field(default="en", description="language of the templates")
    templates: tuple[Path, ...] = Field(
        default=(), description="folders of template packs of your own, laid over the shipped ones"
    )
    facts: tuple[Path, ...] = Field(
        default=(),
        description="RDF files (.ttl, .nt, .rdf, .jsonld) of facts of your own, in Wikidata's terms",
    )
    domains: tuple[str, ...] = Field(default=(), description="domains to ask about; all if empty")
    properties: tuple[str, ...] = Field(
        default=(), description="properties to ask about, such as P84; all if empty"
    )
    hops: tuple[Whole, ...] = Field(default=(1, 2, 3), description="numbers of hops to ask for")
    seed: Whole = Field(default=0, ge=0, lt=2**63, description="root of every random choice")
    limit: Whole | None = Field(default=None, ge=1, le=MANY, description="most images to use")
    shard: str = Field(
        default="", description="i/n: build part i of n parts of the images into `out`, to be merged"
    )
    out: Path = Field(default=Path("build/dataset"), description="folder of the finished dataset")
    work: Path | None = Field(
        default=None, description="folder of tables between stages; OUT.work if unset, for a URL in build/"
    )
    per_image: Whole = Field(
        default=7, ge=1, le=MANY, description="most questions of an image for each kind of hops"
    )
    max_repeats: Whole = Field(
        default=300, ge=1, le=MANY, description="most images for an equal question and answer"
    )
    same_iou: Real = Field(default=0.6, gt=0, le=1, description="overlap at which two boxes are one thing")
    least_area: Real = Field(
        default=0.002, ge=0, lt=1, description="share of the image below which a thing is not asked about"
    )
    crowd: Whole = Field(
        default=5, ge=1, le=MANY, description="things of one noun that no clause tells apart any more"
    )
    needed_clauses: bool = Field(
        default=False, description="use clauses only where the noun alone fits several things"
    )
    distractors: Whole = Field(default=3, ge=1, le=25, description="wrong options beside the answer")
    consistency_sets: Whole = Field(
        default=2_000, ge=0, le=MANY, description="questions that are given in further wordings"
    )
    consistency_wordings: Whole = Field(
        default=8, ge=2, le=1_000, description="most wordings of each of them"
    )
    train_share: Real = Field(default=0.7, gt=0, lt=1, description="share of the images in train")
    min_answer_share: Real = Field(
        default=0.01, gt=0, lt=1, description="share that makes an answer a category"
    )
    shard_images: Whole = Field(
        default=40_000,
        ge=1,
        le=MANY,
        description="images worked on at a time, fewer of many objects or questions",
    )
    workers: Whole = Field(default=2, ge=1, le=64, description="threads")
    memory: str = Field(default="512MB", pattern=r"^\d+(\.\d+)?(MB|GB)$", description="memory of each thread")
    engine: str = Field(
        default=LOCAL,
        description='what joins tables: "duckdb", here, or a Spark server\'s address, sc://host:port',
    )
    shared: str = Field(
        default="", description="folder that a Spark server reaches too, such as s3://bucket/folder"
    )
    balance: Balance = Balance()
    blind: Blind = Blind()

    @field_validator("hops")
    @classmethod
    def _known_hops(cls, hops: tuple[int, ...]) -> tuple[int, ...]:
        if not hops or not set(hops) <= {1, 2, 3}:
            raise ValueError("hops are 1, 2 or 3")
        return tuple(sorted(set(hops)))

    @field_validator("engine")
    @classmethod
    def _known_engine(cls, engine: str) -> str:
        if engine != LOCAL and not engine.startswith("sc://"):
            raise ValueError(
                f"should be {LOCAL} or the address of a Spark server, such as sc://localhost:15002"
            )
        return engine

    @field_validator("images", "landmarks", "endpoint", "templates", "facts", "out", "work")
    @classmethod
    def _unicode(cls, value: Any) -> Any:
        for path in value if isinstance(value, tuple) else (value,):
            if path is not None and not is_unicode(str(path)):
                raise ValueError(f"the name {str(path)!r} is no Unicode text; rename it")
        return value

    @field_validator("memory")
    @classmethod
    def _enough(cls, memory: str) -> str:
        size = Decimal(memory[:-2]) * (1 if memory.endswith("MB") else 1_000)
        if not _LEAST_MEMORY <= size <= _MOST_MEMORY:
            raise ValueError(f"should be from {_LEAST_MEMORY}MB to {_MOST_MEMORY // 1_000}GB")
        return memory

    @field_validator("shard")
    @classmethod
    def _known_part(cls, shard: str) -> str:
        return str(part_number(shard)) if shard else shard

    @field_validator("out")
    @classmethod
    def _named_folder(cls, out: Path) -> Path:
        if not out.resolve().name:
            raise ValueError("name a folder")
        return out if out.name else out.resolve()

    @model_validator(mode="before")
    @classmethod
    def _one_of_many(cls, values: Any) -> Any:
        if isinstance(values, dict):
            single = {name: values[name].split() for name in _PATHS if isinstance(values.get(name), str)}
            names = {name: values[name].split(",") for name in _NAMES if isinstance(values.get(name), str)}
            hops = {"hops": [values["hops"]]} if isinstance(values.get("hops"), int) else {}
            return {**values, **single, **names, **hops}
        return values

    @property
    def is_live(self) -> bool:
        """Whether the endpoint is a service on the web."""
        return "://" in self.endpoint

    @property
    def work_folder(self) -> Path:
        """Where the tables between the stages lie; those of a part are the part itself."""
        if self.shard:
            return self.out
        name = f"{self.out.name}.work"
        return self.work or (Path("build") / name if url_of(self.out) else self.out.with_name(name))

    @property
    def part(self) -> PartNumber | None:
        """The part of the images to work on, None for all of them."""
        return part_number(self.shard) if self.shard else None

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
        origin = f"{config}: " if config else ""
        raise SettingsError(origin + "; ".join(map(_said, fault.errors()))) from fault


def _said(error: ErrorDetails) -> str:
    """Return what is wrong with a setting; of an unknown one, which was meant."""
    place = ".".join(map(str, error["loc"])) or "settings"
    if error["type"] != "extra_forbidden":
        return f"{place}: {error['msg'].removeprefix('Value error, ')}"
    models: dict[str, type[BaseModel]] = {"balance": Balance, "blind": Blind}
    model = models.get(str(error["loc"][0]), Settings)
    near = get_close_matches(str(error["loc"][-1]), model.model_fields, n=1)
    return f"{place}: there is no such setting" + (f"; did you mean {near[0]!r}?" if near else "")
