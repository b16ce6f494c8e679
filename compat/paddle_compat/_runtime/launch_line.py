"""The flags with which ``python -m paddle.distributed.launch`` of 1.8.5 started several nodes, as today's launcher
has them."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

# None of these is a flag of today's launcher. With --selected_gpus alone it still starts.
OLD = ("--cluster_node_ips", "--node_ip", "--started_port", "--print_config")


def is_old(flags: list[str]) -> bool:
    """Whether one of them stands among the flags, before the training script."""
    return any(flag.partition("=")[0] in OLD for flag in flags[: _script(flags)])


def _script(flags: list[str]) -> int:
    """Where the training script stands: 1.8.5's flags had a value each, but for one."""
    at = 0
    while at < len(flags) and flags[at].startswith("-"):
        at += 1 if "=" in flags[at] or flags[at] == "--use_paddlecloud" else 2
    return at


def todays(flags: list[str], gpus: int) -> list[str]:
    """The flags, and what stands behind them, for a machine with so many GPUs: without one, processes on the CPU.

    Raises ``ValueError`` when the node is not among those of the cluster, and ``SystemExit`` for
    ``--use_paddlecloud``, whose environment today's launcher reads by itself.
    """
    at = _script(flags)
    told = _parser().parse_args(flags[:at])
    if told.use_paddlecloud:
        raise SystemExit("paddle.distributed.launch: leave --use_paddlecloud out, and set PADDLE_TRAINER_ENDPOINTS")
    found = [f"--{name}={value}" for name, value in _nodes(told).items()]
    if told.selected_gpus is not None:
        cards = told.selected_gpus.split(",")
        found.append(f"--gpus={told.selected_gpus}" if gpus else f"--nproc_per_node={len(cards)}")
    if told.log_dir is not None:
        found.append(f"--log_dir={told.log_dir}")
    return [*found, *flags[at:]]


def _nodes(told: Namespace) -> dict[str, str]:
    """Every rank at the address that 1.8.5 gave it."""
    nodes = [each.strip() for each in told.cluster_node_ips.split(",")]
    nodes.index(told.node_ip)  # 1.8.5's error where it is none of them
    if len(nodes) == 1 and told.started_port is None:
        return {}
    return {"ips": ",".join(nodes), "host": told.node_ip, "start_port": told.started_port or "6070"}


def _parser() -> ArgumentParser:
    parser = ArgumentParser("paddle.distributed.launch")
    for name, default in (("cluster_node_ips", "127.0.0.1"), ("node_ip", "127.0.0.1"), ("started_port", None),
                          ("print_config", None), ("selected_gpus", None), ("log_level", None), ("log_dir", None)):
        parser.add_argument(f"--{name}", default=default)
    parser.add_argument("--use_paddlecloud", action="store_true")
    return parser


def translate(argv: list[str]) -> None:
    """Put today's flags in the place of these, in the arguments of the launcher that is about to run."""
    import paddle.base.core as core  # Paddle itself is still being imported

    if is_old(argv[1:]):
        argv[1:] = todays(argv[1:], getattr(core, "get_cuda_device_count", lambda: 0)())
