"""What `reasonvqa build` prints at its end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pipeline.base.files import read_json

_MOST_REASONS = 12


def summary(out: Path) -> str:
    """Return the figures of a finished dataset as text."""
    report = read_json(out / "report.json")
    u, b = report["U"], report["B"]
    lines = [
        "",
        f"Dataset in {out}: U/ (all questions) and B/ (balanced), each with train and test",
        "as JSON lines and as Parquet.",
        "",
        f"{'':28}{'U':>10}{'B':>10}",
        _row("images", u["images"], b["images"]),
        _row("questions", u["questions"], b["questions"]),
    ]
    lines += _hops(u, b)
    lines += [
        _row(f"  answer: {k}", u_n, b_n) for k, u_n, b_n in _paired(u, b, "answer_kinds", "answer_kind")
    ]
    lines += _domains(u, b, report["domain_names"])
    lines += [
        f"{'mean words of a question':28}{u['mean_question_words']:>10}{b['mean_question_words']:>10}",
        f"{'mean words of an answer':28}{u['mean_answer_words']:>10}{b['mean_answer_words']:>10}",
        "",
        "Left out, by reason (all in rejected.parquet):",
    ]
    reasons = sorted(report["left_out"], key=lambda row: (-row["n"], row["stage"], row["code"]))
    lines += [f"  {row['n']:>9,}  {row['stage']}: {row['code']}" for row in reasons[:_MOST_REASONS]]
    return "\n".join([*lines, "", f"More in {out / 'report.md'}."])


def _row(name: str, u: int, b: int) -> str:
    return f"{name:28}{u:>10,}{b:>10,}"


def _paired(u: Any, b: Any, table: str, key: str) -> list[tuple[str, int, int]]:
    counts = [Counter({row[key]: row["questions"] for row in which[table]}) for which in (u, b)]
    return [(name, counts[0][name], counts[1][name]) for name in sorted(counts[0])]


def _hops(u: Any, b: Any) -> list[str]:
    counts: list[Counter[str]] = [Counter(), Counter()]
    for count, which in zip(counts, (u, b), strict=True):
        for row in which["hops"]:
            clause = " with clause" if row["has_scene_graph"] else ""
            count[f"  {row['hops']} hop{'s' if row['hops'] > 1 else ''}{clause}"] += row["questions"]
            count[f"  source: {row['source']}"] += row["questions"]
    return [_row(name, counts[0][name], counts[1][name]) for name in sorted(counts[0])]


def _domains(u: Any, b: Any, names: Mapping[str, str]) -> list[str]:
    rows = sorted(u["domains"].items(), key=lambda pair: (-pair[1], pair[0]))
    return [
        _row(f"  {names.get(domain, domain)[:24]}", n, b["domains"].get(domain, 0)) for domain, n in rows if n
    ]
