"""``Executor.run``: feeds a program, replays it, fetches from it."""

from __future__ import annotations

import contextlib
import warnings
from collections.abc import Iterator
from typing import Any

import paddle

from .backward import adopt, asked_of, start_at, starts
from .fed import put, take_feed
from .fetching import fetched
from .mode import eagerly, turn_on
from .operators import Operator, reveal
from .over_files import Handing, Printing, run_all
from .programs import Program, default_main_program
from .pruning import needed
from .replaying import Env, Step, last_uses, steps
from .scopes import Scope, global_scope
from .trainers import leave_all
from .variables import Variable


class Prepared:
    """A program as a list of functions, for one list of what is fetched."""

    def __init__(self, program: Program, wanted: tuple[str, ...], compiled: bool = False,
                 pruned: bool = False) -> None:
        block = program.global_block()
        self.version = program.version
        names = frozenset(wanted) | {f"{name}@GRAD" for name in asked_of(block)}
        self.learns = any(operator.role == "backward" for each in program.blocks for operator in each.operators)
        # what 1.8.5 compiled read its batch before all else, so that nothing, such as a counter, ran at the data's end
        self.operators = sorted(block.operators, key=lambda each: each.type != "read") if compiled else block.operators
        if pruned and not self.learns:
            self.operators = needed(self.operators, set(), set(wanted))
        self.starts = starts(block) if self.learns else []
        self.trained = [each for each in block.all_parameters() if each.trainable] if self.learns else []
        done = last_uses(self.operators, block, names)
        self.steps: list[tuple[Step, list[str]]] = list(zip(steps(self.operators, names), done, strict=True))

    def run(self, env: Env) -> None:
        """Replay it on ``env``."""
        with paddle.set_grad_enabled(self.learns):
            adopt(env, self.trained)
            start_at(env, self.starts)
            for step, done in self.steps:
                step(env)
                for name in done:
                    env.pop(name, None)


class Executor:
    """Runs programs on ``place``."""

    def __init__(self, place: Any = None) -> None:
        turn_on()
        self.place = paddle.CPUPlace() if place is None else place
        self._prepared: dict[tuple[int, tuple[str, ...], bool, bool], Prepared] = {}
        self._closed = False

    def close(self) -> None:
        """Run nothing any more; servers that wait for this process are told."""
        leave_all()
        self._closed = True
        self._prepared.clear()

    def run(self, program: Any = None, feed: Any = None, fetch_list: Any = None, feed_var_name: str = "feed",
            fetch_var_name: str = "fetch", scope: Scope | None = None, return_numpy: bool = True,
            use_program_cache: bool = False, return_merged: bool = True, use_prune: bool = False) -> Any:
        """Run ``program``, by default the main one, on ``feed`` (arrays by name); the values of ``fetch_list``.

        What is fetched is given by variable or by name; ``return_numpy=False`` gives tensors with their sequences.
        Raises ``ValueError`` for a feed of another shape or dtype than its variable and for a name that is not there,
        and ``RuntimeError`` for a variable that was never set.
        """
        if self._closed:
            raise RuntimeError("Attempted to use a closed Executor")
        if hasattr(program, "run_with"):
            return program.run_with(self, feed, fetch_list, scope, return_numpy, return_merged)
        chosen = default_main_program() if program is None else program
        if not isinstance(chosen, Program):
            raise TypeError(f"Executor.run takes a Program or a CompiledProgram, not {type(chosen)}")
        _warn_if_empty(chosen, program is None)
        return self.replay(chosen, feed, fetch_list, scope, return_numpy, pruned=use_prune)

    def replay(self, program: Program, feed: Any, fetch_list: Any, scope: Scope | None, return_numpy: bool,
               compiled: bool = False, pruned: bool = False) -> Any:
        """What :meth:`run` does with a program, which may be ``compiled`` for one place, or ``pruned``: one that does
        not train is run as far as what is fetched needs."""
        env = Env(global_scope() if scope is None else scope)
        names = fetch_names(program, fetch_list, env.scope)
        with eagerly(), placed(self.place):
            take_feed(env, program, feed)
            self.prepare(program, names, compiled, pruned).run(env)
            return [fetched(env[name], return_numpy) for name in names]

    def train_from_dataset(self, program: Any = None, dataset: Any = None, scope: Scope | None = None, thread: int = 0,
                           debug: bool = False, fetch_list: Any = None, fetch_info: Any = None,
                           print_period: int = 100, fetch_handler: Any = None) -> None:
        """Run ``program``, by default the main one, on all batches of ``dataset``.

        At every ``print_period``-th batch the variables of ``fetch_list`` are printed behind the words of
        ``fetch_info``. 1.8.5's threads changed the parameters all at once; here the batches of ``thread`` parts, by
        default as many as the data set says, are taken in turn. Raises ``RuntimeError`` without a data set.
        """
        if dataset is None:
            raise RuntimeError("dataset is need and should be initialized")
        chosen = default_main_program() if program is None else getattr(program, "program", program)
        assert len(fetch_list or ()) == len(fetch_info or ()), "fetch_list and fetch_info have as many items"
        names = fetch_names(chosen, fetch_list)
        after: list[Any] = [Printing(names, list(fetch_info or ()), print_period)]
        if fetch_handler is not None:
            after.append(Handing(fetch_handler))
            names = tuple(dict.fromkeys([*names, *after[1].names]))
        kept, block = global_scope() if scope is None else scope, chosen.global_block()

        def begin(batch: dict[str, Any]) -> Env:
            env = Env(kept)
            for name, tensor in batch.items():
                put(env, block.vars.get(name), name, tensor)
            return env

        with eagerly(), placed(self.place), contextlib.closing(dataset.batches(thread)) as batches:
            run_all(self.prepare(chosen, names).run, batches, begin, after)

    infer_from_dataset = train_from_dataset  # which ran whatever the program has, too

    def prepare(self, program: Program, names: tuple[str, ...], compiled: bool = False,
                pruned: bool = False) -> Prepared:
        """``program`` as functions, made once for as long as it stays what it is."""
        key = (program.number, names, compiled, pruned)
        found = self._prepared.get(key)
        if found is None or found.version != program.version:
            found = self._prepared[key] = Prepared(program, names, compiled, pruned)
        return found


