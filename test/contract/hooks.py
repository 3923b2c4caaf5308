"""Who the fuzzed requests come from: a person with a session, a program with a token of somebody else, so that nothing
the person does takes the token away. Whoever lost his session by a request signs up anew."""

import itertools
import os
import threading

import requests
import schemathesis

BASE = os.environ["CONTRACT_URL"]
TOKEN = os.environ["CONTRACT_TOKEN"]
COOKIE = os.environ.get("CONTRACT_COOKIE")
PASSWORD = "a long enough passphrase of nobody"
CHANGE = {"X-CSRF": "1"}
numbers = itertools.count()


class Person:
    def __init__(self):
        self.lock = threading.Lock()
        self.cookie = COOKIE
        self.organization = None

    def session(self):
        """The cookie of a session that is good, and the id of the person's organization."""
        with self.lock:
            if self.cookie is None or not self.is_signed_in():
                self.sign_up()
            return self.cookie, self.organization

    def is_signed_in(self):
        answer = requests.get(f"{BASE}/v1/organizations", cookies={"session": self.cookie}, timeout=60)
        owned = [one["id"] for one in answer.json() if one["role"] == "owner"] if answer.status_code == 200 else []
        self.organization = owned[0] if owned else None
        return answer.status_code == 200

    def sign_up(self):
        body = {"email": f"person{os.getpid()}.{next(numbers)}@accounts.test", "password": PASSWORD}
        answer = requests.post(f"{BASE}/v1/account", json=body, headers=CHANGE, timeout=60)
        answer.raise_for_status()
        self.cookie = answer.cookies["session"]
        self.is_signed_in()


person = Person()


@schemathesis.auth(refresh_interval=None)
class Caller:
    def get(self, case, context):
        schemes = {name for entry in context.operation.definition.raw.get("security", []) for name in entry}
        if "bearer" in schemes:
            return "bearer", TOKEN, None
        return ("session", *person.session()) if "session" in schemes else None

    def set(self, case, data, context):
        if data is None:
            return
        scheme, secret, organization = data
        if scheme == "bearer":
            case.headers["Authorization"] = f"Bearer {secret}"
            return
        case.cookies["session"] = secret
        # Somebody else's organization is a 404 every time: half of the requests are of the person's own.
        if organization is not None and "organizationId" in (case.path_parameters or {}) and is_sound(case):
            case.path_parameters["organizationId"] = organization


def is_sound(case):
    return case.path_parameters["organizationId"] in range(1, 2**53) and next(numbers) % 2 == 0
