from __future__ import annotations

import textwrap

import pytest

BEFORE, AFTER = "import paddle.fluid as fluid\n", "import paddle\n"
CLOTHES = {
    "behind": (
        """\
        def f():
            x = fluid.layers.ones([1], 'float32')
            import paddle
            return x, paddle.__version__
        """,
        """\
        def f():
            x = paddle.ones([1], 'float32')
            return x, paddle.__version__
        """,
    ),
    "in a guard": (
        """\
        def f():
            with fluid.dygraph.guard():
                import paddle
                return fluid.layers.ones([1], 'float32'), paddle.__version__
        """,
        """\
        def f():
            return paddle.ones([1], 'float32'), paddle.__version__
        """,
    ),
    "in a branch": (
        """\
        class A:
            def f(self, flag):
                if flag:
                    import os, paddle
                    print(os.name, paddle.__version__)
                return fluid.layers.ones([1], 'float32')
        """,
        """\
        class A:
            def f(self, flag):
                if flag:
                    import os
                    print(os.name, paddle.__version__)
                return paddle.ones([1], 'float32')
        """,
    ),
    "alone in its branch": (
        """\
        def f(flag):
            if flag:
                import paddle
            def g():
                return fluid.layers.ones([1], 'float32')
            return g
        """,
        """\
        def f(flag):
            if flag:
                pass
            def g():
                return paddle.ones([1], 'float32')
            return g
        """,
    ),
    "in time": (
        """\
        def f():
            import paddle
            return fluid.layers.ones([1], 'float32'), paddle.__version__
        """,
        """\
        def f():
            import paddle
            return paddle.ones([1], 'float32'), paddle.__version__
        """,
    ),
    "where nothing else is": (
        """\
        y = fluid.layers.ones([1], 'float32')
        def f(flag):
            if flag:
                import paddle
                return paddle.__version__
        """,
        """\
        y = paddle.ones([1], 'float32')
        def f(flag):
            if flag:
                import paddle
                return paddle.__version__
        """,
    ),
    "another name": (
        """\
        def f():
            x = fluid.layers.ones([1], 'float32')
            import paddle as p
            return x, p.__version__
        """,
        """\
        def f():
            x = paddle.ones([1], 'float32')
            import paddle as p
            return x, p.__version__
        """,
    ),
}


@pytest.mark.parametrize(("before", "after"), CLOTHES.values(), ids=CLOTHES)
def test_a_name_is_not_local_before_it_is_bound(check_transformed, before, after):
    check_transformed(BEFORE + textwrap.dedent(before), AFTER + textwrap.dedent(after))
