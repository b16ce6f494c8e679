"""`logging.basicConfig()` behind today's import of Paddle, which takes the root logger."""

from __future__ import annotations

from pathlib import Path

import pytest
from paddle_migrate.api import Options, Result, migrate_source
from paddle_migrate.project.project import Project

HEAD = "import logging\nimport paddle.fluid as fluid\nx = fluid.layers.relu\n"
FORCED = ("PM126", "basicConfig")
LEFT = ("PM351", "basicConfig")
STEP = "import paddle.fluid as fluid\ndef step(x):\n    return fluid.layers.relu(x)\n"


def _line(text: str, word: str = "basicConfig") -> str:
    return next(line.strip() for line in text.splitlines() if f"{word}(" in line)


def _migrated(folder: Path, texts: dict[str, str]) -> dict[str, Result]:
    for name, text in texts.items():
        (folder / name).write_text(text)
    project = Project([folder / name for name in texts], [folder])
    return {name: migrate_source(text, str(folder / name), project=project) for name, text in texts.items()}


@pytest.mark.parametrize(
    ("call", "forced"),
    [
        ("logging.basicConfig()", "logging.basicConfig(force=True)"),
        ("logging.basicConfig(level=logging.INFO,)", "logging.basicConfig(level=logging.INFO, force=True,)"),
        ("def set(**to):\n    logging.basicConfig(**to)", "logging.basicConfig(**to, force=True)"),
        ("log = logging\nlog.basicConfig(format='%(message)s')", "log.basicConfig(format='%(message)s', force=True)"),
        ("from logging import basicConfig\nbasicConfig(stream=f)", "basicConfig(stream=f, force=True)"),
    ],
)
def test_behind_the_import(call, forced):
    result = migrate_source(f"{HEAD}{call}\n")
    assert _line(result.text) == forced
    assert FORCED in {(f.code, f.name) for f in result.findings}
    assert not [f for f in result.findings if f.name == "basicConfig" and f.code == "PM351"]


@pytest.mark.parametrize(
    "text",
    [
        HEAD + "logging.basicConfig(force=False)\n",
        HEAD + "class logging:\n    def basicConfig(): pass\nlogging.basicConfig()\n",
        HEAD + "logs.basicConfig()\n",
        HEAD + "logging.root.handlers = []\nlogging.basicConfig()\n",
        HEAD + "logging.basicConfig()  # paddle-migrate: skip\n",
        "import logging\nimport paddle\nlogging.basicConfig()\nx = paddle.complex(a, b)\n",
        "import logging\nlogging.basicConfig()\n",
    ],
)
def test_what_stays(text):
    assert _line(migrate_source(text).text) == _line(text)


@pytest.mark.parametrize(
    "text",
    [
        "import logging\nlogging.basicConfig(level=logging.INFO)\nimport paddle.fluid as fluid\n{}",
        "import logging\ndef log():\n    logging.basicConfig(level=10)\ndef run():\n"
        "    import paddle.fluid as fluid\n    return fluid.layers.relu\n",
    ],
)
def test_before_the_import(text):
    result = migrate_source(text.format("x = fluid.layers.relu\n"))
    assert _line(result.text) == _line(text)
    assert LEFT in {(f.code, f.name) for f in result.findings}


def test_a_file_that_names_no_paddle(tmp_path):
    asks = "import logging\nfrom {} import step\nlogging.basicConfig(level=logging.INFO)\n"
    apart = asks.format("time").replace("step", "sleep")
    result = _migrated(tmp_path, {"step.py": STEP, "main.py": asks.format("step"), "apart.py": apart})
    assert _line(result["main.py"].text) == "logging.basicConfig(level=logging.INFO, force=True)"
    assert not result["apart.py"].changed


@pytest.mark.parametrize(("level", "code"), [("logging.INFO", "PM126"), ("logging.DEBUG", "PM351")])
def test_asked_in_several_files(tmp_path, level, code):
    """The first of them counted; where they ask for the same, it does not matter which that is."""
    result = _migrated(
        tmp_path,
        {
            "step.py": f"{STEP}import logging\ndef log():\n    logging.basicConfig(level=logging.INFO)\n",
            "main.py": f"import logging\nfrom step import step\nlogging.basicConfig(level={level})\n",
        },
    )
    assert {code} == {f.code for each in result.values() for f in each.findings if f.name == "basicConfig"}


LOGS = "import paddle.fluid as fluid\nimport logging\n{}logging.basicConfig()\n"
ASKS = "import logging\n{}logging.basicConfig(level=logging.DEBUG)\n"


