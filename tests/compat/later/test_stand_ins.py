"""What stands for names that are gone survives an import, and a class that derives from it."""

import pytest
from paddle_compat._language import gone
from paddle_compat._runtime.gone import GoneError

GONE = gone("fluid.layers.missing", why="it is", do="Use another.")
WORDS = "fluid.layers.missing is gone: it is"


def test_it_may_be_derived_from():
    class Mine(GONE):
        def __init__(self, x):
            self.x = x

    class Below(Mine, dict):
        pass

    assert (GONE.__name__, GONE.__qualname__) == ("missing", "missing")
    assert Mine.__mro__[1].__name__ == "missing"
    for kind in (Mine, Below):
        with pytest.raises(GoneError, match=WORDS):
            kind(1)


def test_any_other_use_still_says_so():
    for use in (lambda: GONE(1), lambda: GONE.anything):
        with pytest.raises(GoneError, match=WORDS):
            use()
    assert not hasattr(GONE, "__wrapped__")
