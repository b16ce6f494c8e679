"""Profilers print a table of the operators that ran; what 1.8.5 refused is refused."""

import paddle
import pytest

# Errors, by the same expressions under 1.8.5; times are not compared.
CASES = {
    "block": "with fluid.profiler.profiler('CPU', 'total'): pass",
    "twice": "for _ in range(2): fluid.profiler.start_profiler('CPU')",
    "not_begun": "fluid.profiler.stop_profiler(); fluid.profiler.reset_profiler()",
    "state": "with fluid.profiler.profiler('TPU'): pass",
    "option": "fluid.profiler.start_profiler('CPU', tracer_option='Some')",
    "mode": "with fluid.profiler.cuda_profiler('unused', 'xml'): pass",
    "key": "fluid.profiler.start_profiler('CPU'); fluid.profiler.stop_profiler('slowest')",
}


CASES = {name: f"{source}\nfluid.profiler.stop_profiler()" for name, source in CASES.items()}


@pytest.fixture
def stopped(fluid):
    """No profiler runs when a test ends."""
    yield
    fluid.profiler.stop_profiler()


@pytest.mark.oracle
def test_errors_are_185s(fluid, harness, doings, stopped):
    question = f"{doings.source}\nanswer.update(run_doings(fluid, {CASES!r}))\nfluid.profiler.stop_profiler()\n"
    theirs = harness.ask("profiler", question)
    assert {key: str(value) for key, value in doings.run_doings(fluid, CASES).items()} == {
        key: str(value) for key, value in theirs.items()
    }


@pytest.mark.parametrize("key", [None, "calls", "total", "max", "min", "ave"])
def test_a_block_prints_its_operators(fluid, capfd, key):
    with fluid.profiler.profiler("CPU", key, profile_path="unused", tracer_option="OpDetail"):
        paddle.exp(paddle.ones([3]))
    assert "exp" in capfd.readouterr().out


def test_between_start_and_stop(fluid, capfd, stopped):
    paddle.log(paddle.ones([3]))
    fluid.profiler.start_profiler("CPU")
    paddle.exp(paddle.ones([3]))
    fluid.profiler.stop_profiler("max", "unused")
    paddle.sin(paddle.ones([3]))
    printed = capfd.readouterr().out
    assert [name in printed for name in ("log dygraph", "exp dygraph", "sin dygraph")] == [False, True, False]


def test_reset_forgets(fluid, capfd, stopped):
    fluid.profiler.start_profiler("CPU", tracer_option="OpDetail")
    paddle.log(paddle.ones([3]))
    fluid.profiler.reset_profiler()
    paddle.exp(paddle.ones([3]))
    fluid.profiler.stop_profiler()
    printed = capfd.readouterr().out
    assert [name in printed for name in ("log dygraph", "exp dygraph")] == [False, True]


@pytest.mark.skipif(paddle.is_compiled_with_cuda(), reason="says so only in a CPU build")
def test_paddle_says_that_there_is_no_gpu_to_time(fluid, capfd):
    with pytest.warns(UserWarning, match="GPU is not supported"), fluid.profiler.profiler("All"):
        paddle.exp(paddle.ones([3]))
    assert "exp" in capfd.readouterr().out


@pytest.mark.filterwarnings("ignore:Profiling ProfilerTarget.GPU:UserWarning")
def test_the_gpus_work_is_in_a_file(fluid, tmp_path):
    with fluid.profiler.cuda_profiler(str(tmp_path / "trace"), "csv", config=["gpustarttimestamp"]):
        paddle.exp(paddle.ones([3]))
    assert (tmp_path / "trace").read_text(encoding="utf-8").lstrip().startswith(("{", "["))
