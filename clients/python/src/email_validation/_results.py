"""Results as files."""

from __future__ import annotations

import stat
from pathlib import Path


def copy_mode(source: Path, target: Path) -> None:
    """What others may do with it stays as it was; where there was none, as the process makes files."""
    try:
        mode = source.stat().st_mode
    except FileNotFoundError:
        return
    # Some disks keep no rights, and refuse to change them.
    if target.stat().st_mode != mode:
        target.chmod(stat.S_IMODE(mode))
