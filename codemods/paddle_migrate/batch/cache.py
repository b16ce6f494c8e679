"""What --check found, kept by content: a file that has not changed is not looked at again."""

from __future__ import annotations

import hashlib
import json
import os
import re
from functools import lru_cache
from pathlib import Path
from typing import Any

from paddle_migrate.batch.looked import Looked
from paddle_migrate.facts.neighbours import mode_around
from paddle_migrate.findings import Finding
from paddle_migrate.options import Options
from paddle_migrate.outcome import Outcome
from paddle_migrate.project import files
from paddle_migrate.project.borrowed import with_own_imports
from paddle_migrate.project.importers import behind, importers, others_draw, program
from paddle_migrate.project.interest import is_of_interest, works_with_fluid
from paddle_migrate.project.project import Project
from paddle_migrate.rules.library import library
from paddle_migrate.rules.parameters import LOADS_MODEL, LOADS_VARIABLES, SAVES_MODEL, SAVES_VARIABLES
from paddle_migrate.text.parsing import SourceError

_MOST = 50_000  # entries that are kept
_SCRIPT = re.compile(rb"[A-Za-z0-9_./-]+\.py\b")


class Cache:
    """Results of --check, in the user's cache folder. What cannot be read or written is as if it were not there."""

    def __init__(self, folder: Path | None = None) -> None:
        self.file = (folder or _home() / "paddle-migrate") / "check.json"
        self._old = self._load()
        self._new: dict[str, Any] = {}
        self._keys: dict[Path, str] = {}

    def _load(self) -> dict[str, Any]:
        try:
            found = json.loads(self.file.read_text(encoding="utf-8"))
        except (OSError, ValueError, RecursionError):
            return {}
        return found if isinstance(found, dict) else {}

    def _key(self, path: Path, options: Options, project: Project) -> str | None:
        if path not in self._keys:
            try:
                raw = files.read_bytes(path)
            except SourceError:
                return None
            if not is_of_interest(path, raw, project):
                return None  # quicker looked at than looked up
            parts = (fingerprint(), repr(options), path.name, str(path), _from_others(path, raw, project))
            self._keys[path] = hashlib.sha256("\0".join(parts).encode(errors="surrogatepass") + raw).hexdigest()
        return self._keys[path]

    def get(self, path: Path, options: Options, project: Project) -> Looked | None:
        key = self._key(path, options, project)
        entry = self._old.get(key) if key else None
        if key is None or entry is None:
            return None
        try:
            findings = [Finding(*row) for row in entry["findings"]]
            looked = Looked(path, Outcome(str(path), "", "*" if entry["changed"] else "", findings))
        except (TypeError, KeyError):
            return None
        self._new[key] = entry
        return looked

    def put(self, path: Path, looked: Looked) -> None:
        key = self._keys.get(path)
        if key and not looked.outcome.failed:
            self._new[key] = {"changed": looked.outcome.changed, "findings": looked.outcome.findings}

    def save(self) -> None:
        kept = {**{k: v for k, v in self._old.items() if k not in self._new}, **self._new}
        text = json.dumps(dict(list(kept.items())[-_MOST:]), separators=(",", ":"))
        try:
            self.file.parent.mkdir(parents=True, exist_ok=True)
            temporary = self.file.with_suffix(f".{os.getpid()}")
            temporary.write_text(text, encoding="utf-8")
            temporary.replace(self.file)
        except OSError:
            pass


def _home() -> Path:
    """The user's cache folder; a path that is not absolute would lie in whatever folder the run is in."""
    given = Path(os.environ.get("XDG_CACHE_HOME", ""))
    return given if given.is_absolute() else Path(os.path.expanduser("~"), ".cache")


def _from_others(path: Path, raw: bytes, project: Project) -> str:
    """What other files of the project make of this one; a change there is a change here."""
    try:
        if path.suffix != ".py":
            return _of_scripts(path, raw, project) if b"paddle.distributed.launch" in raw else ""
        own = with_own_imports(files.decode(raw).text, path, project) if project.hands_on(path, raw) else None
        speaks = b"paddle" in raw or works_with_fluid(path, raw, project)
        around = program if speaks else behind  # values are followed through all files of a program
        asked = [files.read_bytes(p) for p in around(path, raw, project)]
        if around is behind and (b"class " in raw or b"act" in raw):
            asked += [m.raw for m in importers(path, project)]
        asked += [b"saved"] if LOADS_MODEL.search(raw) and project.beside(path, SAVES_MODEL) else []
        asked += [b"loaded"] if SAVES_VARIABLES.search(raw) and project.beside(path, LOADS_VARIABLES) else []
        contents = "".join(hashlib.sha256(content).hexdigest() for content in asked)
        beside = f"{others_draw(path, raw, project)}{mode_around(path, raw, project)}"
        return f"{own.text if own else ''}{contents}{beside}"
    except (SourceError, OSError):
        return ""


def _of_scripts(path: Path, raw: bytes, project: Project) -> str:
    """The scripts that the file may start, and what others make of them."""
    found = dict.fromkeys(s for name in _SCRIPT.findall(raw) for s in project.scripts(path, name.decode()))
    contents = [(str(script), files.read_bytes(script)) for script in found]
    return repr([(name, content, _from_others(Path(name), content, project)) for name, content in contents])


@lru_cache(maxsize=1)
def fingerprint() -> str:
    """Changes when the tool or a rule changes."""
    roots = (Path(__file__).parents[1], library().root)
    stats = [(str(p), p.stat()) for root in roots for p in sorted(root.rglob("*")) if p.suffix in (".py", ".json")]
    return hashlib.sha256(repr([(n, s.st_size, s.st_mtime_ns) for n, s in stats]).encode()).hexdigest()
