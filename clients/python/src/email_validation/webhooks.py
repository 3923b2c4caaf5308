"""Checks that a webhook is of the service (Standard Webhooks 1.0.0, symmetric)."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import time
from collections.abc import Mapping, Sequence
from typing import cast

from .errors import WebhookSignatureError
from .types import WebhookEvent

TOLERANCE = 300.0


def verify_webhook(
    body: str | bytes, headers: Mapping[str, str], secrets: str | Sequence[str], *, tolerance: float = TOLERANCE
) -> WebhookEvent:
    """The event, if its signature is right; compared in constant time.

    :param body: as it came, to the byte: parsed and written again it has another signature
    :param secrets: of the webhook, ``whsec_…``; after a rotation the new and the old one
    :param tolerance: how far ``webhook-timestamp`` may be from now, in seconds
    :raises WebhookSignatureError: it is not of the service, or too old
    :raises TypeError, ValueError: the secret or the body is not what it must be, a fault of the receiver: better answered with
        500, so that the service tries again
    """
    content = _content(body)
    keys = _keys(secrets)
    given = {name.lower(): value for name, value in headers.items()}
    missing = [name for name in ("webhook-id", "webhook-timestamp", "webhook-signature") if not given.get(name)]
    if missing:
        raise WebhookSignatureError(f"There is no header {missing[0]}.")
    timestamp = given["webhook-timestamp"]
    # Python makes no number of more than 4,300 digits.
    if not (timestamp.isascii() and timestamp.isdecimal() and len(timestamp) <= 15):
        raise WebhookSignatureError("The webhook-timestamp is no number of seconds.")
    if abs(time.time() - int(timestamp)) > tolerance:
        raise WebhookSignatureError(f"The webhook-timestamp is more than {tolerance:g} s from now.")
    signed = f"{given['webhook-id']}.{timestamp}.".encode() + content
    signatures = [part[3:].encode() for part in given["webhook-signature"].split(" ") if part.startswith("v1,")]
    right = [base64.b64encode(hmac.digest(key, signed, hashlib.sha256)) for key in keys]
    # All are compared: how long it takes tells nothing.
    if not any([hmac.compare_digest(one, other) for one in right for other in signatures]):
        raise WebhookSignatureError("No webhook-signature is of a secret that was given.")
    return cast(WebhookEvent, json.loads(content))


# What both take is checked, too: callers give what a variable or a framework holds.


def _content(body: object) -> bytes:
    if isinstance(body, str):
        return body.encode()
    if isinstance(body, (bytes, bytearray, memoryview)):
        return bytes(body)
    raise TypeError("The body of a webhook is taken as it came, as text or bytes: before anything parses it.")


def _keys(secrets: object) -> list[bytes]:
    given = [secrets] if secrets is None or isinstance(secrets, str) else secrets
    if not isinstance(given, Sequence):
        raise TypeError("The secret of a webhook is text, or several are a list of it.")
    found = [secret for secret in given if secret is not None and secret != ""]
    if not found:
        raise ValueError("The secret of the webhook is missing: `whsec_…`. Is its variable set?")
    return [_key(secret) for secret in found]


def _key(secret: object) -> bytes:
    if not isinstance(secret, str):
        raise TypeError("A webhook secret is text: `whsec_` and base64.")
    try:
        key = base64.b64decode(secret.strip().removeprefix("whsec_"), validate=True)
    except binascii.Error:
        key = b""
    if key == b"":
        raise ValueError("A webhook secret is `whsec_` and base64.")
    return key
