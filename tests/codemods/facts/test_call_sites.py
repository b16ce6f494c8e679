"""The calls of a layer, where all of them are seen."""

from __future__ import annotations

import pytest
from paddle_migrate.facts.call_sites import call_sites

NET = """\
class Net(fluid.dygraph.Layer):
    def __init__(self):
        self.fc = fluid.dygraph.Linear(3, 4)
    def forward(self, x):
        return self.fc(x)
"""
ABOVE = "class Above(fluid.dygraph.Layer):\n    def once(self, x):\n        return {reads}\n"
DERIVED = NET.replace("(fluid.dygraph.Layer)", "(Above)")


def sites(read, text):
    script = read(text)
    (layer,) = [r for r in script.facts.references if r.short.endswith("Linear")]
    found = call_sites(script.facts, layer)
    return found if found is None else script.codes(found)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (NET, ["self.fc(x)"]),
        (NET.replace("(x)\n", "(self.fc(x))\n"), ["self.fc(self.fc(x))", "self.fc(x)"]),
        ("fc = fluid.dygraph.Linear(3, 4)\ny = fc(fc(x))\n", ["fc(fc(x))", "fc(x)"]),
        (NET.replace("self.fc(x)", "x"), []),
        (ABOVE.format(reads="x") + DERIVED, ["self.fc(x)"]),
        ("import abc\n" + NET.replace("fluid.dygraph.Layer", "fluid.dygraph.Layer, abc.ABC"), ["self.fc(x)"]),
    ],
)
def test_seen(read, text, found):
    assert sorted(sites(read, text)) == sorted(found)


@pytest.mark.parametrize(
    "text",
    [
        NET.replace("self.fc(x)", "use(self.fc)"),
        NET.replace("self.fc(x)", "self.sublayers()[0](x)"),
        NET.replace("self.fc(x)", "getattr(self, 'f' + 'c')(x)"),
        NET + "class Other(Net):\n    pass\n",
        NET + "Net().fc(x)\n",
        NET + "other.fc(x)\n",
        NET.replace("        self.fc", "        self.fc = other\n        self.fc", 1),
        "fcs = [fluid.dygraph.Linear(3, 4)]\nfcs[0](x)\n",
        "for i in y:\n    fc = fluid.dygraph.Linear(3, 4)\n    fc(x)\n",
        "fc = fluid.dygraph.Linear(3, 4)\nfc = wrap(fc)\nfc(x)\n",
        "fluid.dygraph.Linear(3, 4)(x)\n",
        ABOVE.format(reads="self.fc(x)") + DERIVED,
        ABOVE.format(reads="self.fc(x)") + "class Between(Above):\n    pass\n" + DERIVED.replace("Above", "Between"),
        ABOVE.format(reads="getattr(self, 'fc')(x)") + DERIVED,
        ABOVE.format(reads="x") + DERIVED.replace("(Above)", "(made())"),
        "from research import Above\n" + DERIVED,
    ],
)
def test_not_all_are_seen(read, text):
    assert sites(read, text) is None
