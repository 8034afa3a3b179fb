"""Client of the Client Health API: the generated operations, with retries, pages and errors as exceptions."""

import inspect
import json
import random
import re
import time
from collections.abc import Callable, Iterator
from email.utils import parsedate_to_datetime
from typing import Any, Self, TypeVar
from urllib.parse import urlsplit

import httpx

from .generated import AuthenticatedClient
from .generated.types import Response
from .operations import *  # noqa: F403

T = TypeVar("T")
LARGEST_PAGE = 500
LARGEST_PAGE_OF_DETAILS = 100
NOTES_AT_ONCE = 100
MOST_RESTARTS = 3


class ClientHealthError(Exception):
    """The base of all errors of this package. A failed connection is an `httpx.TransportError`."""


class ApiError(ClientHealthError):
    """The service, or a proxy on the way, answered with an error."""

    def __init__(self, status: int, error: str, detail: str, request_id: str | None) -> None:
        super().__init__(f"{status} {error}. {detail}".strip())
        self.status, self.detail = status, detail
        self.error = error  # one of the values in docs/api.md; empty if a proxy answered
        self.request_id = request_id


class RateLimitError(ApiError):
    """A rate limit is reached for longer than the call may wait."""

    retry_after: float = 1


class UnexpectedResponseError(ClientHealthError):
    """A success that is not of this service, such as the page of a proxy. Check the base URL; it ends with /v1."""


class DataChangedError(ClientHealthError):
    """The data changed between two pages, so they are not one list."""


