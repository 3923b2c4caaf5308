"""Makes _openapi.py of ../openapi.json. With --check it writes nothing, and fails where they differ."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

HOME = Path(__file__).parent.parent
TARGET = HOME / "src" / "email_validation" / "_openapi.py"
OPTIONS = [
    *("--input-file-type", "openapi"),
    *("--openapi-scopes", "schemas", "webhooks"),
    *("--output-model-type", "typing.TypedDict"),
    *("--target-python-version", "3.10"),
    *("--enum-field-as-literal", "all"),
    *("--formatters", "builtin"),
    "--use-union-operator",
    "--use-standard-collections",
    "--use-field-description",
    "--disable-timestamp",
]


def types() -> str:
    with tempfile.TemporaryDirectory() as folder:
        output = Path(folder) / "types.py"
        document = HOME.parent / "openapi.json"
        command = [sys.executable, "-m", "datamodel_code_generator", "--input", str(document), "--output", str(output)]
        subprocess.run([*command, *OPTIONS], check=True)
        return output.read_text()


if __name__ == "__main__":
    if "--check" not in sys.argv:
        TARGET.write_text(types())
    elif TARGET.read_text() != types():
        sys.exit("_openapi.py is not what openapi.json says: run python scripts/make_types.py.")
