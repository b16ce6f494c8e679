"""What of Paddle's static mode is wrapped, to see runs of programs go by: in Paddle's executors, and in compat's."""

from __future__ import annotations

import functools
import inspect
import sys
from typing import Any

from .session import Session
from .values import Values

UNSEEN = ("train_from_dataset",)  # whose steps are taken outside Python


def watch_executor(session: Session, executor: Any, api: Any, reader: Any) -> None:
    """`api` has the default program and the global scope, `reader` tells what of a program trains."""
    original = executor.run
    signature = inspect.signature(original)
    known: dict[int, tuple[Any, int, Any, list[str]]] = {}  # by `id`: program, length, what it does

    def look_at(program: Any) -> tuple[Any, list[str]]:
        length = len(program.global_block().ops)
        if id(program) not in known or known[id(program)][1] != length:
            known[id(program)] = program, length, reader.training(program), parameters(program)
        return known[id(program)][2:]

    def parameters(program: Any) -> list[str]:
        """That it starts, without what migrated scripts make as such because it lasts: counts of steps, and globals."""
        return [name for name in reader.started(program) if name not in getattr(program, "untrained", ())]

    @functools.wraps(original)
    def run(self: Any, *args: Any, **kwargs: Any) -> Any:
        bound = signature.bind(self, *args, **kwargs)
        given = bound.arguments
        program = given.get("program") or api.default_main_program()
        program = getattr(program, "_program", None) or program
        scope = given.get("scope") or api.global_scope()
        training, started = look_at(program)
        if training is None or not session.begin_run(training, scope, fed(given.get("feed"))):
            result = original(*bound.args, **bound.kwargs)
            if started:
                session.saw_start(scope, started)
            return result
        asked = given.get("fetch_list")
        listed = list(asked) if isinstance(asked, (list, tuple)) else [] if asked is None else [asked]
        more = [*training.losses, *training.gradients.values()]
        given["fetch_list"] = listed + more
        try:
            found = original(*bound.args, **bound.kwargs)
        except BaseException:
            session.forget_step()
            raise
        arrays = list(map(whole, found[len(found) - len(more) :]))
        gradients = dict(zip(training.gradients, arrays[len(training.losses) :]))  # noqa: B905  (Python 3.7)
        session.end_run(training, scope, arrays[: len(training.losses)], gradients)
        return found[: len(found) - len(more)]

    executor.run = run
    for name in UNSEEN:
        if hasattr(executor, name):
            tell_of(session, executor, name)


def tell_of(session: Session, executor: Any, name: str) -> None:
    original = getattr(executor, name)

    @functools.wraps(original)
    def call(*args: Any, **kwargs: Any) -> Any:
        session.cannot_follow(f"Executor.{name}")
        return original(*args, **kwargs)

    setattr(executor, name, call)


def whole(fetched: Any) -> Any:
    """An array, of one place."""
    while isinstance(fetched, list):
        fetched = fetched[0]
    return sys.modules["numpy"].array(fetched)


def fed(feed: Any) -> list[Any]:
    numpy = sys.modules["numpy"]
    feed = feed[0] if isinstance(feed, (list, tuple)) and feed else feed
    return [numpy.array(value) for value in feed.values()] if isinstance(feed, dict) else []


def watch_optimizers(session: Session, kinds: Any, reader: Any) -> None:
    """`kinds`: classes of optimizers."""
    for kind in kinds:
        for name in reader.APPLIES:
            if name in vars(kind):
                watch_updates(session, kind, name, reader)
        if "backward" in vars(kind) and isinstance(reader, Values):
            watch_ways_back(session, kind, "backward", reader)


def watch_updates(session: Session, kind: Any, name: str, reader: Any) -> None:
    original = vars(kind)[name]
    signature = inspect.signature(original)

    @functools.wraps(original)
    def apply(*args: Any, **kwargs: Any) -> Any:
        result = original(*args, **kwargs)
        if not session.paddle.dynamic:
            given = signature.bind(*args, **kwargs).arguments
            reader.minimizes(given["self"], list(given["params_grads"]))
        return result

    setattr(kind, name, apply)


def watch_ways_back(session: Session, owner: Any, name: str, reader: Values) -> None:
    """`owner`: a class of optimizers, or the module that has a function for it."""
    original = getattr(owner, name)
    signature = inspect.signature(original)

    @functools.wraps(original)
    def backward(*args: Any, **kwargs: Any) -> Any:
        if not session.paddle.dynamic:
            given = signature.bind(*args, **kwargs).arguments
            if name != "gradients":
                reader.goes_back_from(given["loss"])
            elif goes_back(sys._getframe(1)):
                reader.goes_back_from(given["targets"])
        return original(*args, **kwargs)

    setattr(owner, name, backward)


def goes_back(frame: Any) -> bool:
    """Whether the function that scripts are given for the way back asks, itself or by another one."""
    callers = (frame, frame.f_back)
    return any(each is not None and each.f_code.co_name.startswith("append_backward") for each in callers)


def watch_copies(program: Any, reader: Any) -> None:
    original = program.clone

    @functools.wraps(original)
    def clone(self: Any, *args: Any) -> Any:
        copy = original(self, *args)
        if args:
            reader.copied(self, copy, args[0])
        return copy

    program.clone = clone
