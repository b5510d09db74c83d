"""The shipped templates, read once."""

from __future__ import annotations

from pathlib import Path

import networkx as nx
import pytest

from pipeline.bank.routes import Router
from pipeline.base.files import read_tsv
from pipeline.base.resources import resource_dir
from pipeline.dataset.vocabulary import shipped_library
from pipeline.knowledge.kinds import Classes, Kinds, read_kinds
from pipeline.language.packs import Property
from pipeline.values import clean_label


@pytest.fixture(scope="session")
def templates() -> Path:
    """The folder of templates."""
    return resource_dir("templates")


@pytest.fixture(scope="session")
def properties() -> dict[str, Property]:
    """The registry with the English wordings."""
    return shipped_library("en").properties


@pytest.fixture(scope="session")
def registered() -> dict[str, Property]:
    """The registry with the English wordings of all properties, those that are off included."""
    return shipped_library("en").entries


@pytest.fixture(scope="session")
def kinds(templates: Path) -> Kinds:
    """The declared kinds."""
    return read_kinds(templates / "kinds.toml")


@pytest.fixture(scope="session")
def router(registered: dict[str, Property], kinds: Kinds) -> Router:
    """A router over no facts, which tells what wordings apply."""
    empty: nx.MultiDiGraph[str] = nx.MultiDiGraph()
    return Router(empty, Classes(empty, kinds), registered, {}, edges=3, is_gone=lambda _: False)


@pytest.fixture(scope="session")
def wikidata(data: Path) -> dict[str, dict[str, str]]:
    """Wikidata's properties: id -> row with label and datatype."""
    rows = read_tsv(data / "wikidata" / "properties.tsv", ["property", "label", "datatype"])
    return {row["property"]: row for row in rows}


@pytest.fixture(scope="session")
def labels(data: Path) -> dict[str, str]:
    """Item -> its label in the embedded snapshot."""
    rows = read_tsv(data / "snapshot" / "entities.tsv.gz", ["item", "label"])
    return {row["item"]: row["label"] for row in rows}


@pytest.fixture(scope="session")
def wider_labels(shared: Path) -> dict[str, str]:
    """Item -> its label in the reference data, which holds more items than the snapshot."""
    found: dict[str, str] = {}
    for table in ("items", "entities"):
        for row in read_tsv(shared / "wikidata" / f"{table}.tsv.gz", ["item", "label_en"]):
            found.setdefault(row["item"], clean_label(row["label_en"]))
    return found
