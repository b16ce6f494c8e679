"""The learning-rate schedules of Paddle 1, by what advanced them, and the end of the data that its readers raised."""

from __future__ import annotations

import re

from paddle_migrate.rules.legacy import LEGACY
from paddle_migrate.rules.rule import Rule, RuleModule

_HOMES = tuple(f"{LEGACY}.{package}.learning_rate_scheduler." for package in ("dygraph", "layers"))
BASE = "LearningRateDecay"
_COUNTERS = ("autoincreased_step_counter", "decay_step_counter")
BY_EPOCH = ("StepDecay", "MultiStepDecay", "LambdaDecay")  # advanced by the script
BY_LOSS = ("ReduceLROnPlateau",)
FROM_ONE = "NoamDecay"  # whose first step is 1
WARM_UPS = ("LinearLrWarmup", "linear_lr_warmup")
MAY_BE_SCHEDULE = re.compile(rb"[Dd]ecay|[Ww]armup|ReduceLROnPlateau")  # at a look at a file's text
# the same where an optimizer's own file is seen: names of schedules, and calls of functions named like them
NAMES_SCHEDULE = re.compile(
    rb"\b(?!(?:l[12]|weight)_decay)\w+_decay\w*\(|(?:exp|exponential|time|polynomial|piecewise|noam|cosine)_decay\b|"
    rb"(?<!\bL1)(?<!\bL2)Decay\b|[Ww]armup|ReduceLROnPlateau"
)

MAY_COUNT = re.compile(rb"\b_?(?:decay|autoincreased)_step_counter\b")
RUNS_PROGRAMS = re.compile(r"\b(?:(?:Parallel)?Executor|program_guard)\(")  # what a file says that runs some
ENDS = re.compile(rb"\bEOFException\b")  # what a file has that catches the end of data
_AVERAGE = "ExponentialMovingAverage"
COUNTS_RUNS = re.compile(rb"%s|\b%s\b" % (MAY_BE_SCHEDULE.pattern, _AVERAGE.encode()))


def is_rule_of_schedule(rule: Rule | RuleModule | None, *names: str) -> bool:
    """Whether a rule is one of fluid's schedules, or one of these."""
    return isinstance(rule, Rule) and rule.name.startswith(_HOMES) and (not names or rule.short in names)


def is_program_schedule(rule: Rule | RuleModule | None) -> bool:
    """Whether a rule is one of the decays that are variables of programs."""
    return isinstance(rule, Rule) and rule.name.startswith(f"{LEGACY}.layers.learning_rate_scheduler.")


def is_counter(name: str) -> bool:
    """Whether it is the count of a program's runs, of which scripts make rates of their own."""
    return name.rpartition(".")[2].lstrip("_") in _COUNTERS


def counts_runs(name: str) -> bool:
    """Whether the program that it is made in counts its runs by itself."""
    return is_counter(name) or name.endswith(f".{_AVERAGE}")


def runs_programs(name: str) -> bool:
    """Whether it is what runs a program that it is made with."""
    return name.endswith(".ParallelExecutor")


def is_end_of_data(name: str) -> bool:
    """What readers of programs raised at their end."""
    return name.endswith(".core.EOFException")
