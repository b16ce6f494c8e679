"""Programs, and which of them is the present one."""

from __future__ import annotations

import contextlib
import itertools
from collections.abc import Iterator
from typing import Any

from .cloning import clone, set_test
from .format import FORMAT, VERSION
from .mode import turn_on
from .operators import Block
from .pruning import needed
from .variables import Parameter, Variable

_numbers = itertools.count()


class Program:
    """What is recorded: blocks of operators. ``random_seed`` seeds what its operators draw; 0 is none."""

    _seed_of_new = 0

    def __init__(self) -> None:
        self.blocks = [Block(self, 0)]
        self.current_block_idx = 0
        self.number, self.version = next(_numbers), 0
        self._seed = Program._seed_of_new
        self._is_test = False
        self.role = "forward"  # of what is recorded

    def changed(self) -> None:
        """Have what was prepared of it prepared again."""
        self.version += 1

    @property
    def random_seed(self) -> int:
        """The seed of what is drawn."""
        return self._seed

    @random_seed.setter
    def random_seed(self, seed: int) -> None:
        if not isinstance(seed, int):
            raise ValueError("Program.random_seed's input seed must be an integer")
        self._seed = seed

    def global_seed(self, seed: int = 0) -> None:
        """Seed this program, and those that are made from now on."""
        self._seed = Program._seed_of_new = seed

    @property
    def num_blocks(self) -> int:
        """How many blocks it has."""
        return len(self.blocks)

    def global_block(self) -> Block:
        """Its first block."""
        return self.blocks[0]

    def current_block(self) -> Block:
        """The block that is being written."""
        return self.blocks[self.current_block_idx]

    def block(self, index: int) -> Block:
        """Block number ``index``."""
        return self.blocks[index]

    @contextlib.contextmanager
    def sub_block(self) -> Iterator[Block]:
        """Write into a new block inside the present one."""
        parent = self.current_block_idx
        block = Block(self, len(self.blocks), parent)
        self.blocks.append(block)
        self.current_block_idx = block.idx
        try:
            yield block
        finally:
            self.current_block_idx = parent

    @contextlib.contextmanager
    def of_role(self, role: str) -> Iterator[None]:
        """Record operators of this role in the block: "rate" or "optimize", which copies for tests are without."""
        before, self.role = self.role, role
        try:
            yield
        finally:
            self.role = before

    def _lr_schedule_guard(self, is_with_opt: bool = False) -> Any:
        return self.of_role("rate")

    def _optimized_guard(self, param_and_grads: Any) -> Any:
        return self.of_role("optimize")

    def _create_block(self, parent_idx: int | None = None) -> Block:
        parent = self.current_block_idx if parent_idx is None else parent_idx
        self.blocks.append(Block(self, len(self.blocks), parent))
        self.current_block_idx = len(self.blocks) - 1
        return self.blocks[-1]

    def _rollback(self) -> None:
        self.current_block_idx = self.current_block().parent_idx

    def list_vars(self) -> Iterator[Variable]:
        """The variables of all blocks."""
        for block in self.blocks:
            yield from list(block.vars.values())  # which scripts rename meanwhile

    def all_parameters(self) -> list[Parameter]:
        """The parameters, in the order of their making."""
        return [parameter for block in self.blocks for parameter in block.all_parameters()]

    def clone(self, for_test: bool = False) -> Program:
        """A copy whose variables have the same names; ``for_test``: without backward, and as layers test."""
        copy: Program = clone(self, for_test)
        return copy

    def to_string(self, throw_on_error: bool = True, with_details: bool = False) -> str:
        """The text of 1.8.5's message; where a call is none of its operators, variables and operators, a line each.

        ``with_details`` adds what parameters are like.
        """
        more = "".join(f"\n{each.name}: trainable {each.trainable}, optimize_attr {each.optimize_attr}"
                       for each in self.all_parameters()) if with_details else ""
        with contextlib.suppress(NotImplementedError):
            return str(FORMAT.message(self)) + more
        lines = []
        for block in self.blocks:
            inner = [*(each.to_string() for each in block.vars.values()), *(repr(each) for each in block.operators)]
            lines += [f"{{ // block {block.idx}", *(f"    {line}" for line in inner), "}"]
        return "\n".join(lines) + more

    __repr__ = __str__ = to_string

    @property
    def desc(self) -> Description:
        """What 1.8.5 kept of it in C++."""
        return Description(self)

    @staticmethod
    def parse_from_string(binary_str: bytes) -> Program:
        """The program of a message that 1.8.5, or :attr:`desc`, made."""
        program: Program = FORMAT.read(binary_str)
        return program

    def _version(self) -> int:
        return VERSION

    def _prune(self, targets: Any) -> Program:
        return self._prune_with_input([], targets)

    def _prune_with_input(self, feeded_var_names: Any, targets: Any) -> Program:
        listed = targets if isinstance(targets, (list, tuple)) else [targets]
        made: Program = clone(self)
        block = made.global_block()
        names = {each if isinstance(each, str) else each.name for each in listed}
        block.operators[:] = needed(block.operators, set(feeded_var_names), names)
        for each in made.blocks:
            for operator in each.operators:
                names.update(operator.input_arg_names, operator.output_arg_names)
        for name in block.vars.keys() - names:
            del block.vars[name]
        return made

    def _inference_optimize(self, prune_read_op: bool = True) -> Program:
        made: Program = clone(self)
        for block in made.blocks:
            for operator in block.operators:
                set_test(operator)
        return made


