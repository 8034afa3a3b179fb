"""Calls the Python client of openapi-generator. Arguments: base URL, file of cases. Prints a JSON line per case."""

import json
import re
import sys

import openapi_client
from openapi_client.exceptions import ApiException


def snake(name: str) -> str:
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name.replace("-", "_")).lower()


def read(model):
    return model if model is None or isinstance(model, str) else json.loads(model.to_json())


base_url, cases = sys.argv[1:3]
for case in json.load(open(cases, encoding="utf-8")):
    configuration = openapi_client.Configuration(host=base_url, api_key={"apiKey": case["key"]})
    api = getattr(openapi_client, case["tag"].title().replace(" ", "") + "Api")(openapi_client.ApiClient(configuration))
    call = getattr(api, snake(case["operation"]))
    try:
        status, model = 200, call(**{snake(name): value for name, value in case["parameters"].items()})
    except ApiException as error:
        status, model = error.status, error.data
    print(json.dumps({"key": case["key"], "status": status, "type": type(model).__name__, "body": read(model)}))
