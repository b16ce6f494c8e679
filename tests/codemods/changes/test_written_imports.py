"""What is written into a script finds its imports, wherever the script has its own."""

from __future__ import annotations

import textwrap

import pytest
from paddle_migrate.api import migrate_source

BODY = "return fluid.dygraph.Pool2D(2, kind, 2)(fluid.layers.ones([1, 1, 2, 2], 'float32')).shape"
FORMS = {
    "in a function": f"""
        def main(kind):
            import paddle.fluid as fluid
            {BODY}
        """,
    "in a function, swallowed": f"""
        def main(kind):
            import paddle.fluid as fluid
            try:
                {BODY}
            except:
                return None
        """,
    "in a function and a try": f"""
        def main(kind):
            try:
                import paddle.fluid as fluid
            except ImportError:
                raise SystemExit("no Paddle")
            {BODY}
        """,
    "in a method": f"""
        class Main:
            def __call__(self, kind):
                from paddle import fluid
                {BODY}
        main = Main()
        """,
    "in a class": """
        class Main:
            import paddle.fluid as fluid
            pool = staticmethod(fluid.dygraph.Pool2D(2, str("max"), 2))
            ones = fluid.layers.ones([1, 1, 2, 2], 'float32')

        def main(kind):
            return Main.pool(Main.ones).shape
        """,
    "in a try": f"""
        try:
            import paddle.fluid as fluid
        except ImportError:
            raise SystemExit("no Paddle")

        def main(kind):
            {BODY}
        """,
    "in two branches": f"""
        if str("a") == "b":
            import paddle.fluid as fluid
        else:
            import paddle.fluid as fluid

        def main(kind):
            {BODY}
        """,
    "under the name of the script": f"""
        def main(kind):
            {BODY}

        if __name__ == "__main__":
            import paddle.fluid as fluid
            main("max")
        """,
    "for types and in a function": f"""
        from typing import TYPE_CHECKING
        if TYPE_CHECKING:
            import paddle.fluid as fluid

        def main(kind):
            import paddle.fluid as fluid
            {BODY}
        """,
    "beside today's": f"""
        import paddle

        def main(kind):
            import paddle.fluid as fluid
            {BODY}
        """,
    "behind the function": f"""
        def main(kind):
            {BODY}

        import paddle.fluid as fluid
        """,
}
CLASSES = """
    return fluid.metrics.Accuracy(), fluid.dygraph.GRUUnit(6), fluid.io.DataLoader.from_generator(capacity=2)"""


def run(text):
    assert "fluid" not in text
    assert migrate_source(text).text == text
    scope = {"__name__": "__main__"}
    exec(compile(text, "script.py", "exec"), scope)
    return scope["main"]("max")


@pytest.mark.parametrize("form", FORMS)
def test_a_function_that_is_written_runs(form):
    source = textwrap.dedent(FORMS[form])
    result = migrate_source(source)
    assert "def pool_2d(" in result.text
    assert list(run(result.text)) == [1, 1, 1, 1]


@pytest.mark.parametrize("form", ["in a function", "in a function and a try", "in a method", "in a try",
                                  "for types and in a function", "beside today's", "behind the function"])
def test_a_class_that_is_written_finds_its_base_class(form):
    source = textwrap.dedent(FORMS[form]).replace(BODY, CLASSES.strip())
    accuracy, cell, _ = run(migrate_source(source).text)
    accuracy.update(1.0, 2)
    assert (accuracy.eval(), list(cell.weight.shape)) == (1.0, [2, 6])


def test_paddle_is_not_imported_earlier_than_before():
    text = migrate_source(textwrap.dedent(FORMS["in a function"])).text
    assert '''today
    """'''[-7:] in text  # the docstring comes first
    assert not text.lstrip().startswith("import")


def test_the_name_that_a_function_imports_is_nobody_elses():
    source = textwrap.dedent(FORMS["in a function"]) + "\nnn = 3\n"
    text = migrate_source(source).text
    assert "    import paddle\n    if pool_type" in text
    assert list(run(text)) == [1, 1, 1, 1]


def test_load_and_save(tmp_path):
    source = """
def main(kind):
    import paddle.fluid as fluid
    state = {"w": fluid.layers.ones([2], "float32")}
    fluid.dygraph.save_dygraph(state, PATH)
    return state
""".replace("PATH", repr(str(tmp_path / "m")))
    run(migrate_source(source).text)
    assert [p.name for p in tmp_path.iterdir()] == ["m.pdopt"]


@pytest.mark.parametrize(
    "source",
    [
        "def main(kind):\n    import paddle\n    return paddle.nn.MaxPool2D(2)\n",
        "def pool_2d(kind):\n    import paddle.nn as nn\n    return nn.MaxPool2D(kind)\n",
        "try:\n    import paddle\nexcept ImportError:\n    paddle = None\n",
        "import paddle\n\n\ndef main():\n    import paddle.nn as nn\n    return nn.MaxPool2D(2)  # as fluid.dygraph\n",
        "if True:\n    import paddle\nelse:\n    import paddle\n",
        "class A:\n    import paddle\n    pool = paddle.nn.MaxPool2D(2)\n",
        "from typing import TYPE_CHECKING\n\nif TYPE_CHECKING:\n    import paddle\n",
    ],
)
def test_todays_imports_stay_where_they_are(check_noop, source):
    check_noop(source)
