"""A few outcomes to report on, made by hand (the reports know nothing of how they came about), and a browser."""

from __future__ import annotations

import base64
import json
import re
import shutil
import subprocess
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from paddle_migrate.findings import Finding
from paddle_migrate.outcome import Outcome

OLD = """\
import paddle.fluid as fluid

with fluid.dygraph.guard():
    # 中文注释
    y = fluid.layers.relu(x)
    z = fluid.layers.fc(y, 10)
"""
NEW = """\
import paddle.nn.functional as F
import paddle.fluid as fluid

# 中文注释
y = F.relu(x)
z = fluid.layers.fc(y, 10)
"""


@pytest.fixture
def outcomes() -> list[Outcome]:
    return [
        Outcome(
            "src/train.py",
            OLD,
            NEW,
            [
                Finding(3, "PM104", "fluid.dygraph.guard", "taken out"),
                Finding(5, "PM101", "fluid.layers.relu", "→ F.relu"),
                Finding(5, "PM202", "fluid.layers.relu", "the first steps differ"),
                Finding(6, "PM301", "fluid.layers.fc", "this tool does not know it yet"),
            ],
        ),
        Outcome(
            "src/done.py",
            "import paddle.fluid\n",
            "import paddle\n",
            [Finding(1, "PM101", "fluid.layers.relu", "→ F.relu")],
        ),
        Outcome("plain.py", "x = 1\n", "x = 1\n"),
        Outcome("数据/old two.py", "print 1\n", "print 1\n", [Finding(1, "PM902", "", "not Python 3: `print 1`")]),
    ]


@pytest.fixture
def target(tmp_path: Path) -> Path:
    return tmp_path / "out" / "report"


class Browser:
    """A headless Chromium, driven over WebDriver with nothing but the standard library."""

    def __init__(self, port: str, chromium: str, profile: Path) -> None:
        self.opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        self.url = f"http://127.0.0.1:{port}"
        quiet = ["gpu", "quic", "background-networking", "component-update", "sync"]
        arguments = ["headless", "no-sandbox", "no-first-run", *(f"disable-{name}" for name in quiet)]
        options = {"binary": chromium, "args": [*(f"--{a}" for a in arguments), f"--user-data-dir={profile}"]}
        wanted = {"alwaysMatch": {"goog:chromeOptions": options, "goog:loggingPrefs": {"browser": "ALL"}}}
        self.url += f"/session/{self._send('/session', capabilities=wanted)['sessionId']}"

    def _send(self, path: str, method: str = "POST", **body: Any) -> Any:
        request = urllib.request.Request(self.url + path, json.dumps(body).encode(), method=method)
        try:
            with self.opener.open(request, timeout=60) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            with error:
                raise RuntimeError(error.read().decode()) from None

    def open(self, path: Path) -> None:
        self._send("/url", url=path.as_uri())

    def run(self, script: str) -> Any:
        """The value of the last expression; a promise is waited for."""
        return self._send("/execute/sync", script=f"return (async () => {{ {script} }})()", args=[])

    def complaints(self) -> list[str]:
        """What the console got since the last call: errors, and what the page's policy forbade."""
        return [entry["message"] for entry in self._send("/se/log", type="browser")]

    def print(self) -> bytes:
        return base64.b64decode(self._send("/print"))

    def close(self) -> None:
        self._send("", "DELETE")


@pytest.fixture(scope="session")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    chromium, driver = shutil.which("chromium") or shutil.which("google-chrome"), shutil.which("chromedriver")
    if not chromium or not driver:
        pytest.skip("needs Chromium and its driver (Debian: apt-get install chromium chromium-driver)")
    with subprocess.Popen([driver, "--port=0"], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            ports = (re.search(r"successfully on port (\d+)", line) for line in process.stdout)
            opened = Browser(next(port[1] for port in ports if port), chromium, tmp_path_factory.mktemp("profile"))
            yield opened
            opened.close()
        finally:
            process.terminate()
