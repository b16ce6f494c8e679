"""Runs in the middle of a statement get one of their own, where they run at once and first."""

from __future__ import annotations

import pytest
from paddle_migrate.dynamic.inner_runs import with_named_runs

TEXT = """\
import paddle
exe = paddle.static.Executor()
def main(loss, acc):
    if loss:
        {}
"""
RUN, TWO = "exe.run(feed={}, fetch_list=[loss])", "exe.run(feed={}, fetch_list=[loss, acc])"
OVER_LINES = RUN.replace(", fetch", ",  # nothing\nfetch")


def lines(statement: str) -> list[str]:
    """What stands there now."""
    return [each.strip() for each in with_named_runs(TEXT.format(statement)).split("\n")[4:-1]]


@pytest.mark.parametrize(("statement", "wanted"), [
    (f"value = {RUN}[0]", [f"value, = {RUN}"]),
    (f"value = {RUN}[0][0]", [f"result, = {RUN}", "value = result[0]"]),
    (f"value = more = {RUN}[0]", [f"result, = {RUN}", "value = more = result"]),
    (f"print('%f' % {RUN}[0].item())", [f"result, = {RUN}", "print('%f' % result.item())"]),
    (f"value = {TWO}[0]", [f"results = {TWO}", "value = results[0]"]),
    (f"value = {TWO}[1].mean() + acc.mean()", [f"results = {TWO}", "value = results[1].mean() + acc.mean()"]),
    (f"value = {RUN}[-1]", [f"results = {RUN}", "value = results[-1]"]),
    (f"results[0] = {RUN}[0]", [f"result, = {RUN}", "results[0] = result"]),
    (f"return {RUN}[0]", [f"result, = {RUN}", "return result"]),
    (f"return {TWO}", [f"results = {TWO}", "return results"]),
    (f"return {TWO}[1].mean(), acc", [f"results = {TWO}", "return results[1].mean(), acc"]),
    (f"return acc.{RUN}[0]", [f"return acc.{RUN}[0]"]),
    (f"return loss.{RUN.removeprefix('exe.')}[0]",
     [f"result, = loss.{RUN.removeprefix('exe.')}", "return result"]),  # a parameter that is an executor
    ("return loss.run([acc])", ["return loss.run([acc])"]),
    (f"result = {RUN}[0] + 1", [f"result_, = {RUN}", "result = result_ + 1"]),
    (f"value = {OVER_LINES}[0][0]", [*f"result, = {OVER_LINES}".split("\n"), "value = result[0]"]),
])
def test_a_statement_of_its_own(statement, wanted):
    assert lines(statement) == wanted


@pytest.mark.parametrize("statement", [
    f"value, = {RUN}",
    RUN,
    f"value, = map(float, {RUN})",
    f"value = list(map(float, {RUN}))",
    f"value = [{RUN} for _ in range(2)]",
    f"value = lambda: {RUN}[0]",
    f"value = {RUN}[0] if acc else None",
    f"value = acc and {RUN}[0]",
    f"value = acc.mean() + {RUN}[0]",
    "value = other.run(feed={}, fetch_list=[loss])[0]",
    f"value = {RUN}[0]; print(value)",
])
def test_what_stays(statement):
    assert with_named_runs(TEXT.format(statement)) == TEXT.format(statement)
