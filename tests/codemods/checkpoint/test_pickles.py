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
