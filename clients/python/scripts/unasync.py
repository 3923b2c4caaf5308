"""Makes client.py of async_client.py, so that both do the same. With --check it writes nothing, and fails where they differ."""

from __future__ import annotations

import re
import sys
from pathlib import Path

PACKAGE = Path(__file__).parent.parent / "src" / "email_validation"

CHANGES = [
    (r'""".*?"""\n', '"""The client of programs that wait. Made of ``async_client.py`` by ``scripts/unasync.py``."""\n'),
    (r"import asyncio\nimport os\n", "import os\nimport time\n"),
    (r"import AsyncIterator, Callable, Sequence", "import Callable, Iterator, Sequence"),
    (r"asyncio\.sleep", "time.sleep"),
    (r"\bAsync(?=[A-Z])", ""),
    (r"\basync for piece in response\.aiter_bytes\(\):\n +yield piece", "yield from response.iter_bytes()"),
    (r"\b(?:async|await) ", ""),
    (r"\baread\b", "read"),
    (r"\baclose\b", "close"),
    (r"\b__a(enter|exit)__", r"__\1__"),
]


def synchronous() -> str:
    text = (PACKAGE / "async_client.py").read_text()
    for number, (pattern, replacement) in enumerate(CHANGES):
        text = re.sub(pattern, replacement, text, count=1 if number == 0 else 0)
    return text


if __name__ == "__main__":
    target = PACKAGE / "client.py"
    if "--check" not in sys.argv:
        target.write_text(synchronous())
    elif target.read_text() != synchronous():
        sys.exit("client.py is not what async_client.py says: run python scripts/unasync.py.")
