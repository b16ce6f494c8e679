"""Pickles read and written without NumPy: the same arrays, and nothing is run."""

from __future__ import annotations

import collections
import os
import pickle
import pickletools

import numpy as np
import paddle
import pytest
from paddle_migrate.checkpoint import pickles

ARRAYS = {
    "matrix": np.arange(6, dtype="float32").reshape(2, 3),
    "by_columns": np.asfortranarray(np.arange(24.0).reshape(2, 3, 4)),
    "scalar": np.array(2.5, "float16"),
    "number": np.float32(3),
    "nothing": np.zeros([0, 3], "int8"),
    **{dtype: np.arange(3).astype(dtype) for dtype in ["bool", "uint8", "int16", "int32", "int64"]},
}


@pytest.mark.parametrize("protocol", [2, 3, 4])
@pytest.mark.parametrize("kind", [dict, collections.OrderedDict])
def test_arrays_come_back(protocol, kind):
    read = pickles.load(pickle.dumps(kind(ARRAYS), protocol))
    assert list(read) == list(ARRAYS)
    again = pickle.loads(pickles.dump(read))
    for name, array in ARRAYS.items():
        wanted = np.asarray(array)
        assert (again[name].dtype, again[name].shape) == (wanted.dtype, wanted.shape)
        np.testing.assert_array_equal(again[name], wanted)


def test_strings_of_python_2():
    array = np.array([1.5, -2.0], "float32")
    data = pickle.dumps({"w": array}, protocol=2)
    assert b"_codecs" in data
    assert pickles.load(data)["w"].data == array.tobytes()
    old = (b"\x80\x02}q\x00U\x01wcnumpy.core.multiarray\n_reconstruct\ncnumpy\nndarray\nK\x00\x85U\x01b\x87R"
           b"(K\x01K\x02\x85cnumpy\ndtype\nU\x02f4K\x00K\x01\x87R(K\x03U\x01<NNNJ\xff\xff\xff\xffJ\xff\xff\xff\xffK\x00tb\x89U\x08"
           + array.tobytes() + b"tbs.")
    np.testing.assert_array_equal(pickle.loads(old, encoding="latin1")["w"], array)
    assert pickles.load(old)["w"].data == array.tobytes()


def test_paddle_loads_what_is_written(tmp_path):
    read = pickles.load(pickle.dumps({"a": ARRAYS["matrix"], "b": ARRAYS["bool"]}))
    (tmp_path / "m.pdparams").write_bytes(pickles.dump({**read, "StructuredToParameterName@@": {"a": "x/a", "b": "b"}}))
    loaded = paddle.load(str(tmp_path / "m.pdparams"))
    assert list(loaded) == ["a", "b"]
    np.testing.assert_array_equal(np.asarray(loaded["a"]), ARRAYS["matrix"])


class Runs:
    def __init__(self, function, *args):
        self.function, self.args = function, args

    def __reduce__(self):
        return self.function, self.args


@pytest.mark.parametrize(
    "thing",
    [Runs(os.mkdir, "made"), Runs(eval, "open('made', 'w')"), Runs(getattr, np.ndarray, "tofile"), os.mkdir,
     Runs(np.load, "made"), collections.Counter("a"), complex(1, 2), Runs(bytes, 10), Runs(pickle.loads, b"N.")],
    ids=["mkdir", "eval", "getattr", "a function", "load", "Counter", "complex", "bytes", "another pickle"],
)
def test_nothing_else_is_built_or_run(thing, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ValueError, match=r"nothing of it was run|not a pickle of arrays"):
        pickles.load(pickle.dumps({"w": thing}, protocol=2))
    assert list(tmp_path.iterdir()) == []


def test_methods_of_what_is_admitted_cannot_be_reached():
    """`STACK_GLOBAL` with a dotted name would walk from an admitted class to anything that hangs on it."""
    for name in ("ndarray.__init__", "dtype.__init__.__globals__"):
        data = b"\x80\x04\x8c\x05numpy" + b"\x8c" + bytes([len(name)]) + name.encode() + b"\x93."
        assert "STACK_GLOBAL" in [operation.name for operation, _, _ in pickletools.genops(data)]
        with pytest.raises(ValueError, match="nothing of it was run"):
            pickles.load(data)


@pytest.mark.parametrize("data", [b"", b"N", b"\x80\x02}", pickle.dumps(ARRAYS)[:-30], b"\x00" * 300, b"(Pid\n."])
def test_broken_files(data):
    with pytest.raises(ValueError, match=r"pickle|outside"):
        pickles.load(data)


