"""Licences and authors of files on Wikimedia Commons, by its API (mediawiki.org/wiki/API:Imageinfo)."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any
from urllib.parse import unquote

import requests

from pipeline.base.clock import Clock, SystemClock
from pipeline.base.errors import EndpointError
from pipeline.dataset.images.listing import ListedImage
from pipeline.wikidata.contact import user_agent
from pipeline.wikidata.pace import Pace
from pipeline.wikidata.transport import retry_after

API = "https://commons.wikimedia.org/w/api.php"
BATCH = 50
"""Most titles of a request, as the API allows anyone."""

_ATTEMPTS, _TIMEOUT, _LONGEST_WAIT = 4, 60.0, 600.0
_TAG = re.compile(r"<[^>]+>")
_QUESTION = {
    "action": "query",
    "format": "json",
    "formatversion": "2",
    "prop": "imageinfo",
    "iiprop": "extmetadata",
    "iiextmetadatafilter": "LicenseShortName|Artist|ObjectName",
    "redirects": "1",
    "maxlag": "5",
}


class CommonsFiles:
    """Asks the API, at most so many times a minute; EndpointError if it cannot be asked."""

    def __init__(
        self, contact: str, per_minute: float, *, api: str = API, clock: Clock | None = None
    ) -> None:
        self._api, self._pace = api, Pace(clock or SystemClock(), per_minute)
        self._session = requests.Session()
        self._session.headers["User-Agent"] = user_agent(contact)

    def told(self, images: Sequence[ListedImage]) -> list[ListedImage]:
        """Return images, at most BATCH that have pages, with licence, author and title where known."""
        titles = {image.image_id: title_of(image.page) for image in images}
        found = self._ask(sorted(set(titles.values())))
        return [_with_terms(image, found.get(titles[image.image_id], {})) for image in images]

    def _ask(self, titles: Sequence[str]) -> dict[str, dict[str, str]]:
        """Return title as asked -> its terms."""
        content = self._reply({**_QUESTION, "titles": "|".join(titles)})
        names = _Renamed(content)
        pages = {page.get("title", ""): page for page in content.get("pages", [])}
        return {title: terms_of(pages.get(names.last(title), {})) for title in titles}

    def _reply(self, question: Mapping[str, str]) -> Mapping[str, Any]:
        problem = ""
        for attempt in range(_ATTEMPTS):
            if attempt:
                self._pace.hold(2.0**attempt)
            self._pace.wait_turn()
            try:
                # By POST, since fifty titles may be longer than an address can be.
                reply = self._session.post(self._api, data=question, timeout=_TIMEOUT)
                content = reply.json() if reply.status_code == requests.codes.ok else {}
            except (requests.RequestException, ValueError) as fault:
                problem = str(fault)
                continue
            if "query" in content:
                query: Mapping[str, Any] = content["query"]
                return query
            problem = f"status {reply.status_code} {content.get('error', {}).get('info', '')}".strip()
            wait = retry_after(reply.headers.get("Retry-After"), self._pace.clock.wall()) or 0
            if wait > _LONGEST_WAIT:
                break
            self._pace.hold(wait)
        raise EndpointError(f"{self._api} does not answer: {problem}\n  The same command goes on later.")


class _Renamed:
    """What the API made of titles: normalised, and followed to where they were moved."""

    def __init__(self, content: Mapping[str, Any]) -> None:
        steps = [*content.get("normalized", []), *content.get("redirects", [])]
        self._to = {step["from"]: step["to"] for step in steps}

    def last(self, title: str) -> str:
        """Return the title of the page that an asked title led to."""
        seen = {title}
        while (following := self._to.get(title)) and following not in seen:
            title = following
            seen.add(title)
        return title


def terms_of(page: Mapping[str, Any]) -> dict[str, str]:
    """Return licence, author and title of a page in the API's reply, as plain text, as far as it has them."""
    told = (page.get("imageinfo") or [{}])[0].get("extmetadata", {})
    names = {"licence": "LicenseShortName", "author": "Artist", "title": "ObjectName"}
    return {name: plain(str(told[key]["value"])) for name, key in names.items() if key in told}


def plain(text: str) -> str:
    """Return a piece of HTML as a line of plain text."""
    return " ".join(html.unescape(_TAG.sub("", text)).split())


def title_of(page: str) -> str:
    """Return the title of a file's page, as the API names it."""
    return unquote(page.rpartition("/")[2]).replace("_", " ")


def _with_terms(image: ListedImage, terms: Mapping[str, str]) -> ListedImage:
    return replace(image, **{name: text for name, text in terms.items() if text})


def batches(images: Iterable[ListedImage]) -> Iterator[list[ListedImage]]:
    """Yield the images that have a page on Commons and no licence yet, BATCH at a time."""
    waiting: list[ListedImage] = []
    for image in images:
        if image.page and not image.licence:
            waiting.append(image)
        if len(waiting) == BATCH:
            yield waiting
            waiting = []
    if waiting:
        yield waiting
