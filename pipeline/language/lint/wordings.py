"""Checks of single wordings: slots, form, and slips of grammar."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from jinja2 import TemplateError as JinjaError
from jinja2.exceptions import SecurityError, UndefinedError

from pipeline.language.lint.findings import Finding, check
from pipeline.language.lint.pack import Pack, Said
from pipeline.language.patterns import pattern
from pipeline.language.render import KIND, SLOT, THING, fill


@cache
def _slot_fault(text: str) -> tuple[str, str] | None:
    """Return code and message of what is wrong with a wording's slot."""
    try:
        names = set(pattern(text).variables)
        filled = fill(text, SLOT)
    except UndefinedError:
        filled = ""
    except (JinjaError, SecurityError, TypeError, ArithmeticError, ValueError) as fault:
        return "E201", f"Jinja2 cannot fill {text!r}: {fault}"
    if unknown := sorted(names - {THING, KIND}):
        return (
            "E203",
            f"nothing fills {{{{ {unknown[0]} }}}}; the slot is {{{{ {THING} }}}} or {{{{ {KIND} }}}}",
        )
    if not names or not filled.count(SLOT):
        return "E202", f"has no slot {{{{ {THING} }}}} or {{{{ {KIND} }}}}: {text!r}"
    if len(names) > 1 or filled.count(SLOT) > 1:
        return "E204", f"has more than one slot: {text!r}"
    return None


def _slots(pack: Pack, code: str) -> Iterator[Finding]:
    for said in pack.said:
        fault = _slot_fault(said.text)
        if fault and fault[0] == code:
            yield said.finding(*fault)


@check("E201")
def syntax(pack: Pack) -> Iterator[Finding]:
    """A wording that Jinja2 cannot read or fill."""
    return _slots(pack, "E201")


@check("E202")
def missing_slot(pack: Pack) -> Iterator[Finding]:
    """A wording without a slot."""
    return _slots(pack, "E202")


@check("E203")
def undeclared(pack: Pack) -> Iterator[Finding]:
    """A wording with a variable that nothing fills."""
    return _slots(pack, "E203")


@check("E204")
def several_slots(pack: Pack) -> Iterator[Finding]:
    """A wording with more than one slot."""
    return _slots(pack, "E204")


def _shown(pack: Pack) -> Iterator[tuple[Said, str]]:
    """Yield the wordings that can be filled, with the grammar's example in their slot."""
    thing = pack.library.grammar.checks.thing
    for said in pack.said:
        if _slot_fault(said.text) is None:
            text = fill(said.text, thing)
            yield (
                said,
                text[:1].upper() + text[1:] if said.place != "clause" and said.text[:1] == "{" else text,
            )


@check("E301")
def clause_form(pack: Pack) -> Iterator[Finding]:
    """A sub-clause that is no definite noun phrase."""
    pattern = pack.library.grammar.checks.clause
    for said, text in _shown(pack):
        if said.place == "clause" and not re.search(pattern, text):
            yield said.finding(
                "E301", f"is no definite noun phrase such as 'the maker of {{{{ {THING} }}}}': {said.text!r}"
            )


@check("E302")
def question_form(pack: Pack) -> Iterator[Finding]:
    """A question that is no sentence, or ends with the wrong mark."""
    checks = pack.library.grammar.checks
    for said, text in _shown(pack):
        if said.place != "clause" and not any(re.search(form, text) for form in checks.sentences):
            yield said.finding("E302", f"is no whole question (?) or request (.): {said.text!r}")


@check("E303")
def articles(pack: Pack) -> Iterator[Finding]:
    """An article before the slot, or "a" for "an"."""
    grammar = pack.library.grammar
    for said, text in _shown(pack):
        if found := re.search(grammar.checks.article, text):
            yield said.finding("E303", f"the slot brings its own article: {found[0]!r}")
        for match in re.finditer(grammar.checks.indefinite, text):
            # How an abbreviation is read out, and so its article, cannot be told.
            right = grammar.article(match["noun"])
            if match["article"].lower() != right and not re.search("[A-Z]{2}", match["noun"]):
                yield said.finding("E303", f"{match[0]!r} should be {right + ' ' + match['noun']!r}")


@check("E304")
def agreement(pack: Pack) -> Iterator[Finding]:
    """A verb that does not agree with one thing."""
    for said, text in _shown(pack):
        for slip in pack.library.grammar.checks.agreement:
            if found := re.search(slip, text):
                yield said.finding("E304", f"the slot is one thing, so {found[0]!r} does not agree")


@check("E305")
def spacing(pack: Pack) -> Iterator[Finding]:
    """A word twice, or a space too many or too few."""
    checks = pack.library.grammar.checks
    for said, text in _shown(pack):
        found = re.search(checks.repeated, text, re.IGNORECASE)
        # Two capitals make a name, such as Walla Walla.
        if found and found[0].split()[1].islower():
            yield said.finding("E305", f"stands twice: {found[0]!r}")
        if re.search(checks.spacing, text):
            yield said.finding("E305", f"spaces or marks are wrong in {said.text!r}")