class ClientHealth:
    """Asks the service with the key of one account. It is a context manager, which closes its connections."""

    def __init__(
        self,
        base_url: str,
        api_key: str,
        *,
        timeout: float = 30.0,
        retries: int = 2,
        max_wait: float = 70.0,
        user_agent: str = "client-health-python/1",
    ) -> None:
        address = urlsplit(base_url)
        if address.scheme != "https" and address.hostname not in ("localhost", "127.0.0.1", "::1"):
            raise ValueError("base_url must begin with https://, or an API key would be sent in the clear.")
        # a header with anything else makes httpx raise an error that quotes the key
        if not re.fullmatch(r"[\x21-\x7e]+", api_key):
            raise ValueError("api_key is empty or has characters that no key has.")
        self._retries, self._max_wait = retries, max_wait
        self._client = AuthenticatedClient(
            base_url=base_url.rstrip("/"),
            token=api_key,
            prefix="",
            auth_header_name="X-API-Key",
            headers={"User-Agent": user_agent},
            timeout=httpx.Timeout(timeout),
        )

    def get(self, operation: Callable[..., Response[T]], /, *ids: str, **parameters: Any) -> T:
        """Calls an operation with the ids in its path and its parameters: `api.get(get_client, "c-1044")`."""
        return self._answer(operation, ids, parameters)[0]

    def pages(self, operation: Callable[..., Response[T]], /, *ids: str, **parameters: Any) -> Iterator[T]:
        """The pages of a list. Raises DataChangedError if the data changes between two of them."""
        if "updated_since" in parameters:
            yield from self._changes(operation, ids, parameters)
            return
        largest = LARGEST_PAGE_OF_DETAILS if parameters.get("include") else LARGEST_PAGE
        limit, offset = parameters.pop("limit", largest), parameters.pop("offset", 0)
        first: tuple[str, int] | None = None
        while True:
            page, etag = self._answer(operation, ids, {**parameters, "limit": limit, "offset": offset})
            total = int(getattr(page, "total"))
            version = (version_in(etag), total)
            first = first or version
            if version != first:
                raise DataChangedError(f"the data changed after {offset} entries; read the list again")
            yield page
            offset += limit
            if offset >= total:
                return

    def _changes(
        self, operation: Callable[..., Response[T]], ids: tuple[str, ...], parameters: dict[str, Any]
    ) -> Iterator[T]:
        """Each page has the place to go on from, so the list may change in between."""
        while True:
            page: Any = self._answer(operation, ids, {"limit": LARGEST_PAGE_OF_DETAILS, **parameters})[0]
            yield page
            listed = page.clients if hasattr(page, "clients") else page.streams
            if page.total <= len(listed) + len(page.removed):
                return
            parameters = {**parameters, "updated_since": page.next_}

    def all(self, operation: Callable[..., Response[Any]], /, *ids: str, **parameters: Any) -> list[Any]:
        """All entries of a list, of one version of the data: starts again if the data changes in between."""
        for restart in range(MOST_RESTARTS + 1):
            try:
                pages = self.pages(operation, *ids, **parameters)
                return [entry for page in pages for entry in (page.clients if hasattr(page, "clients") else page.streams)]
            except DataChangedError:
                if restart == MOST_RESTARTS:
                    raise
        return []

    def notes(self, client_id: str) -> Iterator[Any]:
        """All notes of a client, newest first."""
        before: dict[str, str] = {}
        while True:
            notes = self.get(list_client_notes, client_id, limit=NOTES_AT_ONCE, **before).notes  # noqa: F405
            yield from notes
            if len(notes) < NOTES_AT_ONCE:
                return
            last = notes[-1].to_dict()
            before = {"before": f"{last['createdAt']},{last['id']}"}

    def _answer(
        self, operation: Callable[..., Response[T]], ids: tuple[str, ...], parameters: dict[str, Any]
    ) -> tuple[T, str]:
        # httpx drops an empty id or a dot from the path, and a None from the query: both would ask for more
        if not all(re.sub(r"^\.{1,2}$", "", each) for each in ids):
            raise ValueError("an id is empty, or a dot")
        absent = [name for name, value in parameters.items() if value is None]
        if absent:
            raise ValueError(f"{absent[0]} is None. Leave it out, or give it a value.")
        inspect.signature(operation).bind(*ids, client=self._client, **parameters)
        waited, failures = 0.0, 0
        while True:
            try:
                response = operation(*ids, client=self._client, **parameters)
            except httpx.TransportError:
                if failures >= self._retries:
                    raise
                response = None
            except (AttributeError, KeyError, TypeError, ValueError) as unreadable:
                raise UnexpectedResponseError("200 with a body that the service does not send") from unreadable
            if response is not None and response.status_code == 200:
                return response.parsed, response.headers.get("ETag", "")  # type: ignore[return-value]
            error = None if response is None else error_of(response)
            if isinstance(error, RateLimitError):
                if waited + error.retry_after > self._max_wait:
                    raise error
                # callers that were refused together must not come back together
                pause = min(error.retry_after + random.random(), self._max_wait - waited)
                waited += pause
            else:
                if error is not None and (error.status < 500 or failures >= self._retries):
                    raise error
                pause = (0.5 + random.random() / 2) * 2**failures / 2
                failures += 1
            time.sleep(pause)

    def __enter__(self) -> Self:
        self._client.__enter__()
        return self

    def __exit__(self, *failure: Any) -> None:
        self._client.__exit__(*failure)


def error_of(response: Response[Any]) -> ApiError:
    try:
        said = json.loads(response.content)
    except ValueError:
        said = {}
    said = said if isinstance(said, dict) else {}
    error = said.get("error", "")
    detail = str(said.get("detail") or said.get("message") or (error.get("message") if isinstance(error, dict) else ""))
    request_id = response.headers.get("x-amzn-RequestId")
    if response.status_code != 429:
        return ApiError(int(response.status_code), str(error), detail, request_id)
    refused = RateLimitError(429, "Rate limit exceeded", detail, request_id)
    refused.retry_after = seconds_in(response.headers.get("Retry-After"), error)
    return refused


def seconds_in(header: str | None, error: Any) -> float:
    """How long to wait: the header as a number or a date, else the body, else a second."""
    try:
        return max(0.0, float(header or error["retryAfter"]))
    except (KeyError, TypeError, ValueError):
        pass
    try:
        return max(0.0, parsedate_to_datetime(header or "").timestamp() - time.time())
    except ValueError:
        return 1.0


def version_in(etag: str) -> str:
    """The version that a page was cut from. A list as of a past week has none; its total alone shows a change."""
    parts = etag.removeprefix("W/").strip('"').split(".")
    return parts[0] if len(parts) > 2 else ""
