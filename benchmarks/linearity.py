"""How the time of a migration grows with the text: of six times as many statements, over six; 1 is linear."""

from __future__ import annotations

import time

from paddle_migrate.api import migrate_source

HEAD = "import paddle.fluid as fluid\n"
FORMS = {
    "calls": "y{i} = fluid.layers.relu(x[{i}])\n",
    "functions": "def f{i}(x):\n    y = fluid.layers.relu(x)\n    return fluid.layers.mean(fluid.layers.fc(y, 3))\n\n",
    "classes": "class N{i}(fluid.dygraph.Layer):\n    def __init__(self):\n        super().__init__()\n"
    "        self.fc = fluid.dygraph.Linear(3, 4, act='relu')\n    def forward(self, x):\n        return self.fc(x)\n",
    "one name": "x = fluid.layers.relu(x)\n",
    "in one": "    x = fluid.layers.relu(x) if {i} else fluid.layers.mean(x).numpy()[0]\n",
    "branches": "if {i}:\n    x = fluid.layers.relu(x)\nelse:\n    x = fluid.layers.mean(x)\n",
    "left": "y = fluid.layers.no_such(x)\n",
}


def main() -> None:
    for name in FORMS:
        seconds(name, 50)  # what is read once
        few, many = min(seconds(name, 300) for _ in range(3)), seconds(name, 1800)
        print(f"{name:<10} {many / few / 6:.2f}")


def seconds(name: str, count: int) -> float:
    head = f"{HEAD}def f(x):\n" if name == "in one" else HEAD
    text = head + "".join(FORMS[name].replace("{i}", str(i)) for i in range(count))
    began = time.process_time()
    migrate_source(text)
    return time.process_time() - began


if __name__ == "__main__":
    main()
