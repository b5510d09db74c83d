"""One small faulty pack for every code; `<<` marks the line that the finding must name."""

from __future__ import annotations

import re
from pathlib import Path

MARK = "<<"
Files = dict[str, str]

GIVEN = """[P88]
label = "commissioned by"
answer_kind = "text"
domains = ["arts"]
value = "agent"
"""
MAIN = """main = [
  "Who commissioned {{ x }}?",
  "By whom was {{ x }} commissioned?",
  "Which person or body commissioned {{ x }}?",
]
"""
NOUN_HEAD = '[atelier]\nsingular = "atelier"\nplural = "ateliers"\n'
CLAUSE = 'clause = ["the one who commissioned {{ x }}"]\n'
GOOD = GIVEN + MAIN + CLAUSE
HEAD = GIVEN.replace("]\nlabel", "]<<\nlabel")
BY = '[[predicate]]\nname = "by"<<\n'
FAMILIAR = NOUN_HEAD + "familiarity = 2\n"
STILTED = 'label = "atelier"\nreason = "people say workshop"\n'
WORK = 'subject = ["work"]\n'
EVENT = HEAD.replace("P88", "P793").replace("commissioned by", "significant event")
DATE = '[P729]\nlabel = "service entry"\nanswer_kind = "date"\ndomains = ["transport"]\n'
WHEN = [
    f'"{text}"' for text in ("When did {{ x }} enter service?", "In what year did {{ x }} enter service?")
]


def _with(wording: str, head: str = GIVEN) -> Files:
    """Return a pack with one more wording of a question."""
    return {"a.toml": head + MAIN.removesuffix("]\n") + wording + "\n]\n"}


def _text(text: str, conditions: str = "") -> str:
    return f'{{ text = "{text}"{conditions} }},<<'


NAMES = "name\tnumber\tarticle\tsynset\tkind\ttarget\tnote\n"