@pytest.mark.parametrize("imports", [
    "import logs\n", "import logs as l\n", "from logs import x\n", "from logs import x as y\n",
])  # fmt: skip
@pytest.mark.parametrize("before", ["", "if True:\n    ", "def main():\n    "])
def test_the_file_that_is_imported_first_had_its_way(tmp_path, imports, before):
    result = _migrated(tmp_path, {
        "logs.py": LOGS.format("def x(y):\n    return fluid.layers.relu(y)\n"), "again.py": ASKS.format(imports),
        "main.py": ASKS.format(imports + before), "other.py": "import logs\nx = logs.x\n",
    })  # fmt: skip
    assert _line(result["logs.py"].text) == "logging.basicConfig(force=True)"
    assert _line(result["main.py"].text) == "logging.basicConfig(level=logging.DEBUG)"
    assert not [f for each in result.values() for f in each.findings if f.code == "PM351"]


@pytest.mark.parametrize(
    ("logs", "main"),
    [
        ("def log():\n    ", "import logs\n"),
        ("if fluid:\n    ", "import logs\n"),
        ("", "try:\n    import logs\nexcept ImportError:\n    pass\n"),
        ("", "def main():\n    import logs\n"),
        ("import main\n", "import logs\n"),
        ("", "import between\n"),
    ],
)
def test_which_file_runs_first_is_not_known(tmp_path, logs, main):
    result = _migrated(tmp_path, {
        "logs.py": LOGS.format(logs), "main.py": ASKS.format(main),
        "between.py": "import logs\nimport paddle.fluid as f\n",
    })  # fmt: skip
    assert [f.code for each in result.values() for f in each.findings if f.name == "basicConfig"] == ["PM351"] * 2


def test_what_is_logged(run_both_ways):
    main = (
        "import logging, sys\nfrom step import step\n"
        "logging.basicConfig(stream=sys.stdout, format='%(levelname)s %(message)s', level=logging.INFO)\n"
        "if __name__ == '__main__':\n    logging.info('value %f', step())\n"
    )
    step = (
        "import numpy as np\nimport paddle.fluid as fluid\ndef step():\n    with fluid.dygraph.guard():\n"
        "        x = fluid.dygraph.to_variable(np.ones(3, 'float32'))\n"
        "        return fluid.layers.reduce_sum(x).numpy()[0]\n"
    )
    old, new = run_both_ways({"logs": {"main.py": main, "step.py": step}}, Options())
    assert old == new
    assert old["logs"] == ["INFO value 3.000000"]


GIVEN = "log = logging.getLogger({})\nlog.addHandler(logging.StreamHandler())\n"
QUIET = "log.propagate = False\nlog.addHandler("


@pytest.mark.parametrize(("lines", "new"), [
    (GIVEN.format("'train'"), f"\n{QUIET}"),
    (GIVEN.format("__name__") + "log.addHandler(f)\n", f"\n{QUIET}logging.StreamHandler())\nlog.addHandler(f)\n"),
    ("def get(name):\n    log = logging.getLogger(name)\n    log.addHandler(h)\n    return log\n",
     "\n    log.propagate = False\n    log.addHandler(h)\n"),
    ("class T:\n    def __init__(self):\n        self.log = logging.getLogger('t')\n        self.log.addHandler(h)\n",
     "\n        self.log.propagate = False\n        self.log.addHandler(h)\n"),
    (GIVEN.format(""), "\nlog.handlers.clear()\nlog.addHandler("),
    ("log = logging.getLogger()\nif a:\n    log.addHandler(h)\nlog.addHandler(g)\n",
     "\nif a:\n    log.handlers.clear()\n    log.addHandler(h)\nlog.addHandler(g)\n"),
])
def test_a_logger_with_a_handler(lines, new):
    result = migrate_source(HEAD + lines)
    assert new in result.text
    assert ("PM126", "addHandler") in {(f.code, f.name) for f in result.findings}
    assert migrate_source(result.text).text == result.text


@pytest.mark.parametrize("lines", [
    GIVEN.format("'a'") + "logging.getLogger('b').addHandler(h)\n", GIVEN.format("'a'") + "log.propagate = True\n",
    "log = made()\nlog.addHandler(h)\n", GIVEN.format("'a'") + "logging.root.setLevel(10)\n",
    GIVEN.format("'a'").replace(")\n", ")  # paddle-migrate: skip\n"),
])
def test_loggers_that_stay(lines):
    assert migrate_source(HEAD + lines).text.endswith(lines)


def test_handlers_in_several_files(tmp_path):
    result = _migrated(tmp_path, {"main.py": f"from step import step\nimport logging\n{GIVEN.format(1)}",
                                  "step.py": f"{STEP}import logging\n{GIVEN.format(2)}"})
    assert not any("propagate" in each.text for each in result.values())


def test_each_line_is_printed_once(run_both_ways):
    script = (f"import logging, sys\n{HEAD}log = logging.getLogger('t')\nlog.setLevel(logging.INFO)\n"
              "log.addHandler(logging.StreamHandler(sys.stdout))\nsys.stderr = sys.stdout\n"
              "for each in logging.getLogger().handlers: each.setStream(sys.stdout)\nlog.info('step %d', 1)\n")
    old, new = run_both_ways({"logged": {"main.py": script}})
    assert new == old
