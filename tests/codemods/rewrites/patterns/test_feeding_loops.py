"""Loops that ended with `EOFException` become loops over the loader, or end with `StopIteration`."""

from __future__ import annotations

import textwrap

import pytest
from paddle_migrate.api import Options, migrate_source

HEAD = 'import paddle.fluid as fluid\nx = fluid.data("x", [None, 4])\n'


def migrated(lines):
    result = migrate_source(HEAD + textwrap.dedent(lines), options=Options(programs=True))
    return result, result.text.partition('dtype="float32")\n')[2]


CASES = {
    "around": (
        """\
        loader.start()
        while True:
            try:
                loss = exe.run(main, fetch_list=[x])  # kept
                print(loss)
            except fluid.core.EOFException:
                loader.reset()
                break
        """,
        """\
        for batch in loader():
            loss = exe.run(main, fetch_list=[x], feed=batch)  # kept
            print(loss)
        """,
    ),
    "inside": (
        """\
        try:
            loader.start()
            step = 0
            while True:
                exe.run(main, fetch_list=[x])
                step += 1
        except fluid.core.EOFException:
            print(step)
            loader.reset()
        """,
        """\
        step = 0
        for batch in loader():
            exe.run(main, fetch_list=[x], feed=batch)
            step += 1
        print(step)
        """,
    ),
    "left early": (
        """\
        self.loader.start()
        while 1:
            try:
                if exe.run(main, fetch_list=[x]):
                    break
            except fluid.core.EOFException:
                print("end")
                self.loader.reset()
                break
        """,
        """\
        for batch in self.loader():
            if exe.run(main, fetch_list=[x], feed=batch):
                break
        else:
            print("end")
        """,
    ),
    "counted": (
        """\
        loader.start()
        try:
            for step in range(9):
                exe.run(main, fetch_list=[x])
        except (fluid.core.EOFException, StopIteration):
            done = True
        finally:
            loader.reset()
        """,
        """\
        loader.start()
        try:
            for step in range(9):
                exe.run(main, fetch_list=[x], feed=next(loader))
        except StopIteration:
            done = True
        finally:
            loader.reset()
        """,
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_a_loop(case):
    old, new = CASES[case]
    result, text = migrated(old)
    assert text == textwrap.dedent(new)
    assert not result.left


@pytest.mark.parametrize(
    "lines",
    [
        # nothing is run there, nothing is started, it is fed already, and a generator would end
        "try:\n    train()\nexcept fluid.core.EOFException:\n    loader.reset()\n",
        "try:\n    exe.run(main, fetch_list=[x])\nexcept fluid.core.EOFException:\n    pass\n",
        "try:\n    exe.run(main, feed=d, fetch_list=[x])\nexcept fluid.core.EOFException:\n    loader.reset()\n",
        "def f():\n    try:\n        yield exe.run(main, fetch_list=[x])\n"
        "    except fluid.core.EOFException:\n        loader.reset()\n",
    ],
)
def test_what_stays(lines):
    result, text = migrated(lines)
    assert "EOFException" in text
    assert [finding.name for finding in result.left] == ["fluid.core.EOFException"]


def test_a_run_of_another_program_that_is_fed_by_itself():
    result, text = migrated("""\
        def run(exe, main, other, loader):
            loader.start()
            try:
                while True:
                    got = exe.run(main, fetch_list=[x])
                    exe.run(other, feed={"y": got[0]}, fetch_list=[x])
            except (StopIteration, fluid.core.EOFException):
                loader.reset()
        """)
    assert "for batch in loader():" in text
    assert 'exe.run(other, feed={"y": got[0]}, fetch_list=[x])' in text
    assert not result.left


@pytest.mark.parametrize("second", [
    'exe.run(main, feed={"y": a}, fetch_list=[x])', 'exe.run(made(), feed={"y": a}, fetch_list=[x])',
])
def test_a_run_that_may_read_and_is_fed(second):
    result, _ = migrated(f"""\
        def run(exe, main, loader):
            loader.start()
            try:
                while True:
                    exe.run(main, fetch_list=[x])
                    {second}
            except fluid.core.EOFException:
                loader.reset()
        """)
    assert [each.code for each in result.left] == ["PM303"]


def test_a_generator_inside_of_the_function_is_none_of_its_own():
    result, text = migrated("""\
        def train(exe, loader):
            def batches():
                yield 1
            loader.start()
            while True:
                try:
                    exe.run(main, fetch_list=[x])
                except fluid.core.EOFException:
                    loader.reset()
                    break
        """)
    assert "for batch in loader():" in text
    assert not result.left
