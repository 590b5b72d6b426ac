"""Schemathesis hooks: credentials, protected ids and targets, and the tally.

The order is a JSON file that WATCHPOST_FUZZ_ORDER names; the tally goes to the file that the order names.
"""

import atexit
import http.client
import json
import os
import re
import ssl
import threading
import zlib

import schemathesis

with open(os.environ["WATCHPOST_FUZZ_ORDER"], encoding="utf-8") as file:
    ORDER = json.load(file)
ENGINE_WORDS = [re.compile(pattern) for pattern in ORDER["engine_words"]]
LOGIN_PATHS = r"^/api/auth/(login|session)$"
MOST_FAILURES = 400

lock = threading.Lock()
calls = {}
failures = []
renewals = 0


def ask_login(path):
    """Logs in from a separate IP address: the fuzzer's own is throttled because of the logins that it generates."""
    where = ORDER["login"]
    context = ssl.create_default_context(cafile=where["ca"])
    connection = http.client.HTTPSConnection(
        where["host"], where["port"], timeout=30, context=context, source_address=(where["source"], 0)
    )
    body = json.dumps({name: ORDER["identity"][name] for name in ("username", "password")})
    headers = {"content-type": "application/json", "x-requested-with": "fuzz"}
    connection.request("POST", path, body=body, headers=headers)
    response = connection.getresponse()
    text = response.read()
    if response.status not in (200, 201):
        raise RuntimeError(f"{path} answered {response.status} {text[:200]!r}")
    return response, json.loads(text)


def credential():
    kind = ORDER["identity"]["kind"]
    if kind == "key":
        return {"API-KEY": ORDER["identity"]["key"]}
    if kind == "token":
        return {"API-KEY": ask_login("/api/auth/login")[1]["token"]}
    response, _ = ask_login("/api/auth/session")
    cookie = response.getheader("set-cookie").split(";")[0]
    return {"Cookie": cookie, "X-Requested-With": "fuzz"}


@schemathesis.auth(refresh_interval=ORDER["renewal_seconds"], retry_on=[401]).skip_for(path_regex=LOGIN_PATHS)
class Credential:
    """Renewed before it expires, and whenever a request has ended the session."""

    def get(self, case, context):
        global renewals
        renewals += 1
        return credential()

    def set(self, case, data, context):
        for name in ("API-KEY", "Cookie"):
            case.headers.pop(name, None)
        case.headers.update(data)


def turn_of(value):
    """A stable number for a value, so that a failed case can be reproduced."""
    return zlib.crc32(repr(value).encode("utf-8", "surrogatepass"))


def with_nul(value, state):
    """Puts a NUL into the first string of the value."""
    if state["done"]:
        return value
    if isinstance(value, str):
        state["done"] = True
        return value + "\x00"
    if isinstance(value, dict):
        return {name: with_nul(each, state) for name, each in value.items()}
    if isinstance(value, list):
        return [with_nul(each, state) for each in value]
    return value


def sometimes_nul(value):
    if turn_of(value) % ORDER["nul_every"] != 0:
        return value
    return with_nul(value, {"done": False})


@schemathesis.hook
def map_query(context, query):
    return sometimes_nul(query) if isinstance(query, dict) else query


@schemathesis.hook
def map_body(context, body):
    return sometimes_nul(body) if isinstance(body, (dict, list)) else body


def spare_target(body):
    """Keeps exports disabled and targeted at this machine, so that a proof sends nothing elsewhere."""
    for part in (body, body.get("general")):
        if not isinstance(part, dict):
            continue
        if isinstance(part.get("enabled", True), bool):
            part["enabled"] = False
        for name in ("hostname", "ip"):
            if isinstance(part.get(name), str) and re.fullmatch(r"[A-Za-z0-9._:-]+", part[name]):
                part[name] = "127.0.0.1"
        port = part.get("port")
        if isinstance(port, int) and not isinstance(port, bool) and 0 < port < 65536:
            part["port"] = ORDER["closed_port"]


def protect(case, name, numbers):
    """Replaces an id that the fuzzer itself needs by the id of a victim."""
    value = (case.path_parameters or {}).get(name)
    if str(value) in numbers:
        case.path_parameters[name] = ORDER["victim"]


@schemathesis.hook
def before_call(context, case, kwargs):
    path = case.operation.path
    if path.startswith("/api/users/"):
        protect(case, "id" if path.count("{") == 1 and "{id}" in path else "user_id", ORDER["protected_users"])
    if path.startswith("/api/auth/keys/"):
        protect(case, "id", ORDER["protected_keys"])
    if path.startswith("/api/exports/") and isinstance(case.body, dict):
        spare_target(case.body)
    if isinstance(case.query, dict) and re.fullmatch(r"\d+(ms|s|m)?", str(case.query.get("wait", ""))):
        case.query["wait"] = "1s"


@schemathesis.hook
def after_call(context, case, response):
    with lock:
        statuses = calls.setdefault(case.operation.label, {})
        statuses[str(response.status_code)] = statuses.get(str(response.status_code), 0) + 1


@schemathesis.hook
def filter_failure(context, failure, case, response):
    """Keeps and records every failure."""
    with lock:
        if len(failures) < MOST_FAILURES:
            failures.append(
                {
                    "operation": case.operation.label,
                    "check": failure.title,
                    "status": response.status_code,
                    "message": str(failure)[:600],
                    "request": request_of(response),
                }
            )
    return True


@schemathesis.hook
def after_network_error(context, case, request):
    with lock:
        failure = {"operation": case.operation.label, "check": "network", "status": 0, "message": "no answer"}
        failures.append({**failure, "request": f"{request.method} {request.path_url[:300]}"})


def request_of(response):
    request = response.request
    body = request.body if isinstance(request.body, (str, bytes)) else b""
    text = body.decode("utf-8", "replace") if isinstance(body, bytes) else body
    return f"{request.method} {request.path_url[:300]} {text[:600]}"


@schemathesis.check
def no_engine_text(ctx, response, case):
    """Error responses must not contain the wording of backend servers."""
    if response.status_code < 400:
        return
    text = response.text
    for pattern in ENGINE_WORDS:
        found = pattern.search(text)
        if found:
            raise AssertionError(f"the answer tells of a server behind: {found.group(0)}")


@atexit.register
def write_tally():
    with open(ORDER["tally"], "w", encoding="utf-8") as tally:
        json.dump({"calls": calls, "failures": failures, "renewals": renewals}, tally)
