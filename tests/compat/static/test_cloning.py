"""Copies of programs draw as 1.8.5's did: a copy has the seed, and a copy for tests has none."""

import numpy as np
import pytest

MASK = [0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 1.0, 0.0]  # 1.8.5's, of the seed 5


@pytest.fixture
def dropping(fluid):
    """A program of the seed 5 that drops numbers, and what it gives."""
    main = fluid.Program()
    main.random_seed = 5
    with fluid.program_guard(main, fluid.Program()):
        dropped = fluid.layers.dropout(fluid.layers.fill_constant([9], "float32", 1.0), 0.5)
    return main, dropped


def run(fluid, program, dropped):
    return np.asarray(fluid.Executor(fluid.CPUPlace()).run(program, fetch_list=[dropped.name])[0]).tolist()


def test_a_copy_draws_what_the_program_draws(fluid, dropping):
    main, dropped = dropping
    copy = main.clone()
    assert copy.random_seed == 5
    assert run(fluid, main, dropped) == run(fluid, copy, dropped) == run(fluid, copy.clone(), dropped) == MASK


def test_a_copy_keeps_its_seed_when_the_program_gets_another(fluid, dropping):
    main, dropped = dropping
    copy = main.clone()
    main.random_seed = 6
    assert copy.random_seed == 5
    assert run(fluid, copy, dropped) == MASK


def test_a_copy_for_tests_has_none(dropping):
    main, _ = dropping
    test = main.clone(for_test=True)
    assert (test.random_seed, test.clone().random_seed, main.random_seed) == (0, 0, 5)
