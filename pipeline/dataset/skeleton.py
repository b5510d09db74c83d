"""A commented skeleton of a template pack."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from pipeline.base.errors import SettingsError
from pipeline.base.files import write_text
from pipeline.dataset.vocabulary import chosen, shipped_library, wikidata_properties
from pipeline.language.library import SPECIAL
from pipeline.language.lint.pack import Known
from pipeline.language.packs import Property

_NO_ANSWERS = ("IRI", "Property", "Lexeme")
_KINDS = {"Time": "date", "Quantity": "number"}

_HEAD = """# Templates of the domain {domain}. Each table is a property of Wikidata.
#
#   reasonvqa templates lint FOLDER                              checks them
#   reasonvqa templates preview PROPERTY --templates FOLDER      shows questions
#
# templates/README.md of the project explains every field.
"""

_EXAMPLE = """
# [P88]
# label = "commissioned by"
# answer_kind = "text"             # text, date, number, or fixed (then closed_set names the possible answers)
# domains = ["{domain}"]
# subject = ["work", "building"]   # kinds of things it may be asked of (kinds.toml); anything if left out
# value = "agent"                  # kind of its values: person, organization, agent (either), place ...
# max_answers = 3                  # with more true answers it is not asked
# main = [                         # at least three, different in structure; {{{{ x }}}} is "this painting"
#   "Who commissioned {{{{ x }}}}?",
#   {{ text = "Which person commissioned {{{{ x }}}}?", value = ["person"] }},
#   {{ text = "Name the one who commissioned {{{{ x }}}}.", many = false }},
# ]
# clause = [                       # stands for the value in questions of two and three hops
#   {{ text = "the person who commissioned {{{{ x }}}}", value = ["person"] }},
# ]
"""

_PROPERTY = """
[{prop}]
label = {label}
answer_kind = "{kind}"
domains = ["{domain}"]
# subject = ["work", "building"]   # kinds of things it may be asked of; anything if left out
{value}main = [                         # make them what people would say, and add at least one more
{main}]
{clause}"""

_SHIPPED = """
# The shipped templates ask about it in {number} ways. What stands here is added to them; with
# `replace = true` its wordings stand instead.
[{prop}]
# label = {label}
domains = {domains}
{off}# main = ["..."]
"""

_ROUTES = """# What may be asked of a property's value: P88 = ["@person"] lets questions go on from whoever
# commissioned a work to when and where they were born. "@person", "@organization", "@country" and others
# are groups of the shipped templates/routes.toml; a property's own `after` does the same from its side.
[then]
{then}"""

_DOMAINS = """# What the domain is; `--domains {domain}` then asks about nothing else.
[{domain}]
name = {name}
definition = "What belongs to it, in a sentence."
"""


def write_skeleton(domain: str, out: Path | None, properties: Sequence[str]) -> Iterator[Path]:
    """Write a pack for a domain, and yield the files; SettingsError if something is there already."""
    shipped = shipped_library("en")
    identity = re.sub(r"[^a-z0-9]+", "_", domain.lower()).strip("_")
    if not identity:
        raise SettingsError(f"domain: {domain!r} has no letter of a to z, of which ids are made")
    by_name = {entry.name: key for key, entry in shipped.domains.items()}
    identity = by_name.get(domain.lower(), identity)
    folder = out or Path(identity)
    if folder.is_file() or (folder.is_dir() and any(folder.iterdir())):
        raise SettingsError(f"{folder}: is there already; name another folder with --out")
    known = wikidata_properties()
    labels = {entry.label: prop for prop, entry in reversed(known.items())}
    wanted = chosen("properties", properties, {prop: prop for prop in known}, labels)
    entries = shipped.entries
    tables = [
        _shipped_table(prop, entries[prop], identity)
        if prop in entries
        else _table(prop, known[prop], identity)
        for prop in wanted
    ]
    name = f"{identity}_properties" if identity in SPECIAL else identity
    text = "".join(tables) or _EXAMPLE.format(domain=identity)
    texts = {f"{name}.toml": _HEAD.format(domain=identity) + text}
    texts["routes.toml"] = _ROUTES.format(
        then="".join(f'# {prop} = ["@person"]\n' for prop in wanted or ("P88",))
    )
    if identity not in shipped.domains:
        texts["domains.toml"] = _DOMAINS.format(domain=identity, name=json.dumps(domain, ensure_ascii=False))
    yield from _written({folder / file: content for file, content in texts.items()})


def _written(texts: Mapping[Path, str]) -> Iterator[Path]:
    """Write and yield files; none of them stays if one cannot be written."""
    try:
        for path, content in texts.items():
            write_text(path, content)
            yield path
    except OSError:
        for path in texts:
            path.unlink(missing_ok=True)
        raise


def _shipped_table(prop: str, spec: Property, domain: str) -> str:
    return _SHIPPED.format(
        prop=prop,
        label=json.dumps(spec.label, ensure_ascii=False),
        number=len(spec.main),
        domains=json.dumps(list(dict.fromkeys((*spec.domains, domain)))),
        off=f'off = ""                         # shipped off: {spec.off}\n' if spec.off else "",
    )


def _table(prop: str, known: Known, domain: str) -> str:
    if known.datatype in _NO_ANSWERS:
        raise SettingsError(
            f"properties: the values of {prop} are of type {known.datatype}, which no one says"
        )
    item = known.datatype == "Item"
    *main, clause = _wordings(" ".join(known.label.split()).removesuffix("(s)"))
    return _PROPERTY.format(
        prop=prop,
        label=json.dumps(known.label, ensure_ascii=False),
        kind=_KINDS.get(known.datatype, "text"),
        domain=domain,
        main="".join(f"  {json.dumps(text, ensure_ascii=False)},\n" for text in main),
        value='# value = "person"                # kind of its values\n' if item else "",
        clause=f"clause = [{json.dumps(clause, ensure_ascii=False)}]\n" if item else "",
    )


def _wordings(label: str) -> tuple[str, str, str]:
    """Return two ways to ask about a property and a sub-clause that make sense for most labels."""
    if label.endswith(" by"):
        done = label.removesuffix(" by")
        return (
            f"By whom was {{{{ x }}}} {done}?",
            f"Who {done} {{{{ x }}}}?",
            f"the one who {done} {{{{ x }}}}",
        )
    if label.endswith(" of"):
        label = label.removeprefix("is ")
        of_what = f"Of what is {{{{ x }}}} {label.removesuffix(' of')}?"
        return f"What is {{{{ x }}}} {label}?", of_what, f"the thing that {{{{ x }}}} is {label}"
    of = f"{label} of {{{{ x }}}}"
    return f"What is the {of}?", f"Name the {of}.", f"the {of}"
