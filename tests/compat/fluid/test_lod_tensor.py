"""Tensors with the offsets of their sequences, made, changed and read."""

import numpy as np
import pytest

pytestmark = pytest.mark.oracle

HEAD = "place = fluid.CPUPlace()\n"
TENSOR = HEAD + "t = fluid.LoDTensor()\nt.set(np.arange(6).reshape(6, 1), place)\n"
NUMBER = "[3, 1, 2]"
CASES = {
    "an array": f"t = fluid.create_lod_tensor(np.arange(12.).reshape(6, 2), [{NUMBER}], place)\n"
                "out += [np.array(t), t.lod(), t.shape(), t.recursive_sequence_lengths()]",
    "lists": "t = fluid.create_lod_tensor([[1, 2], [3, 4, 5]], [[2, 3]], place)\nout += [np.array(t), t.lod()]",
    "lists of numbers":
        "t = fluid.create_lod_tensor([[1.5], [3, 4]], [[1, 2]], place)\nout += [np.array(t), t.lod()]",
    "lists of rows":
        "t = fluid.create_lod_tensor([[[1, 2]], [[3, 4], [5, 6]]], [[1, 2]], place)\nout += [np.array(t)]",
    "a tensor": "t = fluid.create_lod_tensor(np.ones([5, 1]), [[2, 3]], place)\n"
                "u = fluid.create_lod_tensor(t, [[1, 4]], place)\nout += [np.array(u), u.lod(), t.lod()]",
    "two levels": "t = fluid.create_lod_tensor(np.ones([5, 1]), [[1, 2], [2, 1, 2]], place)\nout += t.lod()",
    "lengths of other lists": "fluid.create_lod_tensor([[1, 2], [3, 4, 5]], [[2, 4]], place)",
    "lengths of other rows": "fluid.create_lod_tensor(np.ones([5, 1]), [[2, 4]], place)",
    "levels that do not meet": "fluid.create_lod_tensor(np.ones([5, 1]), [[1, 1], [2, 1, 2]], place)",
    "a number": "fluid.create_lod_tensor(3, [[1]], place)",
    "random numbers":
        "t = fluid.create_random_int_lodtensor([[2, 3]], [4], place, 7, 7)\nout += [np.array(t), t.lod()]",
}
CHANGES = {
    "a row": "out += [np.array(t[2]), np.array(t[1:3]), [np.array(each) for each in t]]",
    "no offsets": "out += [np.array(t), t.lod(), t.shape(), t.has_valid_recursive_sequence_lengths()]",
    "offsets": "t.set_lod([[0, 2, 6]])\nout += [t.lod(), t.recursive_sequence_lengths()]",
    "lengths": "t.set_recursive_sequence_lengths([[2, 0, 4]])\nout += [t.lod(), t.recursive_sequence_lengths()]",
    "offsets stay": "t.set_lod([[0, 2, 6]])\nt.set(np.ones([6, 2]), place)\nout += [t.lod(), np.array(t)]",
    "no offsets again": "t.set_lod([[0, 2, 6]])\nt.set_lod([])\nout += [t.lod()]",
    "offsets that end early": "t.set_lod([[0, 2, 4]])",
    "offsets that go down": "t.set_lod([[0, 4, 2, 6]])",
    "offsets from 1": "t.set_lod([[1, 6]])",
    "lengths that end early": "t.set_recursive_sequence_lengths([[2, 2]])",
    "an array of tensors": "a = fluid.LoDTensorArray()\na.append(t)\nout += [len(a), np.array(a[0])]\n"
                           "a[0] = fluid.create_lod_tensor(np.ones([2, 1]), [[1, 1]], place)\nout += [a[0].lod()]",
    "sizes": "out += [t._get_dims(), fluid.LoDTensor()._get_dims()]",
    "a copy": "t.set_lod([[0, 2, 6]])\nu = t._copy(t._place())\nt.set(np.zeros([6, 1], 'int64'), place)\n"
              "out += [np.array(u), u.lod(), u.shape()]",
    "cleared": "t.set_lod([[0, 2, 6]])\nt._set_layout('NCHW')\nt._clear()\n"
               "out += [t._is_initialized(), t.shape(), t.lod()]",
    "one class": "out += [fluid.Tensor is fluid.LoDTensor, fluid.core.LoDTensor is fluid.LoDTensor, "
                 "fluid.core.LoDTensorArray is fluid.LoDTensorArray, isinstance(t, fluid.core.LoDTensor)]",
}
ALL = {**{name: HEAD + case for name, case in CASES.items()}, **{name: TENSOR + case for name, case in CHANGES.items()}}


@pytest.fixture(scope="module")
def asked(harness, doings, fluid):
    question = f"{doings.source}\nanswer.update(run_doings(fluid, {ALL!r}))\n"
    return harness.ask("lod_tensor", question), doings.run_doings(fluid, ALL)


@pytest.mark.parametrize("name", ALL)
def test_lod_tensor(asked, same_doings, name):
    theirs, ours = asked
    same_doings(name, theirs, ours, 0)


def test_single_elements(fluid):
    tensor = fluid.create_lod_tensor(np.arange(6.0).reshape(3, 2), [[1, 2]], fluid.CPUPlace())
    tensor._set_double_element(3, 7.5)
    assert tensor._get_double_element(3) == 7.5
    assert np.array(tensor).tolist() == [[0.0, 1.0], [2.0, 7.5], [4.0, 5.0]]
    assert tensor.recursive_sequence_lengths() == [[1, 2]]
