"""What a publication says that the data cannot tell: title, authors, licence, where images come from.

A TOML file may set any of it; all files of a release take it from here (docs/release.md).
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError

from pipeline.base.errors import SettingsError
from pipeline.sources.records import COCO, COMMONS, GLDV2, GQA, VISUAL_GENOME

_Text = Annotated[str, StringConstraints(strip_whitespace=True)]
_Date = Annotated[str, StringConstraints(pattern=r"^(\d{4}-\d\d-\d\d)?$")]
_Name = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]*$")]


class _Strict(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Author(_Strict):
    """Who made the dataset: a person, or an organisation or group as a whole."""

    name: _Text = Field(min_length=1)
    kind: Literal["person", "organisation"] = "organisation"
    orcid: Annotated[str, StringConstraints(pattern=r"^(https://orcid.org/[0-9X-]{19})?$")] = ""
    affiliation: _Text = ""

    @property
    def given_names(self) -> str:
        """All of a person's name but the last word."""
        return self.name.rpartition(" ")[0]

    @property
    def family_names(self) -> str:
        """The last word of a person's name."""
        return self.name.rpartition(" ")[2]


class Source(_Strict):
    """Where images and their annotations come from, and on what terms."""

    id: _Text
    title: _Text
    licence: _Text
    """Of the annotations."""
    attribution: _Text
    images: _Text
    """What is known of the rights in the images themselves."""
    url: _Text = ""


SOURCES = (
    Source(
        id=VISUAL_GENOME,
        title="Visual Genome",
        licence="CC-BY-4.0",
        attribution="Krishna et al., Visual Genome: Connecting Language and Vision Using Crowdsourced Dense "
        "Image Annotations, IJCV 2017",
        images="photographs from Flickr, each under a licence of its own that Visual Genome does not list",
        url="https://homes.cs.washington.edu/~ranjay/visualgenome/",
    ),
    Source(
        id=GQA,
        title="GQA scene graphs",
        licence="CC-BY-4.0",
        attribution="Hudson and Manning, GQA: A New Dataset for Real-World Visual Reasoning and "
        "Compositional Question Answering, CVPR 2019; scene graphs after Visual Genome",
        images="the photographs of Visual Genome",
        url="https://cs.stanford.edu/people/dorarad/gqa/",
    ),
    Source(
        id=COCO,
        title="COCO",
        licence="CC-BY-4.0",
        attribution="Lin et al., Microsoft COCO: Common Objects in Context, ECCV 2014",
        images="photographs from Flickr, each under the licence that COCO lists for it",
        url="https://cocodataset.org/",
    ),
    Source(
        id=GLDV2,
        title="Google Landmarks Dataset v2",
        licence="CC-BY-4.0",
        attribution="Weyand et al., Google Landmarks Dataset v2: A Large-Scale Benchmark for Instance-Level "
        "Recognition and Retrieval, CVPR 2020",
        images="photographs from Wikimedia Commons, with author and licence in its attribution file",
        url="https://github.com/cvdfoundation/google-landmark",
    ),
    Source(
        id=COMMONS,
        title="Wikimedia Commons",
        licence="CC0-1.0",
        attribution="landmarks and the names of their image files from Wikidata",
        images="photographs on Wikimedia Commons, each with author and licence on its file page",
        url="https://commons.wikimedia.org/",
    ),
)
"""The sources that the project reads, by the name that records give them."""

FACTS = Source(
    id="wikidata",
    title="Wikidata",
    licence="CC0-1.0",
    attribution="facts, labels and aliases from Wikidata",
    images="none",
    url="https://www.wikidata.org/",
)
LINKS = Source(
    id="wordnet",
    title="WordNet 3.0 and Open English WordNet",
    licence="WordNet 3.0 License and CC-BY-4.0",
    attribution="Princeton University, WordNet 3.0, 2006; the Open English WordNet team",
    images="none",
    url="https://wordnet.princeton.edu/",
)

LICENCE_URLS = {
    "CC-BY-4.0": "https://creativecommons.org/licenses/by/4.0/",
    "CC-BY-SA-4.0": "https://creativecommons.org/licenses/by-sa/4.0/",
    "CC0-1.0": "https://creativecommons.org/publicdomain/zero/1.0/",
}

METHOD = "https://arxiv.org/abs/2507.16403"
"""The paper whose method the project follows."""


class Publication(_Strict):
    """What is set by whoever publishes; everything has a default."""

    name: _Name = Field(default="reasonvqa", description="short name, without spaces")
    title: _Text = Field(
        default="Knowledge-based visual questions in the manner of ReasonVQA", description="title"
    )
    summary: _Text = Field(default="", description="a sentence or two, put before the numbers")
    version: Annotated[str, StringConstraints(pattern=r"^(\d+\.\d+\.\d+)?$")] = Field(
        default="", description="version, such as 1.0.0; the dataset's own if empty"
    )
    licence: _Text = Field(
        default="CC-BY-4.0", min_length=1, description="SPDX name of the dataset's licence"
    )
    authors: tuple[Author, ...] = Field(
        default=(Author(name="the reasonvqa contributors"),),
        min_length=1,
        description="who made it: `name`, `kind` (person or organisation), `orcid`, `affiliation`",
    )
    url: _Text = Field(default="", description="where the dataset can be found")
    contact: _Text = Field(default="", description="where to write about faults")
    date: _Date = Field(default="", description="day of publication, YYYY-MM-DD")
    funding: _Text = Field(default="", description="who paid for it")
    maintenance: _Text = Field(default="", description="who keeps it up, and how")
    sources: tuple[Source, ...] = Field(
        default=(),
        description="terms of sources of your own, or others for the known ones: `id` (as in the records), "
        "`title`, `licence`, `attribution`, `images`, `url`",
    )

    @property
    def licence_url(self) -> str:
        """Where the licence can be read."""
        return LICENCE_URLS.get(self.licence, f"https://spdx.org/licenses/{self.licence}.html")

    def terms(self, sources: Iterable[str]) -> tuple[Source, ...]:
        """Return the terms of the sources that a dataset's records name, and of facts and links.

        SettingsError if a source is unknown and the file says nothing of it.
        """
        known = {source.id: source for source in (*SOURCES, *self.sources)}
        named = sorted(sources)
        if missing := [name for name in named if name not in known]:
            raise SettingsError(
                f"sources: nothing is known of the licence of {', '.join(map(repr, missing))}\n"
                "  Name a file by --config that has a [[sources]] entry for each: id, title, licence, "
                "attribution, images."
            )
        return (*(known[name] for name in named), FACTS, LINKS)


def load_publication(path: Path | None) -> Publication:
    """Return what a TOML file says of a publication, defaults where it is silent.

    Raises SettingsError that names file and setting.
    """
    if path is None:
        return Publication()
    try:
        content: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))
        return Publication.model_validate(content)
    except OSError as fault:
        raise SettingsError(f"{path}: cannot be read ({fault.strerror})") from fault
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as fault:
        raise SettingsError(f"{path}: is no valid TOML: {fault}") from fault
    except ValidationError as fault:
        told = "; ".join(f"{'.'.join(map(str, e['loc']))}: {e['msg']}" for e in fault.errors())
        raise SettingsError(f"{path}: {told}") from fault


def bibtex_key(name: str) -> str:
    """Return a dataset's short name as a BibTeX key."""
    return re.sub(r"[^A-Za-z0-9]+", "", name) or "dataset"
