"""Fetches when told to, in a process of its own that may be killed at any moment.

Reads lines `WORK URL` from its input. For each it forks, prints the child's id, and in the end how the child
ended: its exit code, or minus the signal. What has to be imported is imported once.
"""

from __future__ import annotations

import os
import sys
from importlib import import_module
from pathlib import Path

from pipeline.dataset.link import open_endpoint
from pipeline.dataset.settings import load_settings
from pipeline.wikidata.batch_size import BatchSize
from pipeline.wikidata.journal import Journal
from pipeline.wikidata.queries import KINDS

# Run as a script, it has no package; and its neighbour must be there before the first fork.
sys.path.insert(0, str(Path(__file__).parent))
part = import_module("part")


def main() -> None:
    for line in sys.stdin:
        work, url = line.split()
        child = os.fork()
        if not child:
            _fetch(Path(work), url)
            os._exit(0)
        _say(child)
        _say(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))


def _say(number: int) -> None:
    sys.stdout.write(f"{number}\n")
    sys.stdout.flush()


def _fetch(work: Path, url: str) -> None:
    """Do what a build does, in small batches at first."""
    if not work.exists():
        journal = Journal(work / "http" / "journal.sqlite")
        with journal.transaction():
            for kind in KINDS:
                journal.resize(kind, BatchSize(6))
        journal.close()
    settings = load_settings(
        None, {"endpoint": url, "contact": "me@example.org", "work": work, "requests_per_minute": 1e6}
    )
    facts = part.fetched(open_endpoint(settings))
    (work / "facts").write_bytes(part.as_bytes(facts, work / "snapshot", with_day=False))


if __name__ == "__main__":
    main()
