"""What calls of Paddle 1 make: optimizers, layers, readers, programs, …"""

from __future__ import annotations

import ast

from paddle_migrate.rules.legacy import COMPLEX, LEGACY
from paddle_migrate.rules.rule import Rule

LAYERS = (f"{LEGACY}.dygraph.",)
FUNCTIONS = f"{LEGACY}.layers."
_OPTIMIZERS = f"{LEGACY}.optimizer."
_PROGRAMS = ("default_main_program", "default_startup_program")
_READIES = "prepare_context"
_LOADING = ("load_dygraph", "load_program_state")
_KINDS = {
    "DataParallel": "parallel",
    **dict.fromkeys(_PROGRAMS, "program"),
    _READIES: "strategy",
    **dict.fromkeys(("Env", "ParallelEnv"), "env"),
    "distributed_batch_reader": "reader",
    "create_paddle_predictor": "predictor",
    "AnalysisConfig": "config",
}
CONTAINERS = ("Sequential", "LayerList")  # layers that number what they hold
# how many of the values that a call gives are a number each, which has no dimension today
NUMBERS_FIRST = {f"{FUNCTIONS}auc": 2, f"{FUNCTIONS}metric_op.auc": 2}


def kind_of(rule: Rule) -> str:
    """`parallel`, `program`, `strategy`, `env`, `reader`, `optimizer`, `layer`, `complex`, `predictor` and its
    config; empty for anything else."""
    if rule.short in _KINDS:
        return _KINDS[rule.short]
    if isinstance(rule.node, ast.ClassDef):
        if is_optimizer(rule.name):
            return "optimizer"
        if rule.name.startswith(LAYERS):
            return "layer"
    return "complex" if rule.name.startswith((f"{COMPLEX}.", f"{LEGACY}.framework.ComplexVariable")) else ""


def is_optimizer(name: str) -> bool:
    return name.startswith(_OPTIMIZERS)


def is_program(name: str) -> bool:
    """Whether a call of the name gives a program that is there already."""
    return name.rpartition(".")[2] in _PROGRAMS


def gives_program(name: str) -> bool:
    """The same, or a new one."""
    return is_program(name) or name.endswith(".Program")


def gives_variable(name: str) -> bool:
    """Whether a call of the name gives, in a program, a variable of it."""
    return is_function(name) or name == f"{LEGACY}.data"


def is_function(name: str) -> bool:
    """Whether it is of `fluid.layers`."""
    return name.startswith(FUNCTIONS)


def is_device(name: str) -> bool:
    """A GPU by its number."""
    return name.startswith(LEGACY) and name.endswith(".CUDAPlace")


def starts_processes(name: str) -> bool:
    """What readies the processes of a data-parallel run."""
    return name.endswith(f".{_READIES}")


def may_start_processes(raw: bytes) -> bool:
    """Whether a file says something of it."""
    return _READIES.encode() in raw


def loads_state(name: str) -> bool:
    """Whether a function of 1.8, or one that is called so, loads the state of a model."""
    return name.rpartition(".")[2] in _LOADING


def is_metric(name: str) -> bool:
    return name.startswith(f"{LEGACY}.metrics.")


def gives_tensor(name: str) -> bool:
    """Whether a call of a function of Paddle, old or new, gives a tensor by all that its name says."""
    return is_function(name) or name.endswith((".to_variable", ".to_tensor"))


def takes_tensors(name: str) -> bool:
    """Whether a function of 1.8 takes tensors, and nothing else for them."""
    return is_function(name) or (name.startswith(f"{COMPLEX}.") and not name.endswith(".ComplexVariable"))


DATASETS = ("DatasetFactory", "QueueDataset", "InMemoryDataset")  # of files: what makes them, and what it makes


def makes_reader(name: str) -> bool:
    """What a program reads from by itself once it is started: a loader, or `py_reader()`."""
    return makes_loader(name, []) or name.rpartition(".")[2] in ("py_reader", "create_py_reader_by_data")


def makes_loader(name: str, beyond: list[str]) -> bool:
    """`PyReader`, `DataLoader` and its `from_generator`."""
    last = name.rpartition(".")[2]
    return beyond == ["from_generator"] or (not beyond and last in ("from_generator", "PyReader", "DataLoader"))
