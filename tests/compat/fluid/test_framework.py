"""Lists of devices, on a machine that may have no CUDA device."""

import paddle
import pytest
from paddle_compat import _rule


@pytest.fixture
def no_cuda(monkeypatch):
    """No CUDA device, and nothing warned of yet."""
    monkeypatch.setattr("paddle_compat.fluid.core.get_cuda_device_count", lambda: 0)
    monkeypatch.setattr(_rule, "_warned", set())
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


def test_programs_are_paddles_own(fluid):
    assert fluid.Program is paddle.static.Program
    assert fluid.program_guard is paddle.static.program_guard
    paddle.enable_static()
    try:
        main, startup = fluid.Program(), fluid.Program()
        with fluid.program_guard(main_program=main, startup_program=startup):
            assert fluid.default_main_program() is main
            assert fluid.default_startup_program() is startup
    finally:
        paddle.disable_static()


def test_the_end_of_a_static_reader_can_be_named(fluid):
    assert issubclass(fluid.core.EOFException, Exception)
