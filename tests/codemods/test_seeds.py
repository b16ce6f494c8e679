"""random_seed of programs → paddle.seed, where the script runs the dynamic graph."""

from __future__ import annotations


def test_in_dygraph(check_transformed):
    result = check_transformed(
        """\
        import paddle.fluid as fluid
        with fluid.dygraph.guard():
            fluid.default_startup_program().random_seed = args.seed
            fluid.default_main_program().random_seed = args.seed
            f()
        """,
        """\
        import paddle
        paddle.seed(args.seed)
        f()
        """,
    )
    assert any(f.level == "note" and "other random numbers" in f.message for f in result.findings)


def test_different_seeds_stay_two_lines(check_transformed):
    check_transformed(
        """\
        import paddle.fluid as fluid
        with fluid.dygraph.guard():
            fluid.default_startup_program().random_seed = 1
            fluid.default_main_program().random_seed = 2
        """,
        """\
        import paddle
        paddle.seed(1)
        paddle.seed(2)
        """,
    )


def test_modern_code_is_left(check_noop):
    check_noop("import paddle\npaddle.static.default_main_program().random_seed = 1\nprogram.random_seed = 2\n")