CASES: list[tuple[str, Files]] = [
    ("E100", {"a.toml": '[P88]\nlabel = "commissioned by<<\n'}),
    ("E100", {"a.toml": "[P88]\n\nlabel<<"}),
    ("E100", {"a.toml": GOOD, "domains.toml": '[art]<<\nname = "art"\n'}),
    ("E100", {"a.toml": GOOD, "closed_sets.toml": '[art]<<\nitems = ["Q1"]\n'}),
    ("E100", {"a.toml": GOOD, "unasked.toml": '[P1]<<\nlabel = "art"\n'}),
    ("E100", {"a.toml": GOOD, "units.toml": "# units\nQ11573 = 5<<\n"}),
    ("E100", {"a.toml": GOOD, "kinds.toml": '[person]\nitem = ["Q5"]<<\n'}),
    ("E100", {"a.toml": GOOD, "kinds.toml": '[king]<<\nis = ["persn"]\n'}),
    ("E100", {"a.toml": GOOD, "routes.toml": '[then]\nP84 = ["P19"]\nP88 = "P19"<<\n'}),
    ("E100", {"a.toml": GOOD, "routes.toml": '[then]\nP88 = ["@persons"]<<\n'}),
    ("E100", {"a.toml": GOOD, "routes.toml": '[then]\nP88 = ["person"]<<\n'}),
    ("E100", {"a.toml": GOOD, "routes.toml": 'then = ["P19"]<<\n'}),
    ("E100", {"a.toml": GOOD, "en/lexicon/nouns/places.toml": NOUN_HEAD + "familiarity = 9<<\n"}),
    ("E100", {"a.toml": GOOD, "en/lexicon/nouns/things.toml": '\n[[rejected]]<<\nitem = "Q1"\n'}),
    ("E100", {"a.toml": GOOD, "en/lexicon/names.tsv": NAMES + "ox\tdual\t\t\tanimal\tyes\t<<\n"}),
    ("E100", {"a.toml": GOOD, "en/lexicon/names.tsv": NAMES + "ox\tsingular\tanimal<<\n"}),
    ("E100", {"a.toml": GOOD, "en/lexicon/names.tsv": "name\tnumber<<\n"}),
    ("E100", {"a.toml": GOOD, "en/lexicon/predicates.toml": "[[predicate]<<\n"}),
    ("E100", {"readme.md": "A pack without a table."}),
    ("E101", {"a.toml": GOOD.replace("[P88]", "[P88888888]<<")}),
    ("E102", {"a.toml": HEAD.replace('"commissioned by"', '"patron"') + MAIN}),
    ("E103", {"a.toml": HEAD + MAIN + 'lable = "x"\n'}),
    ("E103", {"a.toml": HEAD.replace('answer_kind = "text"\n', "") + MAIN}),
    ("E103", {"a.toml": HEAD + MAIN + 'joint = { P17 = "Where?" }\n'}),
    ("E103", {"a.toml": HEAD + 'main = "Who commissioned {{ x }}?"\n'}),
    ("E103", {"a.toml": HEAD + MAIN + 'replace = "yes"\n'}),
    ("E103", {"a.toml": GOOD + '[commissioner]<<\nlabel = "x"\n'}),
    ("E104", {"a.toml": HEAD.replace('"arts"', '"art"') + MAIN}),
    ("E105", {"a.toml": HEAD.replace('"agent"', '"agnt"') + MAIN}),
    ("E105", {"a.toml": HEAD + MAIN + 'subject = ["wrk"]\n'}),
    ("E105", _with(_text("Who ordered {{ x }}?", ', subject = ["!bilding"]'))),
    ("E106", {"a.toml": HEAD.replace('"text"', '"fixed"') + 'closed_set = "patrons"\n' + MAIN}),
    ("E107", {"a.toml": HEAD.replace('"text"', '"date"') + MAIN}),
    ("E107", {"a.toml": HEAD.replace("P88", "P856").replace("commissioned by", "official website") + MAIN}),
    ("E108", {"a.toml": HEAD + MAIN + 'after = ["P2048"]\n'}),
    ("E108", {"a.toml": GIVEN + MAIN, "routes.toml": '# P88\n[then]\nP88 = ["P19"]<<\n'}),
    ("E109", {"a.toml": GOOD, "routes.toml": '[then]\nP84 = ["P88"]\nP88 = ["P19", "P1988"]<<\n'}),
    ("E110", {"a.toml": GOOD, "route.toml": '[then]<<\nP88 = ["P19"]\n'}),
    ("E110", {"a.toml": GOOD, "Domains.toml": '[art]<<\nname = "art"\ndefinition = "Art."\n'}),
    ("E110", {"a.toml": GOOD, "names.tsv": "<<" + NAMES}),
    ("E110", {"a.toml": GOOD, "museums.yaml": "P88:<<\n"}),
    ("E110", {"a.toml": GOOD, "en/lexicon/predicate.toml": "<<"}),
    ("E110", {"a.toml": GOOD, "en/lexicon/nouns/thing.toml": "<<" + FAMILIAR}),
    ("E110", {"a.toml": GOOD, "en/lexicon/grammar.toml": 'locale = "en_GB"<<'}),
    ("E110", {"a.toml": GOOD, "properties/arts/p88.toml": "<<"}),
    ("E111", {"a.toml": GOOD, "kinds.toml": '[person]\nitems = ["q5"]<<\n'}),
    ("E111", {"a.toml": GOOD, "kinds.toml": '[person]\nsynsets = ["persn.n.01"]<<\n'}),
    ("E111", {"a.toml": GOOD, "units.toml": '# Units\nP11573 = "length-meter"<<\n'}),
    ("E111", {"a.toml": GOOD, "closed_sets.toml": '[continent]\ncomplete = true\nitems = ["Africa"]<<\n'}),
    ("E111", {"a.toml": GOOD, "en/lexicon/nouns/places.toml": FAMILIAR + 'items = ["Q"]<<\n'}),
    ("E111", {"a.toml": GOOD, "en/lexicon/nouns/things.toml": FAMILIAR + 'synsets = ["x"]<<\n'}),
    (
        "E111",
        {"a.toml": '[P2048]\nmain = [\n{ text = "How many metres is {{ x }}?", unit = ["metre"] },<<\n]\n'},
    ),
    ("E201", _with(_text("Who commissioned {{ x ?"))),
    ("E201", _with(_text("Who commissioned {{ x / 2 }}?"))),
    ("E202", _with(_text("Who commissioned it?"))),
    ("E203", _with(_text("Who commissioned {{ thing }}?"))),
    ("E204", _with(_text("Who commissioned {{ x }} and {{ x }}?"))),
    ("E204", _with(_text("Who commissioned {{ x }} and {{ kind }}?"))),
    ("E301", {"a.toml": GIVEN + MAIN + 'clause = [\n"the one who paid for {{ x }}.",<<\n]\n'}),
    ("E301", {"a.toml": GIVEN + MAIN + 'clause = [\n"a person who paid for {{ x }}",<<\n]\n'}),
    ("E302", _with(_text("Who paid for {{ x }}"))),
    ("E302", _with(_text("who paid for {{ x }}?"))),
    ("E302", _with(_text("Name the one who paid for {{ x }}?"))),
    ("E302", _with(_text("Look at {{ x }}. Who paid for it?"))),
    ("E303", _with(_text("Who paid for the {{ x }}?"))),
    ("E303", _with(_text("Is there a owner who paid for {{ x }}?"))),
    ("E304", _with(_text("Who are {{ x }} paid by?"))),
    ("E305", _with(_text("Who paid paid for {{ x }}?"))),
    ("E305", _with(_text("Who paid for {{ x }} ?"))),
    ("E305", _with(_text("Who  paid for {{ x }}?"))),
    ("E401", {"a.toml": GIVEN + MAIN, "en/b.toml": '[P88]\nmain = ["Who commissioned {{ x }}?"]<<\n'}),
    ("E402", _with(_text("When was {{ x }} commissioned?", ', precision = ["year"]'))),
    ("E402", _with(_text("How many paid for {{ x }}?", ', unit = ["Q11573"]'))),
    ("E402", _with(_text("When was {{ x }} paid for?", ', value = ["time"]'))),
    ("E402", _with(_text("Who paid for {{ x }}?", ', subject = ["person"]'), GIVEN + WORK)),
    ("E402", _with(_text("Name one who paid for {{ x }}.", ", many = true"), GIVEN + "max_answers = 1\n")),
    ("E402", _with(_text("Who paid for {{ x }}?", ", direct = true"), GIVEN + "first = false\n")),
    (
        "E402",
        {
            "a.toml": DATE
            + f"main = [\n{', '.join(WHEN)},\n"
            + '{ text = "Who saw {{ x }} at first?", value = ["person"] },<<\n'
            + '{ text = "Since when has {{ x }} been in service?", value = ["!person"] },\n]\n'
        },
    ),
    ("E501", {"a.toml": GOOD, "en/lexicon/predicates.toml": f'\n{BY}subject = "by"\n'}),
    (
        "E501",
        {
            "a.toml": GOOD,
            "en/lexicon/predicates.toml": BY + 'subject = "by {{ o }}"\nobject_kinds = ["vehicel"]\n',
        },
    ),
    ("E501", {"a.toml": GOOD, "en/lexicon/predicates.toml": '[[predicates]]<<\nname = "by"\n'}),
    ("E502", {"a.toml": GOOD, "en/lexicon/names.tsv": NAMES + "ox\tsingular\t\tox.n.99\tanimal\tyes\t<<\n"}),
    ("W503", {"a.toml": GOOD, "en/lexicon/names.tsv": NAMES + "ox\tsingular\t\tox.n.01\tanimla\tyes\t<<\n"}),
    ("E504", {"a.toml": GOOD, "en/lexicon/nouns/places.toml": "<<" + FAMILIAR + 'kind = "biulding"\n'}),
    (
        "E505",
        {"a.toml": GOOD, "en/lexicon/nouns/things.toml": "<<" + FAMILIAR + "\n[[stilted]]\n" + STILTED},
    ),
    ("W403", {"a.toml": HEAD + 'main = ["Who commissioned {{ x }}?"]\n'}),
    (
        "W404",
        {"a.toml": HEAD + WORK + re.sub('".+?"', r"{ text = \g<0>, many = false }", MAIN)},
    ),
    (
        "W404",
        {
            "a.toml": DATE.replace("]\n", "]<<\n", 1)
            + f"main = [{{ text = {WHEN[0]}, precision = ['day', 'month'] }}, {{ text = {WHEN[1]}, "
            + "precision = ['year', 'decade', 'century'] }, "
            + "{ text = 'Which year saw {{ x }} enter service?', precision = ['year'] }]\n"
        },
    ),
    ("W405", {"a.toml": HEAD}),
    ("W406", {"a.toml": GOOD, "domains.toml": '# One\n[art]<<\nname = "art"\ndefinition = "Art."\n'}),
    ("W406", {"a.toml": GOOD, "closed_sets.toml": '[styles]<<\ncomplete = true\nitems = ["Q1"]\n'}),
    ("W407", {"a.toml": EVENT + MAIN + CLAUSE}),
]  # fmt: skip


def write(folder: Path, files: Files) -> tuple[Path, int]:
    """Write a pack; return the file and line that are marked."""
    place = folder, 1
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if MARK in text:
            place = path, text[: text.index(MARK)].count("\n") + 1
        path.write_text(text.replace(MARK, ""), encoding="utf-8")
    return place
