"""The report of a build: what is in the dataset, what was left out and why, as Markdown and as JSON."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import Future
from pathlib import Path
from typing import Any

from pipeline.base.columns import read_rows
from pipeline.base.files import write_json, write_text
from pipeline.dataset.blind.ceilings import section
from pipeline.dataset.checking.build_findings import build_findings
from pipeline.dataset.counting import GROUPS, Counts, SetCounts, count_set
from pipeline.dataset.figures import balance_figure
from pipeline.dataset.layout import CONSISTENCY, PARTS, SETS
from pipeline.dataset.markdown import table as _table
from pipeline.dataset.stages import Context
from pipeline.dataset.vocabulary import library_of
from pipeline.relational.engine import Engine

Row = dict[str, Any]
_SHARES = ("linked_keys", "linked_objects", "keys", "objects")


def write_report(context: Context, engine: Engine, out: Path, blind: Future[Row]) -> None:
    """Write the report of a build from the finished files; `blind` are their ceilings, being measured."""
    domains = {domain: entry.name for domain, entry in library_of(context.settings).domains.items()}
    content = set_figures(engine, out, context.settings.distractors, domains)
    content["blind"] = {}  # Its place; what it holds may still be measured.
    engine.register(
        {
            "links": context.table("link", "links"),
            "unlinked": context.table("link", "unlinked"),
            "concepts": context.table("bank", "concepts"),
        }
    )
    content["links"] = [_named(("evidence", "keys", "objects"), row) for row in engine.rows("report_links")]
    content["link_shares"] = _named(_SHARES, engine.rows("report_link_shares")[0])
    content["unlinked"] = [_named(("key", "objects", "code"), row) for row in engine.rows("report_unlinked")]
    content["nouns"] = dict(engine.rows("report_evidence"))
    content["left_out"] = left_out(engine, out)
    content["checks"] = build_findings(context, engine, out)
    content["blind"] |= blind.result()
    content["balance"] = read_rows(context.table("balance", "distribution"))
    write_content(content, out)


def set_figures(engine: Engine, out: Path, distractors: int, domains: Mapping[str, str]) -> Row:
    """Return the figures of both sets of a finished dataset; `domains` maps their ids to names."""
    figures: Row = {"domain_names": dict(domains)}
    for name in SETS:
        figures[name] = _set(
            count_set([out / name / f"{part}.parquet" for part in PARTS]), distractors, domains
        )
    engine.register({"sets": [out / CONSISTENCY / f"{part}.parquet" for part in PARTS]})
    names = ("split", "sets", "wordings")
    figures[CONSISTENCY] = [_named(names, row) for row in engine.rows("report_consistency")]
    return figures


def left_out(engine: Engine, out: Path) -> list[Row]:
    """Return what rejected.parquet holds, by stage and reason."""
    engine.register({"rejected": out / "rejected.parquet"})
    columns = ("stage", "code", "n", "example")
    return [_named(columns, row) for row in engine.rows("report_rejected")]


def write_content(content: Row, out: Path) -> None:
    """Write `report.json`, `report.md` and `balance.svg`."""
    write_json(out / "report.json", content)
    write_text(out / "balance.svg", balance_figure(content["balance"]))
    write_text(out / "report.md", markdown(content))


def _named(names: Sequence[str], row: Sequence[Any]) -> Row:
    return {
        name: int(v) if not isinstance(v, str | bool | list) else v
        for name, v in zip(names, row, strict=True)
    }


def _set(counts: SetCounts, distractors: int, known: Mapping[str, str]) -> Row:
    questions = sum(counts.options.values())
    words = {"question": counts.question_words, "answer": counts.answer_words}
    groups = {name: _group(columns, counts.groups[name]) for name, columns in GROUPS.items()}
    return {
        "images": counts.images,
        "questions": questions,
        "questions_with_all_options": counts.options[distractors],
        "different_answers": len(counts.answers),
        **{f"mean_{text}_words": round(n / max(1, questions), 2) for text, n in words.items()},
        **{name: groups[name] for name in ("ladders", "hops", "answer_kinds")},
        "domains": {name: counts.domains[name] for name in known},
        "domain_shares": {name: round(counts.domains[name] / max(1, questions), 4) for name in known},
        **{name: groups[name] for name in ("properties", "split")},
    }


def _group(columns: Sequence[str], counts: Counts) -> list[Row]:
    return [
        dict(zip(columns, key, strict=True)) | {"questions": n, "images": counts.images[key]}
        for key, n in sorted(counts.questions.items())
    ]


def markdown(content: Row) -> str:
    """Return the content of `report.json` as Markdown."""
    lines = ["# Report", "", "U holds all questions, B the balanced ones.", ""]
    lines += _subset(content["subset"]) if "subset" in content else []
    lines += _totals(content)
    lines += _by_set(
        content, "hops", ("hops", "has_scene_graph", "source"), "Questions by hop, clause and source"
    )
    lines += _ladders(content)
    lines += _by_set(content, "answer_kinds", ("answer_kind",), "Questions by kind of answer")
    lines += _domains(content)
    lines += _by_set(content, "split", ("split",), "Train and test")
    lines += _by_set(content, "properties", ("property_id", "property_label"), "Questions by property")
    lines += ["## Answers before and after balancing", "", "![](balance.svg)", ""]
    lines += _table(("property", "answer", "before", "after"), map(dict.values, content["balance"]))
    lines += section(content["blind"]) if "blind" in content else []
    lines += _links(content) if "links" in content else []
    lines += _checks(content["checks"]) if "checks" in content else []
    lines += ["## What was left out", ""]
    lines += _table(("stage", "code", "number", "example"), map(dict.values, content["left_out"]))
    return "\n".join(lines)


def _totals(content: Row) -> list[str]:
    names = (
        "images", "questions", "questions_with_all_options", "different_answers", "mean_question_words",
        "mean_answer_words",
    )  # fmt: skip
    rows = [(name.replace("_", " "), content["U"][name], content["B"][name]) for name in names]
    return _table(("", "U", "B"), rows)


def _links(content: Row) -> list[str]:
    share = content["link_shares"]
    keys, objects = share["linked_keys"] / share["keys"], share["linked_objects"] / max(1, share["objects"])
    lines = [
        "## Links to Wikidata",
        "",
        f"Linked: {share['linked_keys']:,} of {share['keys']:,} synsets and landmarks ({keys:.1%}), "
        f"{share['linked_objects']:,} of {share['objects']:,} objects that bear one ({objects:.1%}).",
        "",
    ]
    lines += _table(("evidence", "keys", "objects"), map(dict.values, content["links"]))
    lines += ["Not linked, most frequent first:", ""]
    lines += _table(("key", "objects", "reason"), map(dict.values, content["unlinked"]))
    lines += ["## Nouns, by what they rest on", ""]
    return lines + _table(("evidence", "concepts"), content["nouns"].items())


def _checks(rows: Sequence[Row]) -> list[str]:
    """Return the findings of the checks; those that found and left out nothing by their codes only."""
    told = [row for row in rows if row["found"] or row["left_out"]]
    clean = ", ".join(row["code"] for row in rows if row not in told)
    header = ("code", "finds", "of", "found", "share", "left out", "example")
    lines = ["## Checks", "", "E: an error, left out. W: a warning, counted.", ""]
    cells = ({**row, "share": f"{row['share']:.2%}"}.values() for row in told)
    lines += _table(header, cells)
    return [*lines, f"Nothing found by {clean}.", ""] if clean else lines


def _subset(subset: Row) -> list[str]:
    parent = subset["parent"]
    lines = [
        "## Subset",
        "",
        f"Of the dataset whose manifest has the SHA-256 {parent['manifest_sha256']} "
        f"({parent['generator']}, {parent['questions']:,} questions on {parent['images']:,} images). "
        f"B is {'balanced anew' if subset['balanced'] == 'anew' else 'what of its B is left'}.",
        "",
    ]
    return lines + _table(("after", "questions", "images", "of its B"), map(dict.values, subset["counts"]))


def _ladders(content: Row) -> list[str]:
    lines = _by_set(
        content, "ladders", ("hops", "has_scene_graph", "rungs"), "Questions by rungs of their ladder"
    )
    lines += [
        "Rungs are the questions of U that ask for the ends of a question's edges, itself among them.",
        "",
    ]
    lines += ["## Consistency sets", ""]
    return lines + _table(("part", "sets", "wordings"), map(dict.values, content[CONSISTENCY]))


def _domains(content: Row) -> list[str]:
    names = content["domain_names"]
    rows = []
    for domain in content["U"]["domains"]:
        cells = [names.get(domain, domain)]
        for which in ("U", "B"):
            share = content[which]["domain_shares"].get(domain, 0)
            cells += [content[which]["domains"].get(domain, 0), f"{share:.1%}"]
        rows.append(cells)
    lines = [
        "## Questions by domain",
        "",
        "A question may be of several domains, so the shares may add up to more than 100%.",
        "",
    ]
    return lines + _table(("domain", "U", "share of U", "B", "share of B"), rows)


def _by_set(content: Row, name: str, keys: Sequence[str], title: str) -> list[str]:
    balanced = {tuple(row[key] for key in keys): row for row in content["B"][name]}
    rows = []
    for row in content["U"][name]:
        key = tuple(row[part] for part in keys)
        kept = balanced.get(key, {"questions": 0, "images": 0})
        rows.append((*key, row["questions"], row["images"], kept["questions"], kept["images"]))
    header = (*(key.replace("_", " ") for key in keys), "U questions", "U images", "B questions", "B images")
    return [f"## {title}", "", *_table(header, rows)]
