"""Starts the processes of a run, which ``given["script"]`` is the source of, and gathers what the trainers leave.

They are two of each of ``given["roles"]``, but as many servers as ``given["endpoints"]`` says that there are addresses.
"""

import os
import socket
import subprocess
import sys
import tempfile
import time

import numpy as np

answer, given = globals()["answer"], globals()["given"]
theirs = "environment" not in globals()  # 1.8.5's processes may hang at their end
environment = globals().get("environment", os.environ)



def over():
    """Whether all have left what they found, and ended."""
    files = [os.path.join(folder, f"{given['roles'][-1]}{rank}.npz") for rank in range(2)]
    return all(map(os.path.exists, files)) if theirs else all(each.poll() is not None for each in processes)


def endpoints(count):
    """As many that are free."""
    sockets = [socket.socket() for _ in range(count)]
    for each in sockets:
        each.bind(("127.0.0.1", 0))
    names = ["127.0.0.1:%d" % each.getsockname()[1] for each in sockets]  # noqa: UP031
    for each in sockets:
        each.close()
    return ",".join(names)


with tempfile.TemporaryDirectory() as folder:
    script, where = os.path.join(folder, "script.py"), endpoints(int(given["endpoints"]))
    with open(script, "w") as file:
        file.write(str(given["script"]))
    processes, logs = [], []
    for role in given["roles"].tolist():
        for rank in range(int(given["endpoints"]) if role == "server" else 2):
            command = [sys.executable, "-W", "ignore", script, os.path.join(folder, f"{role}{rank}.npz")]
            variables = dict(environment, ROLE=role, RANK=str(rank), ENDPOINTS=where)
            log = open(os.path.join(folder, f"{role}{rank}.txt"), "w+")  # noqa: SIM115
            logs.append(log)
            processes.append(subprocess.Popen(command, env=variables, stdout=log, stderr=log))
    try:
        ends = time.time() + 90
        while not over() and time.time() < ends:
            time.sleep(0.1)
        for each, log in zip(processes, logs):
            log.seek(0)
            assert each.poll() == 0 or (theirs and each.poll() is None), f"{each.poll()} {log.read()[-3000:]}"
    finally:
        for each, log in zip(processes, logs):
            each.kill()
            log.close()
    for rank in range(2):
        for name, value in np.load(os.path.join(folder, f"{given['roles'][-1]}{rank}.npz")).items():
            answer[f"{rank} {name}"] = value
