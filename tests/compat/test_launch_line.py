"""1.8.5's flags of the launcher, for several nodes, in today's launcher."""

from __future__ import annotations

import pytest
from paddle_compat._runtime.launch_line import is_old, todays

CLUSTER = ["--cluster_node_ips=10.0.0.16,10.0.0.17", "--node_ip", "10.0.0.17"]
TODAYS = ["--ips=10.0.0.16,10.0.0.17", "--host=10.0.0.17"]


@pytest.mark.parametrize(
    ("old", "gpus", "new"),
    [
        ([*CLUSTER, "--started_port=6170", "t.py"], 0, [*TODAYS, "--start_port=6170", "t.py"]),
        ([*CLUSTER, "t.py", "--node_ip=1"], 0, [*TODAYS, "--start_port=6070", "t.py", "--node_ip=1"]),
        ([*CLUSTER, "--selected_gpus=0,1", "t.py"], 0, [*TODAYS, "--start_port=6070", "--nproc_per_node=2", "t.py"]),
        ([*CLUSTER, "--selected_gpus", "0,1", "t.py"], 2, [*TODAYS, "--start_port=6070", "--gpus=0,1", "t.py"]),
        (["--print_config=0", "--log_level=10", "--log_dir", "l", "t.py", "-x"], 0, ["--log_dir=l", "t.py", "-x"]),
        (["--started_port", "7", "t.py"], 0, ["--ips=127.0.0.1", "--host=127.0.0.1", "--start_port=7", "t.py"]),
    ],
)
def test_flags(old, gpus, new):
    assert is_old(old)
    assert todays(old, gpus) == new
    assert not is_old(new)


@pytest.mark.parametrize(
    "flags",
    [
        ["--selected_gpus=0,1", "t.py"],
        ["--nnodes", "2", "--master=a:1", "t.py", "--node_ip=1"],
        ["--ips=a,b", "--host=a", "t.py", "--cluster_node_ips=a"],
        ["t.py", "--started_port=1"],
        [],
    ],
)
def test_flags_of_today_stay(flags):
    assert not is_old(flags)


def test_what_185_refused():
    with pytest.raises(ValueError, match=r"'10\.0\.0\.18' is not in list"):
        todays(["--cluster_node_ips=10.0.0.16", "--node_ip=10.0.0.18", "t.py"], 0)
    with pytest.raises(SystemExit, match="PADDLE_TRAINER_ENDPOINTS"):
        todays(["--use_paddlecloud", "--started_port=1", "t.py"], 0)
