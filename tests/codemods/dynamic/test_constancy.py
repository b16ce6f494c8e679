"""What was worked out once when the program was built."""

from __future__ import annotations

import pytest

HIDDEN = '    hidden = fluid.layers.fc(x, 8, act="relu")\n'
PREDICT = "    predict = net(x)\n"


def test_what_is_set_before_may_be_read(layers):
    text = layers((PREDICT, "    if ARRAY.any():\n        scale = 2.0\n    else:\n        scale = 3.0\n"
                            "    predict = net(x) * scale\n"))
    assert "network = Network(scale=scale)" in text


@pytest.mark.parametrize(("old_text", "new_text", "why"), [
    (PREDICT, "    scale = 2.0\n    predict = net(x) * scale\n    scale = 3.0\n", "scale is set behind the network"),
    (PREDICT, "    predict = net(x) * float(np.random.rand())\n", "np.random.rand() would be called anew"),
    (HIDDEN, f"{HIDDEN}    print(hidden)\n", "print() would be called anew"),
    (HIDDEN, f"{HIDDEN}    hidden = hidden * ARRAY[0, 0]\n", None),
    ('ARRAY = np', 'ARRAY = 1\nARRAY = np', None),
    (HIDDEN, f"{HIDDEN}    text = '''a\n    b'''\n", "a string of several lines"),
])
def test_what_is_read_anew_stays_a_program(stays, layers, old_text, new_text, why):
    if why is None:
        layers((old_text, new_text))
    else:
        assert why in stays((old_text, new_text))


def test_what_is_set_several_times_stays(stays):
    why = stays((HIDDEN, f"{HIDDEN}    hidden = hidden * RATE\n"), ("ARRAY =", "RATE = 1.0\nRATE = 2.0\nARRAY ="))
    assert "RATE is set several times" in why
