"""The rules as a whole: every name of the legacy tree can be read, and what was recorded of Paddle is fresh."""

from __future__ import annotations

import importlib.util
import json
import re
from pathlib import Path

import pytest
from paddle_migrate import rewrites
from paddle_migrate.outcome import Way
from paddle_migrate.rules.expand import expand
from paddle_migrate.rules.expansion import Call, Refused, given
from paddle_migrate.rules.library import library
from paddle_migrate.rules.rule import Rule
from paddle_migrate.rules.unrolled import unrolled

HERE = Path(__file__).parents[1]


def _record():
    spec = importlib.util.spec_from_file_location("record_targets", HERE / "record_targets.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def rules():
    found = {}
    for module in library().modules():
        for name in module.names():
            rule = module.find(name)
            if isinstance(rule, Rule):
                found[rule.name] = rule
    return found


def test_recorded_signatures_are_those_of_the_installed_paddle():
    pytest.importorskip("paddle")
    record = _record()
    line, signatures = record.current()
    recorded = json.loads(record.FILE.read_text(encoding="utf-8"))
    assert recorded[line] == json.loads(json.dumps(signatures)), "run tests/codemods/record_targets.py"


def test_every_supported_paddle_has_what_the_rules_call():
    recorded = json.loads(_record().FILE.read_text(encoding="utf-8"))
    assert recorded["2.6"].keys() ^ recorded["3"].keys() == set()


def test_there_are_rules():
    kinds = {rule.kind for rule in rules().values()}
    assert {"function", "class", "wrapper", "helper", "move"} <= kinds
    assert len(rules()) > 60


# What a rule's body gains for the runtime may take its form from it: those that have none with their required
# arguments alone, because they need more of them or are several statements.
NEEDS_MORE = {
    "FC", "Pool2D", "affine_channel", "conv2d_transpose", "conv3d_transpose", "crop", "edit_distance", "pool2d",
    "pool3d", "prroi_pool", "roi_align", "roi_pool", "warpctc",
}  # fmt: skip
STATEMENTS = {
    "cuda_pinned_places", "cuda_places", "find_var", "profiler", "save_params", "save_persistables", "var",
}  # fmt: skip
# and those that are no function of their own, in dynamic mode and in programs
NO_FUNCTION = (NEEDS_MORE - {"Pool2D", "affine_channel", "crop", "pool2d", "pool3d"}) | (STATEMENTS - {"profiler"}) | {
    "CosineDecay", "ExponentialDecay", "InverseTimeDecay", "LinearLrWarmup", "NaturalExpDecay", "NoamDecay",
    "PiecewiseDecay", "PolynomialDecay", "fc",
}  # fmt: skip
OF_MODE = {False: {"dropout"}, True: {"create_global_var", "detection_output", "sequence_mask", "size"}}


def _refused(form):
    inlined = [rule for rule in rules().values() if rule.kind in ("function", "class", "wrapper")]
    return {rule.short for rule in inlined if _refusal(rule, form) is not None}


def _refusal(rule, form):
    try:
        form(rule)
    except Refused as refused:
        return str(refused)
    return None


def test_which_rules_have_no_form():
    def with_what_is_required(rule):
        required = [p for p in rule.params if p.default is None]
        assert expand(rule, Call([given(i, True) for i in range(len(required))], {})).value is not None

    assert _refused(with_what_is_required) == NEEDS_MORE | STATEMENTS


@pytest.mark.parametrize("in_program", [False, True])
def test_which_rules_are_no_function_of_their_own(in_program):
    way = Way("2.6", in_program, names_layers=False)
    assert _refused(lambda rule: unrolled(rule, way)) == NO_FUNCTION | OF_MODE[in_program]


def test_an_undeclared_drop_would_be_found():
    """Every parameter is used by its rule's body, or declared as dropped with a reason."""
    import ast

    undeclared = []
    for rule in rules().values():
        if rule.node is None or rule.kind not in ("function", "class", "wrapper"):
            continue
        body = [n.id for n in ast.walk(rule.node) if isinstance(n, ast.Name)]
        undeclared += [
            f"{rule.name}({p.name})" for p in rule.params if p.name not in body and p.name not in rule.dropped
        ]
    assert undeclared == []


def test_declared_drops_are_parameters():
    wrong = [f"{r.name}({p})" for r in rules().values() for p in r.dropped if r.node is not None and not r.param(p)]
    assert wrong == []


def test_every_code_is_used_and_every_used_code_is_explained():
    from paddle_migrate.codes import CODES

    sources = "".join(p.read_text(encoding="utf-8") for p in Path(rewrites.__file__).parents[1].rglob("*.py"))
    used = set(re.findall(r'"(PM\d{3})"(?!: Code)', sources))
    assert used == set(CODES)
    assert all(code.title and code.text.endswith(".") for code in CODES.values())


def test_what_stands_for_nothing_of_today_is_left(check_noop):
    """A class of the compat layer's own, over its own base class."""
    check_noop("import paddle.fluid as fluid\n\ntree = fluid.dygraph.TreeConv(8, 6)\n")
    assert [rule.name for rule in rules().values() if rule.kind == "move" and not rule.target] == []


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("layers.nonsense", "is no name of 1.8.5"),
        ("initializer.init_on_cpu", "is no name of 1.8.5; left as it was: Paddle has chosen by itself since 1.6"),
        ("layers.fc_", "is no name of 1.8.5"),
    ],
)
def test_a_name_without_a_rule_is_left_and_says_which_kind_it_is(check_noop, name, words):
    result = check_noop(f"import paddle.fluid as fluid\n\ny = fluid.{name}(x)\n")
    assert [(finding.code, words in finding.message) for finding in result.findings] == [("PM301", True)]
