"""What stands for names that are not there yet or gone survives an import, and a class that derives from it."""

import pytest
from paddle_compat._language import gone
from paddle_compat._runtime.gone import GoneError
from paddle_compat.fluid._not_yet import NotYet

CASES = [
    (NotYet("paddle.fluid.layers.missing"), NotImplementedError, r"paddle\.fluid\.layers\.missing is not there yet"),
    (gone("fluid.layers.missing", why="it is", do="Use another."), GoneError, "fluid.layers.missing is gone: it is"),
]


@pytest.mark.parametrize(("thing", "error", "words"), CASES, ids=["not yet", "gone"])
def test_it_may_be_derived_from(thing, error, words):
    class Mine(thing):
        def __init__(self, x):
            self.x = x

    class Below(Mine, dict):
        pass

    assert (thing.__name__, thing.__qualname__) == ("missing", "missing")
    assert Mine.__mro__[1].__name__ == "missing"
    for kind in (Mine, Below):
        with pytest.raises(error, match=words):
            kind(1)


@pytest.mark.parametrize(("thing", "error", "words"), CASES, ids=["not yet", "gone"])
def test_any_other_use_still_says_so(thing, error, words):
    for use in (lambda: thing(1), lambda: thing.anything):
        with pytest.raises(error, match=words):
            use()
    assert not hasattr(thing, "__wrapped__")