def test_what_is_in_itself_or_of_another_size():
    inside = []
    inside.append(inside)
    with pytest.raises(ValueError, match="not a pickle of arrays"):
        pickles.load(pickle.dumps(inside))
    shortened = pickle.dumps({"w": np.array([1, 2], "int8")}, protocol=4).replace(b"K\x02\x85", b"K\x03\x85")
    with pytest.raises(ValueError, match="2 bytes for"):
        pickles.load(shortened)


def test_types_that_paddle_never_saved():
    for array in (np.array([1], ">f4"), np.array(["a"]), np.array([1j])):
        with pytest.raises(ValueError, match="never saved"):
            pickles.load(pickle.dumps({"w": array}, protocol=2))


def claims(code, size):
    return pickle.PROTO + b"\x04}(X\x01\x00\x00\x00w" + code + size + b"abcu."


def refusal(data):
    try:
        pickles.load(data)
    except ValueError as error:
        return str(error)
    return ""


FAR = (2**60).to_bytes(8, "little")


@pytest.mark.parametrize(
    "data",
    [
        claims(pickle.BINBYTES8, FAR), claims(pickle.BINUNICODE8, FAR), claims(pickle.BYTEARRAY8, FAR),
        claims(pickle.FRAME, FAR), claims(pickle.LONG4, b"\xff\xff\xff\x7f"), claims(pickle.BINBYTES, b"\xff" * 4),
        claims(pickle.LONG_BINPUT, b"\xff" * 4) + b"", claims(pickle.BINBYTES8, b"\xff" * 8),
        b"\x80\x04" + pickle.FRAME + FAR, b"\x80\x04K\x00" + pickle.LONG_BINPUT + b"\xff" * 4 + b"q",
    ],
)  # fmt: skip
def test_what_claims_to_be_larger_than_it_is(data):
    with pytest.raises(ValueError, match="pickle"):
        pickles.load(data)


def nested(first, again):
    """Each level holds the one below twice: forty levels are a million million of the first."""
    return pickle.PROTO + b"\x04" + first + b"q\x00" + b"".join(again(b"h%c" % n) + b"q%c" % (n + 1) for n in range(40))


TWICE = nested(b"K\x01", lambda below: below + below + pickle.TUPLE2)


def test_what_holds_itself_many_times_over_is_walked_once():
    held = pickles.load(nested(b"]", lambda below: b"](" + below + below + b"e") + b".")
    assert held[0] is held[1]
    assert pickles.load(TWICE + b".")[0][0]


@pytest.mark.parametrize(
    "use",
    [
        b"0}h\x28K\x01s.",  # a key
        b"0(h\x28K\x01d.",
        b"0ccollections\nOrderedDict\n](](h\x28K\x01ee\x85R.",  # which is made of pairs
        b"0(h\x28\x91.",  # a set's element
        b"0\x8f(h\x28\x90.",
        b"0c_codecs\nencode\nX\x01\x00\x00\x00ah\x28\x86R.",  # in what is said of it
        b"0cnumpy.core.multiarray\nscalar\ncnumpy\ndtype\nh\x28\x85R(K\x03h\x28NNNtbC\x01a\x86R.",
        b"0cnumpy.core.multiarray\nscalar\nh\x28C\x01a\x86R.",
        b"0cnumpy\nndarray\n)R(K\x01h\x28cnumpy\ndtype\nX\x02\x00\x00\x00f4\x85R\x89C\x04abcdtb.",
    ],
)
def test_it_is_no_key_and_is_not_shown(use):
    assert 0 < len(refusal(TWICE + use)) < 200




@pytest.mark.parametrize(
    ("shape", "data"),
    [((-1, -1), b"abcd"), (("a",), b"abcd"), (4, b"abcd"), ((1,), ["abcd"]),
     ((1,) * 100_000, b"abcd"), ((2**70,) * 64, b"abcd"), ((1.0,), b"abcd")],
    ids=str,
)  # fmt: skip
def test_shapes_that_are_none(shape, data):
    code = b"cnumpy\nndarray\n)R(K\x01%bcnumpy\ndtype\nX\x02\x00\x00\x00f4\x85R\x88%btb."
    raw = code % tuple(pickle.dumps(each, 2)[2:-1] for each in (shape, data))
    assert 0 < len(refusal(raw)) < 2000


def test_nothing_of_many_rows():
    assert pickles.load(pickle.dumps(np.zeros([0, 2**40], "int8", order="F"), 2)).data == b""


def test_functions_of_ours_keep_what_they_are():
    with pytest.raises(ValueError, match="not a pickle of arrays"):
        pickles.load(b"\x80\x02c_codecs\nencode\n}X\x0c\x00\x00\x00__defaults__)sb.")
    assert pickles._encode("a") == b"a"
