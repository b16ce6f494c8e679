"""What 1.8.5 had beside ``paddle.fluid``, and today's Paddle has not: ``paddle.utils.plot``, ``paddle.compat``."""

import json

import paddle_compat.compat as ours
import pytest

pytestmark = pytest.mark.oracle

CASES = {
    "text": "[c.to_text(b'a'), c.to_text('b'), c.to_text(None), c.to_text([b'a', 'b', 3.0]), c.to_text({b'a': b'b'})]",
    "text_set": "sorted(c.to_text({b'a', 'b'}))",
    "text_in_place": "(lambda x: [c.to_text(x, inplace=True) is x, x])([b'a'])",
    "text_encoding": "c.to_text(b'\\xe9', 'latin-1')",
    "bytes": "[repr(x) for x in [c.to_bytes('a'), c.to_bytes(b'b'), c.to_bytes(['a']), c.to_bytes(None)]]",
    "bytes_in_place": "(lambda x: [c.to_bytes(x, inplace=True) is x, repr(x)])(['a'])",
    "round": "[c.round(x) for x in (2.5, -2.5, 0.4, 0.0, 1.5)] + [c.round(1.25, 1)]",
    "floor": "[c.floor_division(7, 2), c.floor_division(-7, 2)]",
    "message": "c.get_exception_message(ValueError('no'))",
    "types": "[c.int_type.__name__, c.long_type.__name__]",
}
QUESTION = f"""
import json
import paddle.compat as c
answer["all"] = np.array(json.dumps({{name: eval(case) for name, case in {CASES!r}.items()}}))
"""


@pytest.fixture(scope="module")
def theirs(harness):
    return json.loads(str(harness.ask("compat", QUESTION)["all"]))


@pytest.mark.parametrize("name", CASES)
def test_same_as_185(theirs, name):
    assert eval(CASES[name], {"c": ours}) == theirs[name]


def test_curves(fluid, monkeypatch):
    monkeypatch.setenv("DISABLE_PLOT", "True")
    from paddle.utils.plot import Ploter

    curves = Ploter("train", "test")
    curves.append("train", 1, 0.5)
    curves.plot()
    assert curves.__plot_data__["train"].value == [0.5]
    curves.reset()
    assert curves.__plot_data__["train"].step == []
    with pytest.raises(AssertionError):
        curves.append("other", 1, 0.5)


def test_curves_from_the_package(fluid):
    import paddle.utils
    from paddle.utils import Ploter
    from paddle.utils.plot import Ploter as theirs

    assert Ploter is theirs
    assert "Ploter" not in dir(paddle.utils)
    assert not hasattr(paddle.utils, "Plotter")
