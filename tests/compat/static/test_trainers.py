"""Two trainers learn together as with 1.8.5's synchronous servers; what needs servers says so."""

from pathlib import Path

import numpy as np
import pytest

pytestmark = pytest.mark.oracle

SCRIPTS = Path(__file__).parent / "scripts"
TOGETHER, TRAINERS = ((SCRIPTS / f"{name}.py").read_text(encoding="utf-8") for name in ("together", "trainers"))


@pytest.fixture(scope="module")
def theirs(harness):
    """The recorded answer, where there is a 1.8.5, too.

    What its server does with the last gradient of a trainer that has left depends on which thread comes first, and
    about one run in five ends otherwise.
    """
    return harness.ask("static.trainers", TOGETHER, asked(["server", "trainer"], 1), live=False)


def asked(roles, endpoints):
    return {"script": np.array(TRAINERS), "roles": np.array(roles), "endpoints": np.array(endpoints)}


@pytest.mark.parametrize("roles", [["server", "trainer"], ["ring"]])
def test_two_trainers(theirs, environment, assert_close, roles):
    """Of fleets with two servers and with none, against 1.8.5's one; one trainer has two steps more than the other."""
    ours: dict = {}
    exec(TOGETHER, {"given": asked(roles, 2), "answer": ours,
                    "environment": {**environment(compat=True), "FLEET": "1"}})
    assert list(ours) == list(theirs)
    for key, wanted in theirs.items():
        assert_close(ours[key], wanted, 1e-6, key)
    assert ours["0 loss3"] != ours["1 loss3"]


LATE = """
import atexit, ctypes, os, sys, time
if os.environ["RANK"] == "1":
    atexit.register(time.sleep, 1)
else:  # past all else that Python and Paddle do at the end
    ctypes.CDLL(None)["__cxa_atexit"](ctypes.CDLL(None)["sleep"], 2, None)
"""


def test_a_trainer_ends_well_that_another_takes_leave_of(environment):
    """The first one listens no more: Paddle 3's thread wrote into a log that was gone by then, and aborted."""
    ours: dict = {}
    exec(TOGETHER, {"given": {**asked(["ring"], 2), "script": np.array(LATE + TRAINERS)}, "answer": ours,
                    "environment": {**environment(compat=True), "FLEET": "1"}})
    assert "1 loss3" in ours


@pytest.fixture
def learns(fluid):
    loss = fluid.layers.mean(fluid.layers.fc(fluid.data("x", [None, 2]), 1))
    fluid.optimizer.SGD(0.1).minimize(loss)


@pytest.mark.usefixtures("learns")
def test_asynchronous_training_is_refused(fluid):
    with pytest.raises(NotImplementedError, match=r"sync_mode=False\) needs parameter servers"):
        fluid.DistributeTranspiler().transpile(0, trainers=2, sync_mode=False)
    for name in ("geo_sgd_mode", "half_async", "enable_dc_asgd", "runtime_split_send_recv"):
        config = fluid.DistributeTranspilerConfig()
        setattr(config, name, True)
        with pytest.raises(NotImplementedError, match=rf"asynchronous training \({name}\)"):
            fluid.DistributeTranspiler(config).transpile(0, trainers=2)


@pytest.mark.usefixtures("learns")
def test_who_is_no_part_of_a_run_is_told(fluid):
    transpiler = fluid.DistributeTranspiler()
    transpiler.transpile(0, pservers="127.0.0.1:6174,127.0.0.1:6175", trainers=2)
    with pytest.raises(ValueError, match=r"127\.0\.0\.1:9 is none of the servers"):
        transpiler.get_pserver_program("127.0.0.1:9")
    program, startup = transpiler.get_pserver_programs("127.0.0.1:6175")
    assert [each.type for each in program.global_block().operators] == ["listen_and_serv"]
    assert startup is fluid.default_startup_program()
    config = fluid.DistributeTranspilerConfig()
    config.mode = "nccl2"
    with pytest.raises(AssertionError, match="none of the trainers"):
        fluid.DistributeTranspiler(config).transpile(0, trainers="127.0.0.1:1", current_endpoint="127.0.0.1:2")
    with pytest.raises(ValueError, match="DistributeTranspiler in the mode"):
        fluid.ParallelExecutor(False, num_trainers=2)


def test_which_server_a_variable_went_to(fluid):
    from paddle.fluid.transpiler.distribute_transpiler import DistributeTranspilerConfig

    class Named:
        def name(self):
            return "w"

    assert fluid.transpiler.RoundRobin(["a", "b"]).dispatch([Named()] * 3) == ["a", "b", "a"]
    assert len(set(fluid.transpiler.HashName(["a", "b"]).dispatch([Named()] * 3))) == 1
    assert DistributeTranspilerConfig is fluid.DistributeTranspilerConfig
