"""Reading and writing source files: encoding, byte-order mark and line ends kept, writes atomic."""

from __future__ import annotations

import codecs
import contextlib
import io
import os
import stat
import tokenize
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from paddle_migrate.text.parsing import SourceError

LARGEST = 100_000_000  # bytes of a file; notebooks hold pictures
_TEMPORARY = ".paddle-migrate-"  # and the number of the process that writes it


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


def decode(raw: bytes, is_python: bool = False) -> Text:
    """Decode as Python does: a byte-order mark, a coding line, else UTF-8. What is no Python may be GBK without a word.

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
    candidates = [encoding] if encoding != "utf-8" or mark or is_python else ["utf-8", "gb18030"]
    line = 0
    for candidate in candidates:
        try:
            return Text(body.decode(candidate), candidate, mark, raw)
        except UnicodeDecodeError as error:
            line = line or body.count(b"\n", 0, error.start) + 1
    problem = f"not text in {' or '.join(candidates)}; save it as UTF-8, or add a line `# -*- coding: … -*-`"
    raise SourceError(problem, line)


def read_bytes(path: Path) -> bytes:
    """Raises SourceError when the file cannot be read, is a pipe or a device, or is larger than any source file."""
    try:
        with open(path, "rb", opener=_without_waiting) as file:
            status = os.fstat(file.fileno())
            if not stat.S_ISREG(status.st_mode):
                raise SourceError("cannot be read: not a regular file; standard input is called -")
            if status.st_size > LARGEST:
                raise SourceError(f"larger than {LARGEST // 10**6} MB; leave it out with --exclude", 0, "PM905")
            return file.read()
    except OSError as error:
        raise SourceError(f"cannot be read: {error.strerror or error}") from None


def _without_waiting(path: str, flags: int) -> int:
    """A named pipe that nobody writes to would be waited for."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def read(path: Path) -> Text:
    """Raises SourceError when the file cannot be read or decoded."""
    return decode(read_bytes(path))


def write(path: Path, data: bytes, follow: bool = True) -> None:
    """Replace the file's content in one step, or not at all; mode and owner kept.

    A symbolic link is followed; without `follow`, for what the tool makes anew, the file takes the link's place. Other
    names of the same file (hard links) keep the old content. Raises SourceError when it cannot be written.
    """
    with _temporary(path, follow) as (real, temporary):
        _put(temporary, data)
        _keep_mode_and_owner(real, temporary)
        os.replace(temporary, real)


def _put(path: Path, data: bytes) -> None:
    """A new file. Where the system can, it gets its name last of all: a run that is killed leaves nothing then."""
    unnamed = _without_name(path.parent)
    with open(os.open(path, _NEW, 0o600) if unnamed is None else unnamed, "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
        if unnamed is not None:  # with a descriptor the link is followed to the file
            os.link(f"/proc/self/fd/{unnamed}", path, src_dir_fd=unnamed)


def _without_name(folder: Path) -> int | None:
    if not hasattr(os, "O_TMPFILE") or not os.path.isdir("/proc/self/fd"):
        return None
    with contextlib.suppress(OSError):  # not every file system has such
        return os.open(folder, os.O_WRONLY | os.O_TMPFILE, 0o600)
    return None


def check_writable(path: Path) -> None:
    """Raises SourceError when `write(path, …, follow=False)` would for another reason than a full disk."""
    with _temporary(path, follow=False) as (_, temporary):
        os.close(os.open(temporary, _NEW, 0o600))


_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)


@contextlib.contextmanager
def _temporary(path: Path, follow: bool) -> Iterator[tuple[Path, Path]]:
    """The place that is written to, and a name beside it that is free, then and afterwards."""
    try:
        real = Path(os.path.realpath(path) if follow else os.path.join(os.path.realpath(path.parent), path.name))
        real.parent.mkdir(parents=True, exist_ok=True)
        _check_place(real)
        temporary = real.with_name(f"{_TEMPORARY}{os.getpid()}")
        temporary.unlink(missing_ok=True)
        try:
            yield real, temporary
        finally:
            temporary.unlink(missing_ok=True)
    except OSError as error:
        raise SourceError(f"cannot be written: {error.strerror or error}") from None


def _check_place(path: Path) -> None:
    """A file that was made read-only is not to be replaced, though the folder would allow it; a folder, a device and
    a pipe cannot be."""
    if path.is_symlink() or not path.exists():
        return
    mode = path.stat().st_mode
    if not stat.S_ISREG(mode):
        raise SourceError(f"cannot be written: {'a folder' if stat.S_ISDIR(mode) else 'no regular file'}")
    if not mode & 0o222:
        raise SourceError("cannot be written: it is read-only")


def _keep_mode_and_owner(path: Path, temporary: Path) -> None:
    if path.is_symlink() or not path.exists():
        temporary.chmod(0o666 & ~_umask())
        return
    old, new = path.stat(), temporary.stat()
    if (old.st_uid, old.st_gid) != (new.st_uid, new.st_gid):
        with contextlib.suppress(OSError):  # only root may give files away
            os.chown(temporary, old.st_uid, old.st_gid)
    temporary.chmod(stat.S_IMODE(old.st_mode))


def clean(folder: Path) -> None:
    """Take away what runs that were killed while they wrote have left in the folder."""
    with contextlib.suppress(OSError):
        for file in folder.glob(f"{_TEMPORARY}*"):
            number = file.name.removeprefix(_TEMPORARY)
            if number.isdecimal() and not _runs(int(number)):
                file.unlink()


def _runs(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return process != os.getpid()


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
