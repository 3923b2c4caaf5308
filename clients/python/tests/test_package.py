"""What is made of it, and what its README says."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from conftest import ROOT, Service

HOME = Path(__file__).parents[1]


def run(*command: str, cwd: Path = HOME, env: dict[str, str] | None = None) -> str:
    done = subprocess.run(
        [sys.executable, *command], cwd=cwd, env={**os.environ, **(env or {})}, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_is_typed_strictly() -> None:
    run("-m", "mypy")


@pytest.mark.parametrize("script", ["make_types.py", "unasync.py"])
def test_what_is_made_is_what_it_is_made_of(script: str) -> None:
    run(f"scripts/{script}", "--check")


@pytest.mark.parametrize("service", ["embedded"], indirect=True)
def test_its_wheel_does_what_the_readmes_say(service: Service, tmp_path: Path) -> None:
    run("-m", "pip", "wheel", "-q", "--no-deps", "--no-build-isolation", "--wheel-dir", str(tmp_path), ".")
    (wheel,) = tmp_path.glob("*.whl")
    names = zipfile.ZipFile(wheel).namelist()
    info = "-".join(wheel.name.split("-")[:2])
    assert {"email_validation/py.typed", f"{info}.dist-info/licenses/LICENSE"} <= set(names)
    installed = tmp_path / "installed"
    run("-m", "pip", "install", "-q", "--no-deps", "--target", str(installed), str(wheel))

    samples = re.findall(r"^```python\n(.*?)^```", (HOME / "README.md").read_text(), re.MULTILINE | re.DOTALL)
    assert samples[0] in (ROOT / "README.md").read_text()
    (tmp_path / "list.csv").write_text("email\njane@ok.test\nnobody@ok.test\n")
    env = {**service.env, "PYTHONPATH": str(installed)}
    first, second = (run("-c", sample, cwd=tmp_path, env=env) for sample in samples)
    assert first.startswith("valid\n") and first.endswith("100 %\n")
    assert "nobody@ok.test,invalid,mailbox_not_found," in (tmp_path / "results.csv").read_text()
    assert second == "['valid', 'invalid']\n"
