"""The service's answers, as ``openapi.json`` has them."""

from __future__ import annotations

from typing import Literal, Union

from ._openapi import BalanceResponse as Credits
from ._openapi import BatchCancelledPostRequest as BatchCancelled
from ._openapi import BatchCompletedPostRequest as BatchCompleted
from ._openapi import BatchFailedPostRequest as BatchFailed
from ._openapi import BatchListResponse as BatchList
from ._openapi import BatchResponse as BatchStatus
from ._openapi import BatchRowsResponse as BatchRows
from ._openapi import BatchSummaryResponse as BatchSummary
from ._openapi import CreditsExhaustedPostRequest as CreditsExhausted
from ._openapi import CreditsLowPostRequest as CreditsLow
from ._openapi import FeedbackBlockAlarmPostRequest as FeedbackBlockAlarm
from ._openapi import FeedbackEventsResponse as FeedbackEvents
from ._openapi import FeedbackSourceFailingPostRequest as FeedbackSourceFailing
from ._openapi import KnownAddressResponse as KnownAddress
from ._openapi import SingleResponse as Verdict
from ._openapi import TestPostRequest as Test
from ._openapi import ToldEventRequest as FeedbackEvent
from ._openapi import ToldEventsResponse as ToldEvents
from ._openapi import TokenExpiringPostRequest as TokenExpiring

Status = Literal["valid", "catch_all", "risky", "invalid", "unknown"]
#: ``unchecked``: rows without an answer.
RowStatus = Literal["valid", "catch_all", "risky", "invalid", "unknown", "unchecked"]
Columns = Literal["all", "original", "results", "address"]
Format = Literal["csv", "jsonl", "xlsx"]

#: What a webhook tells, by its ``type``.
WebhookEvent = Union[
    BatchCancelled,
    BatchCompleted,
    BatchFailed,
    CreditsExhausted,
    CreditsLow,
    FeedbackBlockAlarm,
    FeedbackSourceFailing,
    Test,
    TokenExpiring,
]

__all__ = [
    "BatchCancelled",
    "BatchCompleted",
    "BatchFailed",
    "BatchList",
    "BatchRows",
    "BatchStatus",
    "BatchSummary",
    "Columns",
    "Credits",
    "CreditsExhausted",
    "CreditsLow",
    "FeedbackBlockAlarm",
    "FeedbackEvent",
    "FeedbackEvents",
    "FeedbackSourceFailing",
    "Format",
    "KnownAddress",
    "RowStatus",
    "Status",
    "Test",
    "ToldEvents",
    "TokenExpiring",
    "Verdict",
    "WebhookEvent",
]