class placed:
    """Run the block on ``place``."""

    def __init__(self, place: Any) -> None:
        self.wanted = f"gpu:{place.get_device_id()}" if isinstance(place, paddle.CUDAPlace) else "cpu"

    def __enter__(self) -> None:
        self.before = paddle.get_device()
        if self.before != self.wanted:
            paddle.set_device(self.wanted)

    def __exit__(self, *error: object) -> None:
        if self.before != self.wanted:
            paddle.set_device(self.before)


def _warn_if_empty(program: Program, is_default: bool) -> None:
    if not program.global_block().operators:
        warnings.warn(
            "Executor.run was given no program, and the default main program is empty: pass the program that holds the "
            "network"
            if is_default else
            "Executor.run was given a program without operators: build the network inside fluid.program_guard(program)",
            stacklevel=3)


def fetch_names(program: Program, fetch_list: Any, scope: Scope | None = None) -> tuple[str, ...]:
    """The names of what is to be fetched. Raises ``ValueError`` for one that neither the program nor the scope has."""
    if fetch_list is None:
        return ()
    listed = [fetch_list] if isinstance(fetch_list, (Variable, str)) else fetch_list
    if not isinstance(listed, (list, tuple)):
        raise AssertionError(f"fetch_list is a list or a tuple, not {type(fetch_list)}")
    names = []
    for each in _wanted(listed):
        name = each.name if hasattr(each, "name") else each
        if not isinstance(name, str):
            raise TypeError(f"fetch_list holds variables and their names, not {type(each)}")
        found = [block.vars[name] for block in program.blocks if name in block.vars]
        if not found:  # what 1.8.5 made on the way to a result
            found = [block.var(name) for block in program.blocks if block.has_var(name)]
        if not found and not _lasts(name, scope):
            raise ValueError(f"fetch_list: there is no variable {name!r} in the program")
        reveal(found, program)
        names.append(name)
    return tuple(names)


def _lasts(name: str, scope: Scope | None) -> bool:
    holder = scope.find_var(name) if scope is not None else None
    return holder is not None and holder.tensor is not None


def _wanted(listed: Any) -> Iterator[Any]:
    """What is fetched, in lists of lists too, without what minimize returned, which runs anyway."""
    for item in listed:
        parts = item if isinstance(item, list) else item[0] if isinstance(item, tuple) else [item]
        for each in parts if isinstance(parts, list) else [parts]:
            if not isinstance(each, Operator):
                yield each
