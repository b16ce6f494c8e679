"""Lists of devices, on a machine that may have no CUDA device, and pairs of real tensors: 1.8.5's complex numbers."""

import paddle
import pytest
from paddle_compat._runtime import warn


@pytest.fixture
def no_cuda(monkeypatch):
    """No CUDA device, and nothing warned of yet."""
    monkeypatch.setattr("paddle_compat.fluid.core.get_cuda_device_count", lambda: 0)
    monkeypatch.setattr(warn, "_warned", set())
    monkeypatch.delenv("FLAGS_selected_gpus", raising=False)


def test_cuda_places_are_the_cpu_without_cuda(fluid, no_cuda, monkeypatch):
    monkeypatch.setattr("paddle_compat.fluid.framework.get_cuda_device_count", lambda: 0)
    with pytest.warns(UserWarning, match="no CUDA device"):
        places = fluid.cuda_places()
    assert [isinstance(place, paddle.CPUPlace) for place in places] == [True]
    with pytest.warns(UserWarning, match=r"CUDAPlace\(3\)"):
        assert len(fluid.cuda_places([0, 3])) == 2


def test_cuda_places_follow_the_launcher(fluid, no_cuda, monkeypatch):
    monkeypatch.setenv("FLAGS_selected_gpus", "1,2")
    with pytest.warns(UserWarning, match=r"CUDAPlace\([12]\)"):
        assert len(fluid.cuda_places()) == 2


def test_pinned_places_are_the_cpu_without_cuda(fluid, no_cuda, monkeypatch):
    monkeypatch.setenv("CPU_NUM", "2")
    with pytest.warns(UserWarning, match="CUDAPinnedPlace") as caught:
        places = [*fluid.cuda_pinned_places(), *fluid.cuda_pinned_places(3)]
    assert [isinstance(place, paddle.CPUPlace) for place in places] == [True] * 5
    assert len(caught) == 1


def test_a_pinned_place_by_itself(fluid, no_cuda):
    with pytest.warns(UserWarning, match="CUDAPinnedPlace"):
        assert isinstance(fluid.CUDAPinnedPlace(), paddle.CPUPlace)


def test_programs_leave_paddles_own_alone(fluid):
    theirs = paddle.static.default_main_program()
    main, startup = fluid.Program(), fluid.Program()
    with fluid.dygraph.guard(), fluid.program_guard(main_program=main, startup_program=startup):
        assert (fluid.default_main_program(), fluid.default_startup_program()) == (main, startup)
        assert paddle.static.default_main_program() is theirs
    assert paddle.in_dynamic_mode()
    assert fluid.in_dygraph_mode()


def test_the_end_of_a_static_reader_can_be_named(fluid):
    assert issubclass(fluid.core.EOFException, Exception)


PAIR = """
import paddle, paddle.complex
from paddle.fluid.framework import ComplexVariable
array = np.array([[1 + 2j, 3 - 1j, 2j], [0.5j, 2, -1 - 1j]], "{dtype}")
z = fluid.dygraph.to_variable(array)
real = fluid.dygraph.to_variable(np.array([1, 2], "{part}"))
"""
SINGLE, DOUBLE = PAIR.format(dtype="complex64", part="float32"), PAIR.format(dtype="complex128", part="float64")
LOOK = """
both = {0}.numpy()
out += [both.real, both.imag, both.dtype.name, {0}.dtype, list({0}.shape), {0}.real, {0}.imag]
out += [isinstance({0}, ComplexVariable)]
"""
COMPLEX = {
    "single": SINGLE + LOOK.format("z"),
    "double": DOUBLE + LOOK.format("z"),
    "given_a_name": SINGLE + "z = fluid.dygraph.to_variable(value=array, name='z', zero_copy=False)" + LOOK.format("z"),
    "itself": SINGLE + "out += [fluid.dygraph.to_variable(z) is z, isinstance(z, fluid.Variable)]",
    "parts_are_at_rest": SINGLE + "out += [z.real.stop_gradient, z.imag.stop_gradient, z.real.persistable]",
    "made": SINGLE + "w = ComplexVariable(real=real, imag=-real)\nout += [w.real is real]\n" + LOOK.format("w"),
    "made_double": DOUBLE + "w = fluid.ComplexVariable(real, real)\n" + LOOK.format("w"),
    "whole_numbers": "from paddle.fluid.framework import ComplexVariable\n"
                     "n = fluid.dygraph.to_variable(np.array([1, 2]))\nw = ComplexVariable(n, n)\n" + LOOK.format("w"),
    "a_name": SINGLE + "z.name = 'w'\nout += [z.name['real'], z.name['imag'], z.real.name]",
    "two_names": SINGLE + "z.name = ('a', 'b')\nout += [z.name['real'], z.imag.name]\nz.name = ['c', 'd']\n"
                          "out += [z.name['imag']]",
    "no_name": SINGLE + "z.name = 3",
    "three_names": SINGLE + "z.name = ['a', 'b', 'c']",
    "other_shape": SINGLE + "ComplexVariable(z.real, real)",
    "other_dtype": SINGLE + "ComplexVariable(real, fluid.layers.cast(real, 'float64'))",
    "in_place": SINGLE + "w = paddle.complex.reshape(z, [3, 2], inplace=True)\n"
                         "out += [w is z, z.real, z.imag]",
    "not_in_place": SINGLE + "w = paddle.complex.reshape(z, [3, 2])\nout += [w is z, z.real, w.real]",
    "gradients_of_the_parts": SINGLE + "z.real.stop_gradient = z.imag.stop_gradient = False\n"
        "w = paddle.complex.matmul(z, paddle.complex.transpose(z, [1, 0]))\n"
        "loss = fluid.layers.reduce_sum(2 * w.real + 3 * w.imag)\nloss.backward()\n"
        "out += [loss, z.real.gradient(), z.imag.gradient()]",
    "gradient_of_one_part": SINGLE + "z.imag.stop_gradient = False\n"
        "loss = paddle.complex.sum(paddle.complex.elementwise_mul(z, z)).real\nloss.backward()\n"
        "out += [loss, z.imag.gradient(), z.real.gradient() is None]",
    **{f"no_operator_{number}": f"{SINGLE}out += [{use}]" for number, use in enumerate(
        ["z + z", "z * 2", "real + z", "-z", "z[0]", "len(z)", "float(z)", "abs(z)", "z @ z", "z.T", "z.stop_gradient",
         "z.gradient()", "z.astype('float32')", "fluid.layers.reduce_sum(z)"])},
}


@pytest.fixture(scope="module")
def complex_numbers(fluid, harness, doings):
    question = f"{doings.source}\nanswer.update(run_doings(fluid, {COMPLEX!r}))\n"
    return harness.ask("framework.complex", question), doings.run_doings(fluid, COMPLEX)


@pytest.mark.oracle
@pytest.mark.parametrize("name", COMPLEX)
@pytest.mark.filterwarnings("ignore:.*is deprecated:UserWarning")
def test_complex_numbers_are_those_of_185(complex_numbers, same_doings, name):
    theirs, ours = complex_numbers
    assert (f"{name}|error" in theirs) == name.startswith(("no_", "three", "other"))
    same_doings(name, theirs, ours, 1e-6)


def test_parts_that_do_not_fit_are_named(fluid):
    with pytest.raises(ValueError, match=r"real is \S*float32 \[2\], imag \S*float64 \[3\]; give two parts"):
        fluid.ComplexVariable(paddle.ones([2]), paddle.ones([3], "float64"))
