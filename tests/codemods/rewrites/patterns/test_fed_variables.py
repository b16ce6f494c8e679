"""Runs that are fed variables that last: a learning rate, a parameter."""

from __future__ import annotations

import pytest
from paddle_migrate.api import Options, migrate_module, migrate_source
from paddle_migrate.project.project import Project

HEAD = """\
import numpy as np
import paddle.fluid as fluid
main = fluid.default_main_program()
x = fluid.data('x', [None, 4])
h = fluid.layers.fc(x, 2, param_attr=fluid.ParamAttr(name='w'))
rate = fluid.layers.create_global_var([1], 0.1, 'float32', name='rate')
NAME = 'ra' + 'te'
exe = fluid.Executor()
"""


def migrated(text):
    return migrate_source(HEAD + text, options=Options(programs=True))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("exe.run(main, feed={'x': a, 'rate': r}, fetch_list=[h])\n",
         "exe.run(main, feed=feed_data({'x': a, 'rate': r}, main), fetch_list=[h])\n"),
        ("exe.run(main, {'x': a, NAME: r}, [h])\n", "exe.run(main, feed_data({'x': a, NAME: r}, main), [h])\n"),
        ("exe.run(feed={'x': a, rate.name: r}, fetch_list=[h])\n",
         "exe.run(feed=feed_data({'x': a, rate.name: r}), fetch_list=[h])\n"),
        ("exe.run(main, feed=dict(x=a, w=r), fetch_list=[h])\n",
         "exe.run(main, feed=feed_data(dict(x=a, w=r), main), fetch_list=[h])\n"),
        ("feed = dict(x=a)\nfeed['w'] = r\nexe.run(main, feed=feed, fetch_list=[h])\n",
         "feed = dict(x=a)\nfeed['w'] = r\nexe.run(main, feed=feed_data(feed, main), fetch_list=[h])\n"),
        ("def fed(with_rate):\n    made = {'x': a}\n    if with_rate:\n        made['rate'] = r\n    return made\n"
         "exe.run(main, feed=fed(True), fetch_list=[h])\n",
         "exe.run(main, feed=feed_data(fed(True), main), fetch_list=[h])\n"),
        ("exe.run(main, feed={v.name: a for v in (x, rate)}, fetch_list=[h])\n",
         "exe.run(main, feed=feed_data({v.name: a for v in (x, rate)}, main), fetch_list=[h])\n"),
        ("exe.run(main, feed=dict(zip([v.name for v in fed], a)), fetch_list=[h])\n",
         "exe.run(main, feed=feed_data(dict(zip([v.name for v in fed], a)), main), fetch_list=[h])\n"),
        ("feed = {'x': a}\nfeed.update({v.name: r for v in states})\nexe.run(main, feed=feed, fetch_list=[h])\n",
         "feed = {'x': a}\nfeed.update({v.name: r for v in states})\n"
         "exe.run(main, feed=feed_data(feed, main), fetch_list=[h])\n"),
        ("feed = {'x': a}\nfor v in states:\n    feed[v.name] = r\nexe.run(main, feed=feed, fetch_list=[h])\n",
         "feed = {'x': a}\nfor v in states:\n    feed[v.name] = r\n"
         "exe.run(main, feed=feed_data(feed, main), fetch_list=[h])\n"),
    ],
)
def test_what_is_no_data_is_set(old, new):
    result = migrated(old)
    assert result.text.endswith(new)
    assert not result.left
    assert migrate_source(result.text, options=Options(programs=True)).text == result.text


@pytest.mark.parametrize("attributes", ["Attr = fluid.ParamAttr", "from paddle.fluid import ParamAttr as Attr",
                                        "made = {'a': fluid.param_attr.ParamAttr}\nAttr = made['a']"])
def test_attributes_by_another_name(attributes):
    text = HEAD.replace("h = fluid.layers.fc(x, 2, param_attr=fluid.ParamAttr(name='w'))",
                        f"{attributes}\nh = fluid.layers.fc(x, 2, param_attr=Attr(name='w'))")
    result = migrate_source(text + "exe.run(main, feed={'x': a, 'w': r}, fetch_list=[h])\n")
    assert "feed=feed_data({'x': a, 'w': r}, main)" in result.text


@pytest.mark.parametrize(
    ("named", "is_one"),
    [
        ("class A(object):\n    @staticmethod\n    def of(*a, **k):\n        return fluid.ParamAttr(*a, **k)\n"
         "attr = A.of(name='w')", True),
        ("attr = fluid.ParamAttr(name=''.join(['w', '']))", True),
        ("attr = fluid.ParamAttr(**{'name': 'w'})", True),
        ("attr = fluid.ParamAttr(name=prefix + '_w')", False),  # no name of data ends so
        ("attr = None", False),
    ],
)
def test_a_parameter_of_a_name_that_is_not_known_whole(named, is_one):
    head = HEAD.replace("h = fluid.layers.fc(x, 2, param_attr=fluid.ParamAttr(name='w'))",
                        f"{named}\nh = fluid.layers.fc(x, 2, param_attr=attr)")
    result = migrate_source(head + "exe.run(main, feed={'x': a, 'w': r}, fetch_list=[h])\n")
    assert ("feed=feed_data({'x': a, 'w': r}, main)" in result.text) is is_one
    only_data = migrate_source(head + "exe.run(main, feed={'x': a}, fetch_list=[h])\n")
    assert "feed_data" not in only_data.text


def test_what_another_file_puts_in(tmp_path):
    (tmp_path / "more.py").write_text("import paddle.fluid as fluid\ndef add(fed):\n    fed['rate'] = 0.1\n")
    path = tmp_path / "main.py"
    text = f"import more\n{HEAD}fed = {{'x': a}}\nmore.add(fed)\nexe.run(main, feed=fed, fetch_list=[h])\n"
    path.write_text(text)
    result = migrate_module(text, path, Options(programs=True), Project([path, tmp_path / "more.py"], [tmp_path]))
    assert "exe.run(main, feed=feed_data(fed.copy(), main), fetch_list=[h])" in result.text


@pytest.mark.parametrize(
    "text",
    [
        "exe.run(main, feed={'x': a}, fetch_list=[h])\n",
        "exe.run(main, feed={'x': a, 'y': b}, fetch_list=[h])\n",
        "exe.run(main, feed={x.name: a}, fetch_list=[h])\n",
        "exe.run(main, feed={v.name: a for v in (x, x)}, fetch_list=[h])\n",
        "exe.run(main, feed=dict(zip([v.name for v in (x, x)], (a, b))), fetch_list=[h])\n",
        "rates = {'rates': 1}\nexe.run(main, feed=feed, fetch_list=[h])\n",
        "thread.run({'rate': 1})\n",
        "exe.run(main, feed={'x': a, 'rate': b}, fetch_list=[h])  # paddle-migrate: skip\n",
    ],
)
def test_what_stays(text):
    assert migrated(text).text.endswith(text)


@pytest.mark.parametrize("fetched", ["'rate'", "NAME", "'w'", "'x'"])
def test_what_lasts_is_fetched_by_its_name(fetched):
    result = migrated(f"exe.run(main, feed={{'x': a}}, fetch_list=[h, {fetched}])\n")
    assert result.text.endswith(f"feed={{'x': a}}, fetch_list=variables([h, {fetched}], main))\n")
    assert not result.left


@pytest.mark.parametrize("fetched", ["'fc_0.tmp_1'", "NAME + '_1'", "'rates'"])
def test_what_is_computed_is_not(fetched):
    assert "fetch_list" in [each.name for each in migrated(f"exe.run(main, fetch_list=[h, {fetched}])\n").left]
