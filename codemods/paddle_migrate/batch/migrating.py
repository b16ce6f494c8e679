"""Files through the tool: one after the other, or on all cores; results come in the order of the files."""

from __future__ import annotations

import atexit
import gc
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from paddle_migrate.batch.cache import Cache
from paddle_migrate.batch.looked import Looked
from paddle_migrate.findings import Finding
from paddle_migrate.formats import migrate_unknown, migrator
from paddle_migrate.interrupts import TookTooLong, ending_workers, start_worker, within, worker_is_busy
from paddle_migrate.options import Options
from paddle_migrate.outcome import Outcome, Result
from paddle_migrate.project import files
from paddle_migrate.project.interest import is_of_interest
from paddle_migrate.project.project import Project
from paddle_migrate.reasons import By, Origins
from paddle_migrate.text.parsing import SourceError

if TYPE_CHECKING:
    from concurrent.futures import Future, ProcessPoolExecutor

_LONGEST = 1200  # seconds for a file: the first one of a project may read all others, and a traced script trains
_FEW = 16  # files that are not worth starting processes for


def look_at(path: Path, options: Options, project: Project) -> Looked:
    """Read and migrate one file, writing nothing; whatever goes wrong is a finding."""
    name = str(path)
    try:
        raw = files.read_bytes(path)
        if not is_of_interest(path, raw, project) and b"\0" not in raw[:1024]:
            return Looked(path, Outcome(name, "", ""))
        source = files.decode(raw, is_python=path.suffix == ".py")
        with within(_LONGEST):
            result = (migrator(name) or migrate_unknown)(source.text, name, options, project)
    except TookTooLong:
        what = f"it took more than {_LONGEST // 60} minutes; the file is left as it was: please report it"
        return Looked(path, Outcome(name, "", "", [Finding(0, "PM907", "", what)]))
    except SourceError as error:
        return Looked(path, Outcome(name, "", "", [Finding(error.line, error.code, "", str(error))]))
    except Exception as error:  # one file must not end the run of the others
        what = f"paddle-migrate itself failed ({type(error).__name__}: {error}); please report it"
        return Looked(path, Outcome(name, "", "", [Finding(0, "PM903", "", what)]))
    outcome = Outcome(name, source.text, result.text, result.findings, _origins(result, options), result.given)
    return Looked(path, outcome, source)


def _origins(result: Result, options: Options) -> Origins | None:
    """Of a file that is no Python, all that is known is that code in it changed."""
    return result.origins or (Origins(otherwise=By("code in other files")) if options.why else None)


def look_at_all(
    paths: list[Path], options: Options, jobs: int, project: Project, cache: Cache | None = None
) -> Iterator[Looked]:
    """Every file's result in the order of `paths`; `jobs` 0 means one process for each core."""
    _collect_seldom()
    cores = os.cpu_count() or 1
    jobs = min(jobs or cores, cores, len(paths))
    if jobs <= 1 or len(paths) < _FEW:
        for path in paths:
            yield _through_cache(path, options, project, cache)
        return
    known = {path: cache.get(path, options, project) for path in paths} if cache else {}
    open_paths = [p for p in paths if not known.get(p)]
    # the largest first: at the end no core waits for another's long file
    by_size = sorted(open_paths, key=_size, reverse=True)
    with _Pool(jobs, options, project) as pool, ending_workers():
        futures = pool.submit(by_size)
        for path in paths:
            looked = known.get(path) or pool.result(path, futures[path])
            if cache and path in futures:
                cache.put(path, looked)
            yield looked


def _collect_seldom() -> None:
    """What is read of the rules stays, and files leave little behind: the cyclic collector would walk the rules again
    and again for nothing, once more when the process ends."""
    gc.set_threshold(5_000_000)
    atexit.register(gc.freeze)


class _Pool:
    """Processes that look at files. When one of them ends before its time, the others' files are looked at all the
    same, one after the other."""

    def __init__(self, jobs: int, options: Options, project: Project) -> None:
        self._worker = (options, project, os.getcwd())
        self._open = self._started(jobs)
        self._broken = False

    def __enter__(self) -> _Pool:
        return self

    def __exit__(self, *raised: object) -> None:
        self._open.shutdown(cancel_futures=True)

    def _started(self, jobs: int) -> ProcessPoolExecutor:
        from concurrent.futures import ProcessPoolExecutor  # with all of multiprocessing: not for a file or two

        with _aside():
            return ProcessPoolExecutor(jobs, initializer=_Worker.start, initargs=self._worker)

    def submit(self, paths: list[Path]) -> dict[Path, Future[Looked]]:
        with _aside():
            return {path: self._open.submit(_Worker.look_at, path) for path in paths}

    def result(self, path: Path, future: Future[Looked]) -> Looked:
        from concurrent.futures.process import BrokenProcessPool

        try:
            return future.result()
        except BrokenProcessPool:
            if not self._broken:
                self._broken, self._open = True, self._started(1)
        try:
            return self.submit([path])[path].result()
        except BrokenProcessPool:
            self._open = self._started(1)
            what = "the process that looked at the file ended before it was done; is there enough memory?"
            return Looked(path, Outcome(str(path), "", "", [Finding(0, "PM906", "", what)]))


@contextmanager
def _aside() -> Iterator[None]:
    """A process that is started anew looks for its first modules in the current folder, too. In a repository that is
    looked at nothing may be imported, so it starts in a folder that holds what it would import anyway."""
    here = os.getcwd()
    os.chdir(os.path.dirname(os.__file__))
    try:
        yield
    finally:
        os.chdir(here)


class _Worker:
    """What a process keeps from file to file: the modules of the project are read once."""

    options: Options
    project: Project

    @classmethod
    def start(cls, options: Options, project: Project, folder: str) -> None:
        start_worker(options.trace)
        _collect_seldom()
        os.chdir(folder)
        cls.options, cls.project = options, project

    @classmethod
    def look_at(cls, path: Path) -> Looked:
        with worker_is_busy():
            return look_at(path, cls.options, cls.project)


def _through_cache(path: Path, options: Options, project: Project, cache: Cache | None) -> Looked:
    looked = cache.get(path, options, project) if cache else None
    if looked is None:
        looked = look_at(path, options, project)
        if cache:
            cache.put(path, looked)
    return looked


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0
