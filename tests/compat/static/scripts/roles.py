"""Who a process is, and the strategies of fleets. Found: ``np``, ``fluid``, ``answer``."""

import os

import numpy as np
from paddle.fluid.incubate.fleet.base import role_maker
from paddle.fluid.incubate.fleet.parameter_server.distribute_transpiler import StrategyFactory, fleet
from paddle.fluid.incubate.fleet.parameter_server.version import is_transpiler

answer = globals()["answer"]
servers, trainers = ["127.0.0.1:6", "127.0.0.1:7"], ["127.0.0.1:8", "127.0.0.1:9"]
Role = role_maker.Role
ASKED = ("is_worker", "is_server", "is_first_worker", "worker_num", "worker_index", "server_index",
         "get_trainer_endpoints", "get_pserver_endpoints")


def told(maker):
    """What it says of itself, or the class of what it raises."""
    found = []
    for name in ASKED:
        try:
            found.append(repr(getattr(maker, name)()))
        except Exception as error:
            found.append(type(error).__name__)
    return found


cases = {
    "worker": lambda: role_maker.UserDefinedRoleMaker(0, Role.WORKER, 3, servers),
    "server": lambda: role_maker.UserDefinedRoleMaker(1, Role.SERVER, 3, servers),
    "no list": lambda: role_maker.UserDefinedRoleMaker(0, Role.WORKER, 3, "127.0.0.1:6"),
    "no servers": lambda: role_maker.UserDefinedRoleMaker(0, Role.WORKER, 3, []),
    "twice": lambda: role_maker.UserDefinedRoleMaker(0, Role.WORKER, 3, servers * 2),
    "no text": lambda: role_maker.UserDefinedRoleMaker(0, Role.WORKER, 3, [6]),
    "no role": lambda: role_maker.UserDefinedRoleMaker(0, 7, 3, servers),
    "no number": lambda: role_maker.UserDefinedRoleMaker("0", Role.WORKER, 3, servers),
    "below": lambda: role_maker.UserDefinedRoleMaker(-1, Role.WORKER, 3, servers),
    "no such server": lambda: role_maker.UserDefinedRoleMaker(2, Role.SERVER, 3, servers),
    "no workers": lambda: role_maker.UserDefinedRoleMaker(0, Role.WORKER, 0, servers),
    "ring": lambda: role_maker.UserDefinedCollectiveRoleMaker(1, trainers),
    "no such trainer": lambda: role_maker.UserDefinedCollectiveRoleMaker(2, trainers),
    "cloud": lambda: role_maker.PaddleCloudRoleMaker(),
    "cloud's ring": lambda: role_maker.PaddleCloudRoleMaker(is_collective=True),
}
environments = {
    "trainer": {"TRAINING_ROLE": "TRAINER", "PADDLE_TRAINER_ID": "1", "PADDLE_TRAINERS_NUM": "2",
                "PADDLE_PSERVERS_IP_PORT_LIST": ",".join(servers), "PADDLE_TRAINER_ENDPOINTS": ",".join(trainers)},
    "pserver": {"TRAINING_ROLE": "PSERVER", "POD_IP": "127.0.0.1", "PADDLE_PORT": "7"},
    "other": {"TRAINING_ROLE": "OTHER"},
}
for name, case in cases.items():
    for place, environment in environments.items() if "cloud" in name else [("", {})]:
        before = dict(os.environ)
        os.environ.update(environments["trainer"] if environment else {}, **environment)
        try:
            made = case()
            made.generate_role()
            answer[f"{name} {place}"] = np.array(told(made))
        except Exception as error:
            answer[f"{name} {place}"] = np.array(type(error).__name__)
        os.environ.clear()
        os.environ.update(before)

fleet.init(cases["worker"]())
answer["fleet"] = np.array([repr(each) for each in (
    fleet.is_worker(), fleet.is_server(), fleet.is_first_worker(), fleet.worker_num(), fleet.worker_index(),
    fleet.server_num(), fleet.server_index(), fleet.server_endpoints(), fleet.server_endpoints(to_string=True),
    is_transpiler())])
strategy = StrategyFactory.create_sync_strategy()
strategy.set_program_config({"min_block_size": 5})
answer["strategy"] = np.array([strategy.get_program_config().min_block_size, strategy.get_program_config().slice_var_up,
                               strategy.get_execute_strategy().num_threads])
for wrong in ({"nothing": 1}, 7):
    try:
        strategy.set_program_config(wrong)
    except Exception as error:
        answer[f"set to {wrong}"] = np.array(type(error).__name__)
