"""Schemathesis sends each request with the next of the API keys in API_KEYS (separated by commas)."""

import itertools
import os

import schemathesis

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
