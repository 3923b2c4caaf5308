"""When one call is sent again: the same for both clients."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from dataclasses import dataclass

from .errors import ApiError, ConflictError, ServiceTimeoutError

FIRST_DELAY = 0.5
LONGEST_BACK_OFF = 8.0
#: A service that crashed keeps the key of what it worked on for 60 s.
CONFLICT = 75.0


@dataclass(frozen=True)
class RetryLimits:
    """All in seconds, but ``retries``."""

    retries: int
    #: The longest single wait.
    max_delay: float
    #: So long after the call began no further attempt begins; None: that does not matter.
    max_total: float | None


class Patience:
    """Of one call. An attempt that finds an earlier one at work (409 with ``Retry-After``) has not failed: it is repeated for
    75 s, however many ``retries`` there may be."""

    def __init__(self, limits: RetryLimits, now: Callable[[], float] = time.monotonic) -> None:
        self._limits = limits
        self._now = now
        self._began = now()
        self._failures = 0
        self._conflicts = 0
        self._first_conflict: float | None = None
        self._late: ServiceTimeoutError | None = None

    def delay_after(self, error: Exception) -> float | None:
        """Seconds to wait before a further attempt; None: there is none."""
        asked = error.retry_after if isinstance(error, ApiError) else None
        if isinstance(error, ServiceTimeoutError):
            self._late = error
        if not _is_passing(error) or self._limits.retries == 0:
            return None
        if asked is not None and asked > self._limits.max_delay:
            return None
        now = self._now()
        if isinstance(error, ConflictError):
            if self._first_conflict is None:
                self._first_conflict = now
            # Each look spends one of the requests that a token may make in a minute.
            delay = max(_spread(asked or 0.0), self._back_off(self._conflicts))
            if now + delay - self._first_conflict > CONFLICT:
                return None
            self._conflicts += 1
        else:
            if self._failures >= self._limits.retries:
                return None
            delay = self._back_off(self._failures) if asked is None else _spread(asked)
            self._failures += 1
        is_over = self._limits.max_total is not None and now + delay - self._began > self._limits.max_total
        return None if is_over else delay

    def error_of(self, error: Exception) -> Exception:
        """What the caller is told where no attempt is left: that an attempt of its own is still at work is that attempt's time
        limit."""
        if self._late is None or not (isinstance(error, ConflictError) and _is_passing(error)):
            return error
        return ServiceTimeoutError(f"{self._late} It is still at work on the request.")

    def _back_off(self, times: int) -> float:
        longest = min(FIRST_DELAY * 2.0**times, LONGEST_BACK_OFF, self._limits.max_delay)
        return longest * random.uniform(0.5, 1)


def _is_passing(error: Exception) -> bool:
    if not isinstance(error, ApiError):
        return True
    status = error.status
    return status in (408, 429) or status >= 500 or (status == 409 and error.retry_after is not None)


def _spread(asked: float) -> float:
    """Those that were told the same second do not come back in the same millisecond."""
    return asked + random.uniform(0, 0.25) * min(asked, 1)
