"""Reading and writing source files: encoding, byte-order mark and line ends kept, writes atomic."""

from __future__ import annotations

import codecs
import io
import os
import stat
import tempfile
import tokenize
from dataclasses import dataclass
from pathlib import Path

from paddle_migrate.source import SourceError


@dataclass(frozen=True)
class Text:
    """A file's text and what is needed to write it back as it was."""

    text: str
    encoding: str
    mark: bytes
    raw: bytes

    def encode(self, text: str) -> bytes:
        """Raises SourceError when `text` has a character that the file's encoding lacks."""
        try:
            return self.mark + text.encode(self.encoding)
        except UnicodeEncodeError as error:
            raise SourceError(f"the result does not fit the file's encoding {self.encoding}: {error.reason}") from None


def decode(raw: bytes) -> Text:
    """Decode as Python does: a byte-order mark, a coding line, else UTF-8; last of all GBK, as old files have it.

    Raises SourceError when no encoding fits.
    """
    if b"\0" in raw:
        raise SourceError("not a text file")
    mark = codecs.BOM_UTF8 if raw.startswith(codecs.BOM_UTF8) else b""
    body = raw[len(mark) :]
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(raw).readline)
    except SyntaxError as error:
        if b"coding" in body[:200]:
            raise SourceError(f"unknown encoding: {error.msg}", 1) from None
        encoding = "utf-8"
    encoding = "utf-8" if encoding == "utf-8-sig" else encoding
    candidates = [encoding] if encoding != "utf-8" or mark else ["utf-8", "gb18030"]
    for candidate in candidates:
        try:
            return Text(body.decode(candidate), candidate, mark, raw)
        except UnicodeDecodeError:
            continue
    raise SourceError(f"not text in {' or '.join(candidates)}; save it as UTF-8, or add a line `# -*- coding: … -*-`")


def read_bytes(path: Path) -> bytes:
    """Raises SourceError when the file cannot be read."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise SourceError(f"cannot be read: {error.strerror or error}") from None


def read(path: Path) -> Text:
    """Raises SourceError when the file cannot be read or decoded."""
    return decode(read_bytes(path))


def write(path: Path, data: bytes) -> None:
    """Replace the file's content in one step, or not at all; mode kept, symbolic links followed.

    Raises SourceError when it cannot be written.
    """
    path = path.resolve()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        mode = stat.S_IMODE(path.stat().st_mode) if path.exists() else 0o666 & ~_umask()
        handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            os.chmod(name, mode)
            os.replace(name, path)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
    except OSError as error:
        raise SourceError(f"cannot be written: {error.strerror or error}") from None


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
