"""Definitions as text to be copied."""

from __future__ import annotations

import ast
import builtins
import symtable
import textwrap
from pathlib import Path

import pytest
from paddle_migrate import written
from paddle_migrate.api import migrate_source
from paddle_migrate.changes import templates
from paddle_migrate.changes.templates import Definition, of_written, template
from paddle_migrate.rules.language import Word
from paddle_migrate.rules.library import library
from paddle_migrate.rules.rule import RuleModule


@pytest.fixture
def read(tmp_path):
    """The template of the last definition of a file."""

    def read(text, *without):
        path = tmp_path / "file.py"
        path.write_text(textwrap.dedent(text))
        module = RuleModule(library(), path, "paddle_migrate.written.file")
        name, node = list(module.definitions.items())[-1]
        return template(Definition(module, name, node, without))

    return read


def test_todays_names(read):
    made = read(
        """\
        import numpy as np
        import paddle
        import paddle.nn.functional as F

        def f(x):
            return F.relu(paddle.io.open(x)) + np.ones(2) + F.relu(x)
        """
    )
    assert made.text == "def {name}(x):\n    return {0}({2}(x)) + {1}(2) + {0}(x)\n"
    assert made.uses == ("paddle.nn.functional.relu", "numpy.ones", "paddle.io.open")


def test_all_of_a_name_of_paddle_s(read):
    made = read(
        """\
        import numpy as np
        import paddle

        def f(x, nn):
            return paddle.nn.initializer.Constant(x).value, np.random.rand(2), nn.RNN, paddle.nn.functional.relu(x).T
        """
    )
    assert "return {0}(x).value, {1}.rand(2), nn.RNN, {2}(x).T" in made.text
    assert made.uses == ("paddle.nn.initializer.Constant", "numpy.random", "paddle.nn.functional.relu")


def test_words_in_strings_and_comments_are_no_names(read):
    made = read(
        '''\
        import paddle

        def f():
            """paddle.io and f"""
            return paddle.io  # paddle.io
        '''
    )
    assert made.text == 'def {name}():\n    """paddle.io and f"""\n    return {0}  # paddle.io\n'


def test_names_of_its_own_are_no_others(read):
    made = read("import paddle\nimport os\n\ndef f(paddle):\n    os = paddle.x\n    return os.path\n")
    assert made.text == "def {name}(paddle):\n    os = paddle.x\n    return os.path\n"
    assert not made.uses
    assert not made.standard


def test_its_own_name_and_what_it_needs(read):
    made = read("def g():\n    pass\n\nclass C:\n    def f(self):\n        return C, g()\n")
    assert made.text == "class {name}:\n    def f(self):\n        return {name}, {0}()\n"
    assert [need.name for need in made.uses] == ["g"]


def test_standard_modules_and_annotations(read):
    made = read(
        """\
        import os
        import sys
        from typing import Any

        def f(x: Any, y: sys.Z = 1, *, z: int) -> os.PathLike[str]:
            v: Any = {os.sep: x}
            return v
        """
    )
    assert made.text == "def {name}(x, y=1, *, z):\n    v = {{os.sep: x}}\n    return v\n"
    assert made.standard == ("os",)


def test_decorators_stay_but_for_marks(read):
    made = read(
        """\
        import contextlib
        from paddle_compat._language import helper, differs

        @helper
        @contextlib.contextmanager
        @differs("a")
        def f():
            yield
        """
    )
    assert made.text == "@contextlib.contextmanager\ndef {name}():\n    yield\n"
    assert made.standard == ("contextlib",)


def test_a_class_without_some_names(read):
    text = "class C:\n    def f(self):\n        pass\n\n    g = f\n    h = f\n"
    assert read(text, "g", "h").text == "class {name}:\n    def f(self):\n        pass\n"
    assert read(text, "g").text == "class {name}:\n    def f(self):\n        pass\n\n    h = f\n"
    assert read(text, "i", "C").text == text.replace("class C", "class {name}")
    methods = "class C:\n    x = 1\n\n    def f(self):\n        return 1\n\n    def g(self):\n        return 2\n"
    shorter = "class {name}:\n    x = 1\n\n    def f(self):\n        return 1\n"
    assert read(methods, "g").text == shorter
    assert read(methods, "f").text == shorter.replace("f(self)", "g(self)").replace("return 1", "return 2")


