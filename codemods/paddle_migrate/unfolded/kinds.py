"""What calls of a library do when a program is built, by where compat has their rules."""

from __future__ import annotations

from paddle_migrate.rules.kinds import is_optimizer
from paddle_migrate.rules.legacy import LEGACY
from paddle_migrate.rules.library import library
from paddle_migrate.rules.rule import PACKAGE, Rule
from paddle_migrate.rules.schedules import is_rule_of_schedule

# what runs programs, feeds them, loads and saves, and tells of the machine
_BESIDE = ("executor", "reader", "io", "core", "lod_tensor", "metrics", "profiler", "compiler", "parallel_executor",
           "data_feeder", "require_version", "average", "evaluator")
_DESCRIPTIONS = ("param_attr", "initializer", "regularizer", "clip")


def _home(name: str) -> list[str]:
    """Where the rule of a name stands: `fluid`, `layers`, `parametric`; the name's own parts where there is none."""
    rule, beyond = library().legacy(name)
    if isinstance(rule, Rule) and not beyond:
        return rule.module.name.removeprefix(f"{PACKAGE}.").split(".")
    return name.split(".")[1:]


def builds(name: str) -> bool:
    """Whether a call of it changes the program that is built, as far as is known."""
    if not name.startswith(f"{LEGACY}."):
        return False
    home, own = _home(name), name.split(".")[2:]
    return home[0] == "fluid" and home[1:2] != [] and home[1] not in _BESIDE and own[0] not in _BESIDE and not (
        own[-1].startswith(("is_compiled_with", "cuda_p", "cpu_p")))


def describes(name: str) -> bool:
    """Whether what it gives is an object that says how something is to be done: a place, an initialiser."""
    if not name.startswith(f"{LEGACY}."):
        return False
    home = _home(name)
    return home[1:2] != [] and (home[1] in _DESCRIPTIONS or name.endswith("Place"))


def is_function(name: str) -> bool:
    """Whether it is known to be a function or a class, and no value that is one thing today and another tomorrow."""
    rule, beyond = library().legacy(name) if name.startswith(f"{LEGACY}.") else (None, [])
    return (isinstance(rule, Rule) and not beyond) or name.startswith("builtins.")


def is_schedule(name: str) -> bool:
    """Whether it gives a rate that goes on with each run."""
    rule, beyond = library().legacy(name) if name.startswith(f"{LEGACY}.") else (None, [])
    return isinstance(rule, Rule) and not beyond and is_rule_of_schedule(rule)


def makes_optimizer(name: str) -> bool:
    return is_optimizer(name) and name.rpartition(".")[2][:1].isupper()
