"""Lists as callers have them, made into the form of an upload."""

from __future__ import annotations

import csv
import io
import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Union

#: A path (``str`` or ``os.PathLike``) of a CSV file or Excel workbook; such a file's bytes, or an open binary file; or the
#: addresses themselves, as a list, set or generator of strings.
ListSource = Union[str, "os.PathLike[str]", bytes, IO[bytes], Iterable[str]]


@dataclass(frozen=True)
class ListFile:
    """A list that can be sent as often as needed."""

    fields: dict[str, str]
    name: str
    content: Path | bytes

    def open(self) -> IO[bytes]:
        """Anew for each attempt."""
        return self.content.open("rb") if isinstance(self.content, Path) else io.BytesIO(self.content)


def list_file(
    source: ListSource,
    *,
    name: str | None,
    column: str | int | None,
    has_header: bool | None,
    encoding: str | None,
    sheet: str | int | None,
) -> ListFile:
    """:raises OSError: the file can't be read; TypeError, ValueError: it is no list, or empty"""
    file_name, content = _content(source)
    given = {"name": name or file_name, "column": column, "encoding": encoding, "sheet": sheet}
    fields = {field: str(value) for field, value in given.items() if value is not None}
    if has_header is not None:
        fields["has_header"] = "true" if has_header else "false"
    return ListFile(fields, file_name, content)


def _content(source: ListSource) -> tuple[str, Path | bytes]:
    if isinstance(source, (bytes, bytearray)):
        return "list", bytes(source)
    if isinstance(source, (str, os.PathLike)):
        path = Path(source)
        with path.open("rb"):
            return path.name, path
    if isinstance(source, io.IOBase) or hasattr(source, "read"):
        # A file that is open can be read once, maybe: a further attempt sends the same again.
        content = source.read()
        if not isinstance(content, bytes):
            raise TypeError("Open the list in binary mode.")
        return Path(str(getattr(source, "name", "list"))).name, content
    given: object = source
    if not isinstance(given, Iterable):
        raise TypeError("A list is the path of a file, bytes, an open binary file, or a list of addresses.")
    return "list", _csv(given)


def _csv(addresses: Iterable[object]) -> bytes:
    """One column; each cell in quotes (RFC 4180), so that whatever stands there stays one cell."""
    text = io.StringIO()
    rows = csv.writer(text, quoting=csv.QUOTE_ALL)
    rows.writerow(["email"])
    count = 0
    for count, address in enumerate(addresses, 1):
        if not isinstance(address, str):
            raise TypeError("A list of addresses has strings alone.")
        rows.writerow([address])
    if count == 0:
        raise ValueError("The list is empty: there is nothing to check.")
    return text.getvalue().encode()
