"""Launch lines for several nodes."""

from __future__ import annotations

import pytest
from paddle_migrate.formats.shell import migrate_shell

LAUNCH = "python -m paddle.distributed.launch"
CLUSTER = "--cluster_node_ips=10.0.0.16,10.0.0.17"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            f"{CLUSTER} --node_ip=10.0.0.17 --started_port=6170 --selected_gpus=0,1 train.py\n",
            "--nnodes=2 --master=10.0.0.16:6170 --rank=1 --host=10.0.0.17 --gpus=0,1 train.py\n",
        ),
        (
            '--cluster_node_ips "a,b , c" --node_ip a train.py\n',
            "--nnodes=3 --master=a:6070 --rank=0 --host=a train.py\n",
        ),
        (
            f"\\\n  --started_port 7000 \\\n  {CLUSTER} \\\n  --node_ip=10.0.0.16 \\\n  train.py --node_ip=a\n",
            "\\\n  --nnodes=2 --master=10.0.0.16:7000 \\\n  --rank=0 --host=10.0.0.16 \\\n  train.py --node_ip=a\n",
        ),
        ("--cluster_node_ips=127.0.0.1 --node_ip=127.0.0.1 train.py\n", "train.py\n"),
        ("--cluster_node_ips=127.0.0.1 --selected_gpus=0 train.py\n", "--gpus=0 train.py\n"),
    ],
)
def test_nodes(before, after):
    result = migrate_shell(f"{LAUNCH} {before}")
    assert result.text == f"{LAUNCH} {after}"
    assert {f.code for f in result.findings} == {"PM112"}
    assert not migrate_shell(result.text).changed


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("--cluster_node_ips=$IPS --node_ip=$IP --started_port=6170", "--ips=$IPS --host=$IP --start_port=6170"),
        (f"{CLUSTER} --node_ip=${{POD_IP}}", "--ips=10.0.0.16,10.0.0.17 --host=${POD_IP}"),
        (f"{CLUSTER} --node_ip=10.0.0.18", "--ips=10.0.0.16,10.0.0.17 --host=10.0.0.18"),
        (f"{CLUSTER} --node_ip=a --started_port=$P", "--ips=10.0.0.16,10.0.0.17 --host=a --start_port=$P"),
    ],
)
def test_what_only_the_shell_knows_keeps_its_form(before, after):
    """Today's launcher takes these, too."""
    assert migrate_shell(f"{LAUNCH} {before} train.py\n").text == f"{LAUNCH} {after} train.py\n"


def test_lines_of_findings():
    found = migrate_shell(f"#\n{LAUNCH} \\\n  {CLUSTER} \\\n  --node_ip=10.0.0.16 t.py\n").findings
    assert [(f.line, f.name) for f in found] == [(3, "--cluster_node_ips"), (4, "--node_ip")]


@pytest.mark.parametrize(
    "text",
    [
        f"{LAUNCH} train.py --cluster_node_ips=a,b --node_ip=a --selected_gpus=0\n",
        f"{LAUNCH} {CLUSTER} --node_ip=10.0.0.16 train.py  # paddle-migrate: skip\n",
        f"{LAUNCH} --nnodes=2 --master=10.0.0.16:6170 --rank=1 train.py\n",
        "python train.py --cluster_node_ips=a,b --node_ip=a\n",
        f"other.launch {CLUSTER} --node_ip=10.0.0.16 train.py\n",
    ],
)
def test_must_not_change(text):
    assert migrate_shell(text).text == text
