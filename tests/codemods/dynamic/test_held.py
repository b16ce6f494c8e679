"""What a scope holds, read by a parameter's own name."""

from __future__ import annotations

import pytest
from paddle_migrate.api import Options, migrate_source

NAMED = ("fluid.layers.fc(hidden, 1)", 'fluid.layers.fc(hidden, 1, param_attr=fluid.ParamAttr("last", '
                                       "initializer=fluid.initializer.Constant(0.5)))")
END = "        print(value)\n"
READ = '    print(np.array(fluid.global_scope().find_var("last").get_tensor()))\n'


def test_the_parameter_of_that_name(layers):
    text = layers(NAMED, (END, END + READ))
    assert '    print(np.array({each.name: each for each in network.parameters()}["last"]))\n' in text


def test_same_numbers(run_both_ways, old):
    script = old.replace(*NAMED).replace('8, act="relu")', "8, param_attr=fluid.initializer.Constant(0.1))").replace(
        END, END.replace("value)", '"%.5f" % value[0])') + READ.replace("get_tensor())", "get_tensor()).round(5)"))
    was, new = run_both_ways({"held": {"main.py": script}}, Options(dygraph=True))
    assert new == was
    assert len(new["held"]) > 3


SET = '    fluid.global_scope().find_var("last").get_tensor().set(np.ones([8, 1], "float32"), fluid.CPUPlace())\n'
START = "    exe.run(fluid.default_startup_program())\n"


def test_a_parameter_is_set(layers):
    text = layers(NAMED, (START, START + SET))
    assert ('    {each.name: each for each in network.parameters()}["last"].set_value(np.ones([8, 1], "float32"))\n'
            ) in text


def test_what_is_set_before_the_start_stays(old):
    text = old.replace(*NAMED).replace(START, SET + START)
    assert "enable_static()" in migrate_source(text, options=Options(dygraph=True)).text


@pytest.mark.parametrize("read", [
    READ.replace('"last"', '"fc_1.w_0"'),
    READ.replace('"last"', 'ARRAY.name'),
    READ.replace("np.array(", "("),
    READ.replace(".get_tensor()", ""),
    '    print(fluid.global_scope().find_var("last").get_tensor().set(ARRAY, fluid.CPUPlace()))\n',
    '    fluid.global_scope().find_var("last").get_tensor().set(array=ARRAY, place=fluid.CPUPlace())\n',
    "    print(fluid.global_scope())\n",
])
def test_what_stays_a_program(old, read):
    result = migrate_source(old.replace(*NAMED).replace(END, END + read), options=Options(dygraph=True))
    assert any("what a scope holds is read here otherwise" in each.message for each in result.findings)
    assert "enable_static()" in result.text
