"""``python -m paddle.distributed.launch_ps``: a script's parameter servers and trainers on this machine.

It runs under its old name, outside this package: its imports name no neighbours.
"""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
from argparse import REMAINDER, ArgumentParser, Namespace
from pathlib import Path

__all__ = ["launch", "parse_args", "start_procs"]


def parse_args() -> Namespace:
    """1.8.5's flags, the script and its arguments."""
    parser = ArgumentParser("paddle.distributed.launch_ps")
    for name, default in (("cluster_node_ips", "127.0.0.1"), ("node_ip", "127.0.0.1"), ("endpoints", ""),
                          ("log_dir", "logs")):
        parser.add_argument(f"--{name}", default=default)
    for name, number in (("start_port", 6170), ("worker_num", 2), ("server_num", 2)):
        parser.add_argument(f"--{name}", type=int, default=number)
    parser.add_argument("--print_config", type=bool, default=True)
    parser.add_argument("training_script")
    parser.add_argument("training_script_args", nargs=REMAINDER)
    return parser.parse_args()


def environments(args: Namespace) -> list[tuple[str, dict[str, str]]]:
    """The log's name and the variables of each process: servers first, then trainers."""
    ports = range(args.start_port, args.start_port + args.server_num)
    endpoints = args.endpoints or ",".join(f"127.0.0.1:{port}" for port in ports)
    common = {"PADDLE_PSERVERS_IP_PORT_LIST": endpoints, "PADDLE_TRAINERS_NUM": str(args.worker_num)}
    made = []
    for number, (ip, port) in enumerate(each.split(":") for each in endpoints.split(",")[: args.server_num]):
        made.append((f"serverlog.{number}", {"TRAINING_ROLE": "PSERVER", "POD_IP": ip, "PADDLE_PORT": port}))
    for number in range(args.worker_num):
        made.append((f"workerlog.{number}", {"TRAINING_ROLE": "TRAINER", "PADDLE_TRAINER_ID": str(number)}))
    return [(log, {**common, **own}) for log, own in made]


def start_procs(args: Namespace) -> int:
    """Start them, wait for the trainers, and end the servers; the first exit status of a trainer that failed, or 0."""
    command = [sys.executable, "-u", args.training_script, *args.training_script_args]
    inherited = {name: value for name, value in os.environ.items() if name not in ("http_proxy", "https_proxy")}
    with contextlib.ExitStack() as stack:
        started: dict[str, subprocess.Popen[bytes]] = {}
        for log, own in environments(args):
            to = None
            if args.log_dir:
                Path(args.log_dir).mkdir(parents=True, exist_ok=True)
                to = stack.enter_context(Path(args.log_dir, log).open("wb"))
            started[log] = subprocess.Popen(command, env={**inherited, **own}, stdout=to, stderr=to)
        try:
            states = [process.wait() for log, process in started.items() if log.startswith("worker")]
            print("all workers exit, going to finish parameter server", file=sys.stderr)
        finally:
            for process in started.values():
                if process.poll() is None:
                    process.terminate()
        for process in started.values():
            process.wait()
    print("all parameter server are killed", file=sys.stderr)
    return next((state for state in states if state), 0)


def launch() -> int:
    """What the line does."""
    args = parse_args()
    return start_procs(args) if args.print_config else 0


if __name__ == "__main__":
    sys.exit(launch())
