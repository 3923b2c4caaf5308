"""Lists as callers have them, made into the body of an upload."""

from __future__ import annotations

import csv
import io
import os
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, Union

#: A path (``str`` or ``os.PathLike``) of a CSV file or Excel workbook; such a file's bytes, or an open binary file; or the
#: addresses themselves, as a list, set or generator of strings.
ListSource = Union[str, "os.PathLike[str]", bytes, IO[bytes], Iterable[str]]

#: The most addresses that the service takes as JSON.
MOST_IN_JSON = 100_000
MOST_CHARACTERS = 255


@dataclass(frozen=True)
class ListFile:
    """A list that can be sent as often as needed."""

    fields: dict[str, str]
    name: str
    content: Path | bytes

    def open(self) -> IO[bytes]:
        """Anew for each attempt."""
        return self.content.open("rb") if isinstance(self.content, Path) else io.BytesIO(self.content)


def list_body(
    source: ListSource,
    *,
    name: str | None,
    column: str | int | None,
    has_header: bool | None,
    encoding: str | None,
    sheet: str | int | None,
) -> dict[str, Any]:
    """The ``file`` or the ``json`` of a call.

    :raises OSError: the file can't be read; TypeError, ValueError: it is no list, or empty
    """
    found = _file(source)
    if found is None:
        # What is said of the columns of a file is not said of these.
        return _addresses(source, name or "list")
    file_name, content = found
    file_name = list_name(file_name)
    given = {"name": name or file_name, "column": column, "encoding": encoding, "sheet": sheet}
    fields = {field: str(value) for field, value in given.items() if value is not None}
    if has_header is not None:
        fields["has_header"] = "true" if has_header else "false"
    return {"file": ListFile(fields, file_name, content)}


def _file(source: object) -> tuple[str, Path | bytes] | None:
    """Its name and bytes; None: it is no file."""
    if isinstance(source, (bytes, bytearray)):
        return "list", bytes(source)
    if isinstance(source, (str, os.PathLike)):
        path = Path(source)
        with path.open("rb") as file:
            # What comes out of a pipe comes once: who opens it again gets the rest, or waits for ever. And files of /proc do
            # not say how long they are.
            return path.name, path if path.is_file() and path.stat().st_size > 0 else file.read()
    read = getattr(source, "read", None)
    if read is None:
        return None
    # A file that is open can be read once, maybe: a further attempt sends the same again.
    content = read()
    if not isinstance(content, bytes):
        raise TypeError("Open the list in binary mode.")
    return Path(str(getattr(source, "name", "list"))).name, content


def list_name(file_name: str) -> str:
    """A file's name as a list may be called by it: nobody chose it for that, so it must not be refused."""
    seen = "".join(" " if _is_unseen(character) else character for character in file_name)
    name = unicodedata.normalize("NFC", " ".join(seen.split()))[:MOST_CHARACTERS].strip()
    return name if any(unicodedata.category(character)[0] in "LNPS" for character in name) else "list"


def _is_unseen(character: str) -> bool:
    """What the service takes in no name, and what is drawn as nothing."""
    return unicodedata.category(character) in ("Cc", "Cf", "Zl", "Zp", "Cs") or character in "\u115f\u1160\u3164\uffa0\u2800"


def _addresses(given: object, name: str) -> dict[str, Any]:
    """One row for each, blank ones too, so that the results are in their order."""
    if not isinstance(given, Iterable):
        raise TypeError("A list is the path of a file, bytes, an open binary file, or a list of addresses.")
    addresses = list(given)
    if not all(isinstance(address, str) for address in addresses):
        raise TypeError("A list of addresses has strings alone.")
    if not addresses:
        raise ValueError("The list is empty: there is nothing to check.")
    if len(addresses) > MOST_IN_JSON:
        return {"file": ListFile({"name": name}, "list", _csv(addresses))}
    return {"json": {"name": name, "emails": addresses}}


def _csv(addresses: list[str]) -> bytes:
    """Each cell in quotes (RFC 4180), so that whatever stands there stays one cell. A row whose cells are all blank is none:
    where there is a blank address, rows have their number in a second column."""
    text = io.StringIO()
    rows = csv.writer(text, quoting=csv.QUOTE_ALL)
    is_numbered = any(address.strip() == "" for address in addresses)
    rows.writerow(["email", "row"] if is_numbered else ["email"])
    rows.writerows([address, number] if is_numbered else [address] for number, address in enumerate(addresses, 1))
    return text.getvalue().encode(errors="replace")