WRITTEN = sorted(templates._written())


def test_found_by_name():
    assert {"WarmUp", "in_program", "load_vars"} < set(WRITTEN)
    with pytest.raises(KeyError):
        of_written("as_array")


def test_no_two_files_define_one_name():
    """A definition is found again by its name."""
    files = sorted(Path(written.__file__).parent.glob("*.py"))
    every = [name for path in files for name in RuleModule(library(), path, "paddle_migrate.written.file").definitions]
    assert sorted(every) == WRITTEN


def _helpers():
    """What compat has for scripts to be given, each with the module that it stands in."""
    root = Path(library().module("paddle_compat._language").path).parent
    for path in sorted(root.rglob("*.py")):
        parts = path.relative_to(root.parent).with_suffix("").parts
        module = library().module(".".join(part for part in parts if part != "__init__"))
        for name, node in module.definitions.items() if module is not None else ():
            if Word.HELPER in module.marks(node):
                yield pytest.param(Definition(module, name, node), id=f"{module.name}.{name}")


EVERY = [*(pytest.param(of_written(name), id=name) for name in WRITTEN), *_helpers()]


@pytest.mark.parametrize("definition", EVERY)
def test_every_name_is_read_off(definition):
    """What a copied definition uses is Python's, or is listed; where it has annotations alone, nothing would stay."""
    made, name = template(definition), definition.name
    assert not [n for n in ast.walk(definition.node) if isinstance(n, ast.AnnAssign) and n.value is None]
    text = made.text.format(*(f"use_{i}" for i in range(len(made.uses))), name=name)
    known = {*dir(builtins), name, *made.standard, *(f"use_{i}" for i in range(len(made.uses)))}
    tables = [symtable.symtable(text, name, "exec")]
    for table in tables:
        tables += table.get_children()
        assert {s.get_name() for s in table.get_symbols() if s.is_global() and s.is_referenced()} <= known
    assert ast.parse(text).body


SAVING = "from paddle.fluid.dygraph import save_dygraph\n\n\ndef save(state):\n    save_dygraph(state, 'm')\n"


def test_as_the_script_spells_it():
    text = migrate_source("import paddle as pd\n" + SAVING).text
    assert "    pd.save(state_dict, model_path +" in text
    assert text.count("import paddle") == 1


def test_under_another_name_where_that_is_taken():
    text = migrate_source(SAVING + "\n\ndef save_state():\n    pass\n").text
    assert "def save_state_(state_dict, model_path):" in text
    assert "    save_state_(state, 'm')\n" in text


def test_what_nothing_asks_for_is_not_written(check_noop):
    check_noop("import paddle\n\n\ndef save(state):\n    save_state(state, 'm')\n")


def test_what_describes_it_is_its_first_paragraph(read):
    made = read(
        '''\
        class Reader:
            """Reads what
            is there.

            More of it.
            """

            def ask(self, x):
                """Asks."""
                def inner():
                    """Inside."""
                    return x
                return inner

            def pass_over(self):
                """Does nothing."""
        '''
    )
    assert made.text == (
        'class {name}:\n    """Reads what\n    is there."""\n\n    def ask(self, x):\n        def inner():\n'
        "            return x\n        return inner\n\n"
        '    def pass_over(self):\n        """Does nothing."""\n'
    )


def test_one_paragraph_stays_as_it_is(read):
    made = read('def f(x):\n    """The first\n    of {x}."""\n    return """x\n\n    y"""\n')
    assert made.text == 'def {name}(x):\n    """The first\n    of {{x}}."""\n    return """x\n\n    y"""\n'
