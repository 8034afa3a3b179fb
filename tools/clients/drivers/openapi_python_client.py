"""Calls the client of openapi-python-client. Arguments: base URL, file of cases. Prints a JSON line per case."""

import datetime
import enum
import importlib
import json
import re
import sys
import typing

from client import AuthenticatedClient


def snake(name: str) -> str:
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name.replace("-", "_").replace(" ", "_")).lower()


def argument(value, hint):
    """The value as the type that the client declares."""
    for choice in typing.get_args(hint) or (hint,):
        if isinstance(choice, type) and issubclass(choice, enum.Enum):
            return choice(value)
        if choice is datetime.date:
            return datetime.date.fromisoformat(value)
    return value


def read(parsed):
    return parsed if parsed is None or isinstance(parsed, str) else parsed.to_dict()


base_url, cases = sys.argv[1:3]
client = AuthenticatedClient(base_url=base_url, token="", prefix="", auth_header_name="X-API-Key")
for case in json.load(open(cases, encoding="utf-8")):
    client.get_httpx_client().headers["X-API-Key"] = case["key"]
    call = importlib.import_module(f"client.api.{snake(case['tag'])}.{snake(case['operation'])}").sync_detailed
    hints = typing.get_type_hints(call)
    # the generator keeps the name of portfolioId, which in snake case would be that of another parameter
    names = {name: name if name in hints else snake(name) for name in case["parameters"]}
    given = {names[name]: argument(value, hints[names[name]]) for name, value in case["parameters"].items()}
    response = call(client=client, **given)
    parsed = response.parsed
    line = {"key": case["key"], "status": response.status_code.value, "type": type(parsed).__name__, "body": read(parsed)}
    print(json.dumps(line))
