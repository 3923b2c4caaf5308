"""Who the fuzzed requests come from, as CONTRACT_CALLER says (JSON):

token    the bearer token of a program
cookie   the session of somebody who stays signed in
host     with whom a person has to do who has an account of his own, and makes another when his session or account ends
known    what there is, by a part of the path: {"batches/{batchId}": [{"batchId": 1}]}
"""

import itertools
import json
import os
import zlib

import requests
import schemathesis
from schemathesis.core.parameters import ParameterLocation

CALLER = json.loads(os.environ["CONTRACT_CALLER"])
URL = CALLER["url"]
PASSWORD = "violet kettle harbour"
numbers = itertools.count()


class Person:
    """Keeps the cookie as a browser does."""

    def __init__(self):
        self.cookie = CALLER.get("cookie")
        self.known = CALLER.get("known", {})

    def session(self):
        if self.cookie is None and "host" in CALLER:
            self.sign_up()
        return self.cookie

    def sign_up(self):
        email = f"person{os.getpid()}.{next(numbers)}@accounts.test"
        answer = send("POST", "/v1/account", None, {"email": email, "password": PASSWORD})
        self.cookie = answer.cookies["session"]
        self.known = what_there_is(self.cookie, email, answer.json()["organizations"][0]["id"])


def what_there_is(cookie, email, organization):
    """Makes one of each kind in the person's organization. Returns their ids, by a part of the path."""

    def ask(path, body, method="POST", who=cookie):
        return send(method, path, who, body).json()

    own = f"/v1/organizations/{organization}"
    host = CALLER["host"]
    host_own = f"/v1/organizations/{host['organizationId']}"
    batch = ask(f"{own}/batches", {"emails": ["ann@example.com", "no address"]})["id"]
    webhook, switched_off = (ask(f"{own}/webhooks", {"url": "https://example.org/hooks"})["id"] for _ in range(2))
    ask(f"{own}/webhooks/{switched_off}", {"is_enabled": False}, "PATCH")
    ask(f"{own}/webhooks/{webhook}/test", None)
    delivery = ask(f"{own}/webhooks/{webhook}/deliveries", None, "GET")["deliveries"][0]["id"]
    ask(f"/v1/invitations/{secret_of(ask(f'{own}/invitations', {'email': host['email'], 'role': 'member'}))}", None, who=host["cookie"])
    invited = ask(f"{own}/invitations", {"email": "nobody@accounts.test", "role": "member"})["id"]
    source = ask(f"{own}/feedback/sources", {"provider": "generic", "name": "contract"})["id"]
    token = ask("/v1/tokens", {"name": "contract", "permissions": ["credits:read"]})
    invitation = secret_of(ask(f"{host_own}/invitations", {"email": email, "role": "viewer"}, who=host["cookie"]))
    return {
        "organizations/{organizationId}": [{"organizationId": organization}],
        "members/{accountId}": [{"accountId": host["id"]}],
        "{organizationId}/invitations/{invitationId}": [{"invitationId": invited}],
        "/v1/invitations/{secret}": [{"secret": invitation}],
        "batches/{batchId}": [{"batchId": batch}],
        "links/{linkId}": [{"linkId": ask(f"{own}/batches/{batch}/links", {})["id"]}],
        "webhooks/{webhookId}": [{"webhookId": webhook}, {"webhookId": switched_off}],
        "deliveries/{deliveryId}": [{"deliveryId": delivery}],
        "sources/{sourceId}": [{"sourceId": source}],
        "tokens/{tokenId}": [{"tokenId": token["id"]}],
        "sessions/{sessionId}": [{"sessionId": ask("/v1/sessions", None, "GET")[0]["id"]}],
        "feedback/addresses/{address}": [{"address": "ann@example.com"}],
    }


def send(method, path, cookie, body):
    cookies = {} if cookie is None else {"session": cookie}
    answer = requests.request(method, URL + path, json=body, headers={"X-CSRF": "1"}, cookies=cookies, timeout=60)
    if not answer.ok:
        raise RuntimeError(f"{method} {path}: {answer.status_code} {answer.text}")
    return answer


def secret_of(invitation):
    return invitation["link"].split("/")[-1]


person = Person()


@schemathesis.auth(refresh_interval=None)
class Caller:
    def get(self, case, context):
        ways = {name for way in context.operation.definition.raw.get("security", []) for name in way}
        if "bearer" in ways:
            return "bearer", CALLER["token"]
        return ("session", person.session()) if "session" in ways else None

    def set(self, case, data, context):
        way, secret = data
        if way == "bearer":
            case.headers["Authorization"] = f"Bearer {secret}"
        else:
            case.cookies["session"] = secret


@schemathesis.hook
def before_call(context, case, kwargs):
    """Made-up ids and passwords are nobody's: half of the requests get those of something that there is."""
    if zlib.crc32(repr((case.path_parameters, case.query, case.body)).encode()) % 2 == 0:
        use_what_there_is(case)


def use_what_there_is(case):
    if not is_wrong(case, ParameterLocation.PATH):
        of_links = case._override.path_parameters if case._override is not None else {}
        for part, values in person.known.items():
            if part in case.operation.path and not of_links.keys() & values[0].keys():
                case.path_parameters.update(values[next(numbers) % len(values)])
    if "host" in CALLER and not is_wrong(case, ParameterLocation.BODY) and isinstance(case.body, dict):
        for field in ("password", "current_password"):
            if field in case.body:
                case.body[field] = PASSWORD


def is_wrong(case, location):
    return case.meta is not None and case.meta.is_negative_at(location)


@schemathesis.hook
def after_call(context, case, response):
    if "host" not in CALLER:
        return
    given = [line for line in response.headers.get("set-cookie", []) if line.startswith("session=")]
    if given:
        person.cookie = given[-1].split(";")[0].removeprefix("session=") or None
    # Who was signed out elsewhere, or has tried so many passwords that he would be refused for all that follows.
    elif (case.cookies or {}).get("session") == person.cookie and response.status_code in (401, 429):
        person.cookie = None
    # What is gone can be found no more.
    elif case.method == "DELETE" and response.status_code == 204:
        person.cookie = None
