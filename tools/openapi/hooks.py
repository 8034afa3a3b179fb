"""Schemathesis sends each request with the next of the API keys in API_KEYS (separated by commas)."""

import itertools
import os
import re

import schemathesis
from schemathesis.specs.openapi.checks import positive_data_acceptance

keys = itertools.cycle(os.environ["API_KEYS"].split(","))


@schemathesis.auth(refresh_interval=None)
class RotatingKey:
    def get(self, case, context):
        return next(keys)

    def set(self, case, data, context):
        case.headers = case.headers or {}
        case.headers["X-API-Key"] = data


@schemathesis.check
def other_methods_get_404(ctx, response, case):
    if case.method != "GET":
        assert response.status_code == 404, f"{case.method} gave {response.status_code} instead of 404"


def number(value):
    """Of what was generated to be refused: 0."""
    return int(value) if re.fullmatch(r"\d+", str(value)) else 0


@schemathesis.check
def valid_data_is_accepted(ctx, response, case):
    """The built-in check, but for what a schema cannot say: links take the system ids from responses, both spellings
    of portfolio_id need the same value, ids and changes go with no portfolio, details
    and changes with no more than 100 clients, and changes with neither ids nor an offset."""
    query = case.query or {}
    scopes = [query[name] for name in ("portfolio_id", "portfolioId") if name in query]
    is_refused = (
        len(set(scopes)) > 1
        or {"favorite-clients", "archived-clients"}.intersection(scopes)
        or ({"ids", "updated_since"}.intersection(query) and set(scopes) - {"all-clients"})
        or ({"include", "updated_since"}.intersection(query) and number(query.get("limit", 100)) > 100)
        or ("updated_since" in query and ("ids" in query or number(query.get("offset", 0)) > 0))
    )
    if not is_refused:
        return positive_data_acceptance(ctx, response, case)
