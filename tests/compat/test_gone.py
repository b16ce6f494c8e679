"""Names that have no equivalent say why and what to do, in the compat layer and in the tool, in the same true words."""

import importlib
import re

import paddle
import pytest
from paddle_compat._runtime import warn
from paddle_compat._runtime.gone import GoneError
from paddle_migrate.api import migrate_source
from paddle_migrate.rules.library import library
from paddle_migrate.rules.rule import Rule


def gone():
    """Every rule of this kind, by the address where it is written."""
    found = [module.find(name) for module in library().modules() for name in module.names()]
    return {rule.name: rule for rule in found if isinstance(rule, Rule) and rule.kind == "gone"}


GONE = gone()
KINDS = {f"paddle.fluid.core.VarDesc.VarType.{kind}" for kind in ("LOD_TENSOR", "LOD_TENSOR_ARRAY", "SELECTED_ROWS")}
HERE = {"paddle.fluid.evaluator.DetectionMAP", "paddle.fluid.metrics.DetectionMAP", *KINDS}  # for programs alone


def used(fluid, name):
    thing = importlib.import_module("paddle")
    for part in name.split(".")[1:]:
        thing = getattr(thing, part)
    return thing


def test_there_are_some():
    assert len(GONE) > 25


def test_what_is_here_is_no_word(fluid):
    for name in HERE:
        assert isinstance(used(fluid, name), int if name in KINDS else type), name


@pytest.mark.parametrize("name", sorted(GONE.keys() - HERE))
def test_using_it_says_so(fluid, name):
    rule, thing = GONE[name], used(fluid, name)
    for use in (lambda: thing(1, x=2), lambda: thing.anything):
        with pytest.raises(GoneError) as caught:
            use()
        address, _, words = str(caught.value).partition(" ")
        assert words == f"is gone: {rule.why}. {rule.do}"
        assert library().legacy(f"paddle.{address}") == (rule, [])


@pytest.mark.parametrize("name", GONE)
def test_the_tool_leaves_it_with_the_same_words(name):
    rule = GONE[name]
    text = f"import paddle.fluid as fluid\n\nx = {name.removeprefix('paddle.')}(y)\n"
    result = migrate_source(text)
    assert result.text == text
    (finding,) = result.findings
    assert finding.code == "PM302"
    assert rule.why in finding.message
    assert rule.do in finding.message


@pytest.mark.parametrize("name", GONE)
def test_it_reads_as_two_sentences(name):
    rule = GONE[name]
    assert rule.why
    assert not rule.why.endswith(".")
    assert re.fullmatch(r"[A-Z].*\.", rule.do)


@pytest.mark.parametrize("name", GONE)
def test_what_it_sends_to_exists(name):
    """Every name of today's Paddle in the words is one that the installed Paddle has."""
    for dotted in re.findall(r"\bpaddle(?:\.\w+)+", GONE[name].do):
        thing, path = paddle, "paddle"
        for part in dotted.split(".")[1:]:
            path = f"{path}.{part}"
            thing = getattr(thing, part) if hasattr(thing, part) else importlib.import_module(path)


def test_memory_optimisation_does_nothing_and_says_so(fluid, monkeypatch):
    """As 1.8.5 did: scripts go on."""
    monkeypatch.setattr(warn, "_warned", set())
    for call in (lambda: fluid.memory_optimize(None), lambda: fluid.release_memory(None, skip_opt_set={"x"})):
        with pytest.warns(UserWarning, match="does nothing, as in 1.8.5"):
            assert call() is None
