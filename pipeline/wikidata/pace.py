"""When the next request may go: by the set rate, the service's limits, and what it asked for.

Wikidata's query service allows 30 errors and 60 seconds of processing a minute before it turns a client
away (mediawiki.org/wiki/Wikidata_Query_Service/User_Manual); the pace keeps below both.
"""

from __future__ import annotations

import threading
from collections import deque

from pipeline.base.clock import Clock
from pipeline.base.errors import EndpointError

_MINUTE = 60.0
_ERRORS = 20
"""Errors a minute: with five requests on the way, fewer than 30."""

_PROCESSING = 60.0
"""Seconds of processing that may be used at once; as many come back in a minute."""

_INSTANT = 1e-6
"""Seconds that are no wait, but what rounding leaves."""


class _Window:
    """At most `most` events in any `seconds`."""

    def __init__(self, most: int, seconds: float) -> None:
        self._times: deque[float] = deque(maxlen=most)
        self._seconds = seconds

    def add(self, now: float) -> None:
        self._times.append(now)

    def delay(self, now: float) -> float:
        """Return how long the next event must wait."""
        full = len(self._times) == self._times.maxlen
        return self._times[0] + self._seconds - now if full else 0.0


class Pace:
    """The one place where a live endpoint waits; threads may share it."""

    def __init__(self, clock: Clock, per_minute: float) -> None:
        self.clock = clock
        self.sent = 0
        self.waited = 0.0
        most = max(1, int(per_minute))
        self._requests = _Window(most, _MINUTE * most / per_minute)
        self._errors = _Window(_ERRORS, _MINUTE)
        self._budget, self._filled_at = _PROCESSING, clock.now()
        self._held_until = clock.now()
        self._stopped: EndpointError | None = None
        self._lock = threading.Lock()

    def wait_turn(self) -> None:
        """Wait until the next request may go; raise what stopped the run, if anything has."""
        while True:
            with self._lock:
                if self._stopped:
                    raise self._stopped
                delay = self._delay(self.clock.now())
                if delay <= _INSTANT:
                    self._requests.add(self.clock.now())
                    self.sent += 1
                    return
                self.waited += delay
            self.clock.sleep(delay)

    def _delay(self, now: float) -> float:
        self._fill(now)
        return max(self._held_until - now, self._requests.delay(now), self._errors.delay(now), -self._budget)

    def _fill(self, now: float) -> None:
        gained = (now - self._filled_at) * _PROCESSING / _MINUTE
        self._budget, self._filled_at = min(_PROCESSING, self._budget + gained), now

    def took(self, seconds: float) -> None:
        """Count the time that a request took the service."""
        with self._lock:
            self._fill(self.clock.now())
            self._budget -= seconds

    def failed(self) -> None:
        """Count an error."""
        with self._lock:
            self._errors.add(self.clock.now())

    def hold(self, seconds: float) -> None:
        """Let no request go for so long."""
        with self._lock:
            self._held_until = max(self._held_until, self.clock.now() + seconds)

    def stop(self, fault: EndpointError) -> None:
        """Let no request go any more."""
        with self._lock:
            self._stopped = self._stopped or fault

    def go_on(self, fault: EndpointError) -> None:
        """Let requests go again, if it was this fault that stopped them."""
        with self._lock:
            if self._stopped is fault:
                self._stopped = None
