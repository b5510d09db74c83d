"""Asking a live service for many values: what the journal lacks, in batches that the service bears."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import ExitStack, suppress
from typing import NoReturn

from pipeline.base.errors import EndpointError
from pipeline.base.progress import Progress
from pipeline.wikidata.endpoint import Answer, BatchTooLargeError, Row
from pipeline.wikidata.journal import Journal
from pipeline.wikidata.pace import Pace
from pipeline.wikidata.queries import BatchQuery
from pipeline.wikidata.tally import Tally

_SHOWN = 3
_Batch = tuple[str, ...]
_Running = dict[Future[Answer], _Batch]
_Submit = Callable[[_Batch, BatchQuery], Future[Answer]]


class Batching:
    """Cuts values into batches, has them asked, keeps the answers, and learns how large a batch may be.

    `send(values, query)` asks for one batch. What it returns is in the journal before it is yielded.
    """

    def __init__(
        self,
        send: Callable[[Sequence[str], BatchQuery], Answer],
        journal: Journal,
        pace: Pace,
        progress: Progress,
        *,
        concurrency: int = 1,
        largest: int = 800,
    ) -> None:
        self._send, self._journal, self._pace, self._progress = send, journal, pace, progress
        self._concurrency, self._largest = concurrency, largest

    def ask(self, values: Sequence[str], query: BatchQuery, key: str) -> Iterator[Answer]:
        """Yield the answers for all the values; `key` names service and query in the journal.

        Raises EndpointError that names the query and the first values of the batch that failed; what was
        answered before is kept.
        """
        missing: list[str] = []
        for some, held in self._journal.held(key, list(dict.fromkeys(values))):
            yield from by_day(held)
            missing += [value for value in some if value not in held]
        if missing:
            yield from self._ask_service(missing, query, key)

    def _ask_service(self, missing: Sequence[str], query: BatchQuery, key: str) -> Iterator[Answer]:
        todo = deque(missing)
        running: _Running = {}
        tally = Tally(query.name, len(missing), self._pace, self._progress)
        with ExitStack() as stack:
            submit = self._submit(stack)
            while todo or running:
                while todo and len(running) < self._concurrency:
                    batch = self._next(todo, query.name)
                    running[submit(batch, query)] = batch
                done = wait(running, return_when=FIRST_COMPLETED).done
                for future in sorted(done, key=lambda future: running[future]):
                    answer = self._settle(future, running, todo, query, key)
                    if answer is not None:
                        tally.add(
                            answer,
                            left=len(todo) + sum(map(len, running.values())),
                            size=self._size(query.name),
                        )
                        yield answer
        tally.end()

    def _submit(self, stack: ExitStack) -> _Submit:
        if self._concurrency == 1:
            return self._at_once
        pool = stack.enter_context(ThreadPoolExecutor(self._concurrency))
        return lambda batch, query: pool.submit(self._send, batch, query)

    def _at_once(self, batch: _Batch, query: BatchQuery) -> Future[Answer]:
        """Ask in this thread, so that an interrupt ends the waiting."""
        future: Future[Answer] = Future()
        try:
            future.set_result(self._send(batch, query))
        except EndpointError as fault:
            future.set_exception(fault)
        return future

    def _size(self, kind: str) -> int:
        return min(self._largest, self._journal.size(kind).size)

    def _next(self, todo: deque[str], kind: str) -> _Batch:
        return tuple(todo.popleft() for _ in range(min(len(todo), self._size(kind))))

    def _settle(
        self, future: Future[Answer], running: _Running, todo: deque[str], query: BatchQuery, key: str
    ) -> Answer | None:
        """Keep what came, or put the batch back if it was too large; any other fault ends the run."""
        batch = running.pop(future)
        try:
            answer = future.result()
            self._keep(answer, batch, query, key)
        except BatchTooLargeError as fault:
            if len(batch) == 1:
                self._give_up(fault, batch, running, query, key)
            self._journal.resize(query.name, self._journal.size(query.name).refused(len(batch)))
            todo.extendleft(reversed(batch))
            return None
        except EndpointError as fault:
            self._give_up(fault, batch, running, query, key)
        return answer

    def _keep(self, answer: Answer, batch: _Batch, query: BatchQuery, key: str) -> None:
        rows = query.by_value(answer.rows, batch)
        with self._journal.transaction():
            self._journal.keep(key, rows, answer.retrieved_at)
            size = self._journal.size(query.name).borne(len(batch), self._largest)
            self._journal.resize(query.name, size)

    def _give_up(
        self, fault: EndpointError, batch: _Batch, running: _Running, query: BatchQuery, key: str
    ) -> NoReturn:
        """Keep what else is on the way, then raise the fault with what was asked."""
        self._pace.stop(fault)
        for future in wait(running).done:
            with suppress(EndpointError):
                self._keep(future.result(), running[future], query, key)
        self._pace.go_on(fault)
        more = f" and {len(batch) - _SHOWN:,} more" if len(batch) > _SHOWN else ""
        raise EndpointError(
            f"{fault}\n  The query was {query.name} of {', '.join(batch[:_SHOWN])}{more}. "
            "What was answered is kept: the same command goes on from there."
        ) from fault


def by_day(held: Mapping[str, tuple[str, list[Row]]]) -> Iterator[Answer]:
    """Yield the answers of each day together."""
    days: dict[str, list[Row]] = {}
    for day, rows in held.values():
        days.setdefault(day, []).extend(rows)
    for day in sorted(days):
        yield Answer(days[day], day)