class Description:
    """The program as a message of 1.8.5's protocol."""

    def __init__(self, program: Program) -> None:
        self.program = program

    def serialize_to_string(self) -> bytes:
        """The bytes of the message. Raises ``NotImplementedError`` for a call that is none of 1.8.5's operators."""
        return bytes(FORMAT.message(self.program).SerializeToString(deterministic=True))

    def num_blocks(self) -> int:
        """How many blocks there are."""
        return len(self.program.blocks)

    def flush(self) -> None:
        """Nothing is pending."""


_present = [Program(), Program()]  # the main program, and the one that makes its parameters
_first = _present[0]


def is_guarded() -> bool:
    """Whether the present program was chosen, by a guard or a switch."""
    return _present[0] is not _first


def default_main_program() -> Program:
    """The program that calls are recorded in."""
    return _present[0]


def default_startup_program() -> Program:
    """The program that makes the parameters of the main program."""
    return _present[1]


def switch_main_program(program: Program) -> Program:
    """Record into ``program`` from now on; the program before."""
    before, _present[0] = _present[0], program
    return before


def switch_startup_program(program: Program) -> Program:
    """Record parameters into ``program`` from now on; the program before."""
    before, _present[1] = _present[1], program
    return before


@contextlib.contextmanager
def present(main_program: Program, startup_program: Program | None = None) -> Iterator[None]:
    """Record into these programs in the block."""
    before = _present[:]
    _present[:] = [main_program, before[1] if startup_program is None else startup_program]
    try:
        yield
    finally:
        _present[:] = before


@contextlib.contextmanager
def program_guard(main_program: Program, startup_program: Program | None = None) -> Iterator[None]:
    """Record what the block builds into ``main_program``, and its parameters into ``startup_program``.

    Raises ``TypeError`` for anything that is no program.
    """
    for given in (main_program, startup_program):
        if given is not None and not isinstance(given, Program):
            raise TypeError(f"program_guard takes a fluid.Program, not {type(given)}")
    turn_on()
    with present(main_program, startup_program):
        yield


@contextlib.contextmanager
def device_guard(device: str | None = None) -> Iterator[None]:
    """Nothing but a check of ``device``: what the block records runs where the program does.

    Raises ``ValueError`` for anything but "cpu", "gpu", "gpu:0" and so on, "" and ``None``.
    """
    kind, _, index = (device or "").partition(":")
    if kind == "cpu" and index:
        raise ValueError("Should not set device id for cpu.")
    if kind not in ("cpu", "gpu", ""):
        raise ValueError(f"device_guard: the device is 'cpu', 'gpu', '' or None, not {device}")
    yield


def variable_of(name: str, program: Any = None) -> Any:
    """The variable of that name in the first block of ``program``, by default the one that is built; 1.8.5's private
    ``framework._get_var``. Raises ValueError where there is none."""
    return (default_main_program() if program is None else program).global_block().var(name)
