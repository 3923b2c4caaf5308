"""Who the fuzzed requests come from, as CONTRACT_CALLER says (JSON):

url      of the service
token    the bearer token of a program
cookie   the session of somebody who stays signed in
host     with whom a person has to do who makes accounts of his own: another when a request ends his session or account
known    what there is, by a part of the route: {"batches/{batchId}": [{"batchId": 1}]}
fields   what is right in a body, by the field: {"password": "violet kettle harbour"}
"""

import itertools
import json
import os
import traceback

import requests
import schemathesis
from schemathesis.core.parameters import ParameterLocation

CALLER = json.loads(os.environ["CONTRACT_CALLER"])
URL = CALLER["url"]
HOST = CALLER.get("host")
PASSWORD = "violet kettle harbour"
# In the mail world: put off each time, so that a list is at work for some seconds.
PUT_OFF = "joe@r-451-4-3-0.test"
# A list, and an export of what became of mails.
FILE = "email,type,occurred_at\nann@example.com,hard_bounce,2026-01-05\n"
numbers = itertools.count()
turns = itertools.count()


class Person:
    """Whoever is signed in, with all that there is for him."""

    def __init__(self):
        self.cookie = CALLER.get("cookie")
        self.known = CALLER.get("known", {})
        self.fields = {"file": FILE, **CALLER.get("fields", {})}
        self.organizations = set()
        self.lost_organizations = set()

    def session(self):
        if self.cookie is None and HOST is not None:
            try:
                self.sign_up()
            except Exception:
                # Schemathesis would go on, and say that all is well.
                traceback.print_exc()
                os._exit(1)
        return self.cookie

    def sign_up(self):
        email = f"person{os.getpid()}.{next(numbers)}@accounts.test"
        answer = send("POST", "/v1/account", None, {"email": email, "password": PASSWORD})
        self.cookie = answer.cookies["session"]
        own = answer.json()["organizations"][0]["id"]
        other = send("POST", "/v1/organizations", self.cookie, {"name": "Another"}).json()["id"]
        self.known = what_there_is(self.cookie, email, own)
        self.fields = {"file": FILE, "password": PASSWORD, "current_password": PASSWORD, "to_organization_id": other}
        self.organizations = {own, other}

    def leave(self):
        self.cookie = None
        self.lost_organizations |= self.organizations


def what_there_is(cookie, email, organization):
    """Makes one of each kind in the person's organization. Returns their ids, by a part of the route."""

    def ask(method, path, body=None, who=cookie):
        answer = send(method, path, who, body)
        return answer.json() if answer.content else None

    def invite(where, whom, role, who):
        invitation = ask("POST", f"/v1/organizations/{where}/invitations", {"email": whom, "role": role}, who)
        return invitation["id"], invitation["link"].split("/")[-1]

    own = f"/v1/organizations/{organization}"
    batch, at_work = (ask("POST", f"{own}/batches", {"emails": [email]})["id"] for email in ("ann@example.com", PUT_OFF))
    link = ask("POST", f"{own}/batches/{batch}/links", {})["id"]
    webhook, off = (ask("POST", f"{own}/webhooks", {"url": "https://example.org/hooks"})["id"] for _ in range(2))
    ask("PATCH", f"{own}/webhooks/{off}", {"is_enabled": False})
    ask("POST", f"{own}/webhooks/{webhook}/test")
    delivery = ask("GET", f"{own}/webhooks/{webhook}/deliveries")["deliveries"][0]["id"]
    source = ask("POST", f"{own}/feedback/sources", {"provider": "generic", "name": "contract"})["id"]
    token = ask("POST", "/v1/tokens", {"name": "contract", "permissions": ["feedback:write"]})
    tell_bounce(token["token"], "ann@example.com")
    session = ask("GET", "/v1/sessions")[0]["id"]
    _, secret = invite(organization, HOST["email"], "owner", cookie)
    ask("POST", f"/v1/invitations/{secret}", who=HOST["cookie"])
    invited, _ = invite(organization, "nobody@accounts.test", "member", cookie)
    _, secret = invite(HOST["organizationId"], email, "viewer", HOST["cookie"])
    return {
        "organizations/{organizationId}": [{"organizationId": organization}],
        "members/{accountId}": [{"accountId": HOST["id"]}],
        "invitations/{invitationId}": [{"invitationId": invited}],
        "invitations/{secret}": [{"secret": secret}],
        "batches/{batchId}": [{"batchId": batch}, {"batchId": at_work}],
        "links/{linkId}": [{"linkId": link}],
        "webhooks/{webhookId}": [{"webhookId": webhook}, {"webhookId": off}],
        "deliveries/{deliveryId}": [{"deliveryId": delivery}],
        "sources/{sourceId}": [{"sourceId": source}],
        "tokens/{tokenId}": [{"tokenId": token["id"]}],
        "sessions/{sessionId}": [{"sessionId": session}],
        "feedback/addresses/{address}": [{"address": "ann@example.com"}],
    }


def send(method, path, cookie, body):
    cookies = {} if cookie is None else {"session": cookie}
    answer = requests.request(method, URL + path, json=body, headers={"X-CSRF": "1"}, cookies=cookies, timeout=60)
    if not answer.ok:
        raise RuntimeError(f"{method} {path}: {answer.status_code} {answer.text}")
    return answer


def tell_bounce(token, email):
    event = {"type": "hard_bounce", "email": email, "occurred_at": "2026-01-05T10:00:00Z"}
    headers = {"Authorization": f"Bearer {token}"}
    requests.post(f"{URL}/v1/feedback/events", json={"events": [event]}, headers=headers, timeout=60).raise_for_status()


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
    """Made-up ids and passwords are nobody's: half of the requests get those of something that there is, scenarios all."""
    if not is_of_scenario(case) and next(turns) % 2 == 0:
        return
    if not is_wrong(case, ParameterLocation.PATH):
        of_links = case._override.path_parameters if case._override is not None else {}
        for part, values in person.known.items():
            if part in case.operation.label and not of_links.keys() & values[0].keys():
                case.path_parameters.update(values[next(numbers) % len(values)])
    if not is_wrong(case, ParameterLocation.BODY) and isinstance(case.body, dict):
        case.body.update({field: value for field, value in person.fields.items() if field in case.body})


def is_wrong(case, location):
    return case.meta is not None and case.meta.is_negative_at(location)


def is_of_scenario(case):
    return case.meta is not None and case.meta.phase.name.value == "stateful"


@schemathesis.hook
def after_call(context, case, response):
    if HOST is None:
        return
    is_his = (case.cookies or {}).get("session") == person.cookie
    # Who was signed out, has another password, or tried so many that he would be refused for all that follows.
    if "set-cookie" in response.headers or (is_his and response.status_code in (401, 429)):
        person.leave()
    # What is gone can't be found by the next request; but a scenario may go on to show that it can't.
    elif case.method == "DELETE" and response.status_code == 204 and not is_of_scenario(case):
        person.leave()
    elif context.operation.definition.raw.get("operationId") == "createOrganization" and response.status_code == 201:
        person.organizations.add(response.json()["id"])


@schemathesis.hook
def filter_failure(context, failure, case, response):
    """A scenario that goes on as another person no longer finds what the one before made: as it should be."""
    organization = (case.path_parameters or {}).get("organizationId")
    return not (response.status_code == 404 and organization in person.lost_organizations)
