"""Every argument of every name that works leaves its default in some case beside 1.8.5, or has a reason why not.

``uncompared.csv`` lists the arguments that no case gives, a reason for each: what 1.8.5 did with them, the test that
asks for what they do without 1.8.5, or that there is none yet.
"""

import csv
import json
from importlib import import_module
from pathlib import Path

import pytest
from paddle_compat._runtime.gone import Gone
from paddle_migrate.rules.library import library
from paddle_migrate.rules.rule import Rule

pytestmark = pytest.mark.oracle

HERE = Path(__file__).parent
REASONS = {
    (row["name"], argument): row["reason"]
    for row in csv.DictReader(HERE.joinpath("uncompared.csv").read_text(encoding="utf-8").splitlines())
    for argument in row["arguments"].split()
}


def rule_of(name):
    """The full name of the rule for a name below ``fluid``; aliases share one."""
    rule, beyond = library().legacy(f"paddle.fluid.{name}")
    return ".".join([rule.name, *beyond]) if isinstance(rule, Rule) else f"paddle.fluid.{name}"


def works(name):
    module, _, last = f"paddle.fluid.{name}".rpartition(".")
    return callable(thing := getattr(import_module(module), last)) and not isinstance(thing, Gone)


@pytest.fixture(scope="module")
def lacking(fluid, harness, arguments):
    """The arguments that no case gives, with the shortest name that has them; how many there are in all."""
    modules = json.loads(str(harness.ask("names", arguments.module(HERE / "test_surface.py").QUESTION)["names"]))
    below = sorted({f"{module}.{name}".strip(".") for module, names in modules.items() for name in names})
    source = Path(harness.__file__).with_name("signatures.py").read_text(encoding="utf-8")
    answer = harness.ask("signatures.all", f"{source}\nanswer.update(signatures({below!r}))\n")
    shortest = {}
    for name in sorted((name for name in below if str(answer[name]) and works(name)), key=len):
        shortest.setdefault(rule_of(name), name)
    signatures = {rule: json.loads(str(answer[name])) for rule, name in shortest.items()}
    given = arguments.given(signatures)
    found = {(shortest[rule], argument) for rule, parameters in signatures.items() for argument, _ in parameters
             if argument not in given[rule]}
    return found, sum(map(len, signatures.values()))


def test_every_argument_leaves_its_default(lacking):
    found, count = lacking
    print(f"{count - len(found)} of {count} arguments are given in a case; {len(found)} have a reason")
    assert sorted(found - REASONS.keys()) == []


def test_what_has_a_reason_is_given_nowhere(lacking):
    assert sorted(REASONS.keys() - lacking[0]) == []


def test_reasons_are_words_or_tests():
    for reason in REASONS.values():
        file, is_test, test = reason.partition("::")
        assert f"def {test}(" in HERE.parent.joinpath(file).read_text(encoding="utf-8") if is_test else " " in reason
