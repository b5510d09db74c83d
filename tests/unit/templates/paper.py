"""The 157 properties of the ReasonVQA authors' code, with their labels and the types of their values."""

from __future__ import annotations

from pipeline.base.files import read_tsv
from pipeline.base.resources import resource_dir


def listed() -> dict[str, tuple[str, str]]:
    """Return property -> label and type."""
    path = resource_dir("data") / "wikidata" / "reasonvqa.tsv"
    rows = read_tsv(path, ["property", "label", "datatype"])
    return {row["property"]: (row["label"], row["datatype"]) for row in rows}
