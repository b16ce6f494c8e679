"""Calls of legacy names: arguments mapped, constants folded, defaults left out, order kept."""

from __future__ import annotations

import textwrap

import pytest
from paddle_migrate.api import Options, migrate_source
from paddle_migrate.findings import levels

HEAD = "import paddle.fluid as fluid\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("fluid.layers.reshape(x, [2, -1])", "paddle.reshape(x, [2, -1])"),
        ("fluid.layers.reshape(shape=[2, -1], x=x)", "paddle.reshape(shape=[2, -1], x=x)"),
        ("fluid.layers.mean(x, name='loss')", "paddle.mean(x)"),
        ("fluid.save(m, 'p')", "paddle.static.save(m, 'p')"),
        ("fluid.save(program=m, model_path='p')", "paddle.static.save(m, 'p')"),
        ("fluid.save(model_path='p', program=m)", "paddle.static.save(m, 'p')"),
        ("fluid.save(m, model_path=p())", "paddle.static.save(m, p())"),
        ("fluid.dygraph.to_variable(a)", "paddle.to_tensor(a)"),
        ("fluid.dygraph.to_variable(value=a)", "paddle.to_tensor(data=a)"),
        ("fluid.dygraph.to_variable(make(a))", "paddle.to_tensor(make(a))"),
        ("fluid.regularizer.L2Decay(regularization_coeff=0.1)", "paddle.regularizer.L2Decay(coeff=0.1)"),
        ("fluid.regularizer.L2DecayRegularizer(0.1)", "paddle.regularizer.L2Decay(0.1)"),
        ("fluid.layers.matmul(x, y, alpha=1.0)", "paddle.matmul(x, y)"),
        ("fluid.layers.matmul(x, y, alpha=d ** -0.5)", "(d ** -0.5) * paddle.matmul(x, y)"),
        ("fluid.optimizer.SGD(0.1, p)", "paddle.optimizer.SGD(0.1, p)"),
        (
            "fluid.optimizer.MomentumOptimizer(0.1, 0.9, parameter_list=p)",
            "paddle.optimizer.Momentum(0.1, 0.9, parameters=p)",
        ),
        (
            "fluid.optimizer.Momentum(learning_rate=0.1, momentum=0.5, parameter_list=p, regularization=r)",
            "paddle.optimizer.Momentum(learning_rate=0.1, momentum=0.5, parameters=p, weight_decay=r)",
        ),
        (
            "fluid.optimizer.Adagrad(0.1, 1e-6, p, None, None, None, 0.1)",
            "paddle.optimizer.Adagrad(0.1, 1e-6, p, None, None, None, 0.1)",
        ),
    ],
)
def test_functions_and_optimizers(check_transformed, before, after):
    check_transformed(f"import paddle\n{HEAD}y = {before}\n", f"import paddle\ny = {after}\n")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("bilinear_tensor_product(x=a, y=b, size=9)",
         "nn.Bilinear(in1_features=a.shape[1], in2_features=b.shape[1], out_features=9)(a, b)"),
        ("bilinear_tensor_product(a, b, 9, act='relu')", "F.relu(nn.Bilinear(a.shape[1], b.shape[1], 9)(a, b))"),
        ("prelu(a, 'channel')", "nn.PReLU(a.shape[1])(a)"),
        ("prelu(a, 'all')", "nn.PReLU()(a)"),
    ],
)
def test_a_layer_of_a_program_is_called_with_what_its_sizes_were_read_from(before, after):
    head = f"{HEAD}a, b = (fluid.data(name, [None, 4, 2, 2]) for name in 'ab')\n"
    assert f"y = {after}\n" in migrate_source(f"{head}y = fluid.layers.{before}\n").text


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("Conv2D(1, 20, 5)", "nn.Conv2D(1, 20, 5)"),
        ("Conv2D(1, 20, 5, 2, 1)", "nn.Conv2D(1, 20, 5, 2, 1)"),
        ("Conv2D(1, 20, 5, use_cudnn=True, groups=4)", "nn.Conv2D(1, 20, 5, groups=4)"),
        (
            "Conv2D(1, 20, filter_size=5, param_attr=w, bias_attr=False)",
            "nn.Conv2D(1, 20, kernel_size=5, weight_attr=w, bias_attr=False)",
        ),
        ("Conv2D(1, 20, 5, act=None)", "nn.Conv2D(1, 20, 5)"),
        ("Pool2D(2, 'max', 2)", "nn.MaxPool2D(2, 2)"),
        ("Pool2D(pool_size=2, pool_stride=2)", "nn.MaxPool2D(kernel_size=2, stride=2)"),
        ("Pool2D(3, pool_type='avg', pool_stride=2, pool_padding=1)", "nn.AvgPool2D(3, stride=2, padding=1)"),
        ("Pool2D(2)", "nn.MaxPool2D(2, stride=1)"),
        ("Pool2D(size, 'max', 2)", "nn.MaxPool2D(size, 2)"),
        ("Linear(980, 10)", "nn.Linear(980, 10)"),
        (
            "Linear(input_dim=980, output_dim=10, bias_attr=False)",
            "nn.Linear(in_features=980, out_features=10, bias_attr=False)",
        ),
    ],
)
def test_layers(check_transformed, before, after):
    check_transformed(
        f"from paddle.fluid.dygraph.nn import Conv2D, Linear, Pool2D\nlayer = {before}\n",
        f"import paddle.nn as nn\nlayer = {after}\n",
    )


def test_an_argument_that_becomes_an_expression_stays_in_its_place(check_transformed):
    check_transformed(
        """\
        import paddle.fluid as fluid
        conv = fluid.dygraph.Conv2D(
            num_channels=1,  # 通道
            num_filters=f(2),
            filter_size=3,
            groups=g)
        """,
        """\
        import paddle.nn as nn
        conv = nn.Conv2D(
            in_channels=1,  # 通道
            out_channels=f(2),
            kernel_size=3,
            groups=1 if g is None else g)
        """,
    )


@pytest.mark.parametrize(("default", "written"), [("1", "groups"), ("None", "1 if groups is None else groups")])
def test_a_program_asks_of_none_only_where_it_may_be(default, written):
    new = migrate_source(textwrap.dedent(f"""\
        import paddle.fluid as fluid
        def conv(x, groups={default}):
            return fluid.layers.conv2d(x, 8, 3, groups=groups)
        x = fluid.data("x", [None, 4, 8, 8])
        y = conv(x)
        exe = fluid.Executor(fluid.CPUPlace())
        exe.run(fluid.default_startup_program())
        exe.run(feed={{"x": a}}, fetch_list=[y])
        """)).text
    assert f"groups={written})" in new


def test_an_expression_in_place_and_an_argument_behind_it(check_transformed):
    check_transformed(
        "import paddle\nimport paddle.fluid as fluid\n"
        "y = fluid.layers.pool2d(input=x, pool_type='avg', global_pooling=True, data_format=d)\n",
        "import paddle\ny = paddle.mean(x=x, axis=[2, 3] if d == 'NCHW' else [1, 2], keepdim=True)\n",
    )


def test_dropout_follows_the_model(check_transformed):
    check_transformed(
        """\
        import paddle.fluid as fluid
        class Net(fluid.dygraph.Layer):
            def forward(self, x):
                return fluid.layers.dropout(x, 0.1, dropout_implementation='upscale_in_train')
        """,
        """\
        import paddle.nn as nn
        import paddle.nn.functional as F
        class Net(nn.Layer):
            def forward(self, x):
                return F.dropout(x, 0.1, training=self.training)
        """,
    )


def test_dropout_outside_a_model_is_left(check_noop):
    result = check_noop("import paddle.fluid as fluid\ny = fluid.layers.dropout(x, 0.1)\n")
    assert "in training" in result.left[0].message


def test_global_pooling(check_transformed):
    check_transformed(
        "import paddle.fluid as fluid\np = fluid.dygraph.Pool2D(pool_type='avg', global_pooling=True)\n",
        "import paddle.nn as nn\np = nn.AdaptiveAvgPool2D(output_size=1)\n",
    )


def test_nested_calls(check_transformed):
    check_transformed(
        f"import paddle\n{HEAD}loss = fluid.layers.mean(fluid.layers.cross_entropy(fluid.layers.softmax(x), y))\n",
        """\
        import paddle
        import paddle.nn.functional as F
        loss = paddle.mean(F.cross_entropy(F.softmax(x), y, reduction="none", use_softmax=False))
        """,
    )


def test_an_attribute_of_a_number(check_transformed):
    check_transformed(
        "import paddle.fluid as fluid\ny = fluid.layers.rank(0)\n",
        'import paddle\ny = paddle.to_tensor((0).ndim, dtype="int32")\n',
    )


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("Xavier(True,)", "XavierUniform()"),
        ("Xavier(\n    True,\n)", "XavierUniform()"),
        ("Xavier(True, None,)", "XavierUniform(None,)"),
        ("Xavier( True,  # why\n)", "XavierUniform(   # why\n)"),
        ("Xavier(  # why\n True)", "XavierUniform(  # why\n )"),
        ("Xavier(True,  # why\n  seed=0)", "XavierUniform(  # why\n  )"),
    ],
)
def test_the_last_argument_goes_with_its_comma_and_without_comments(check_transformed, before, after):
    check_transformed(
        f"import paddle.fluid as fluid\ninit = fluid.initializer.{before}\n",
        f"import paddle.nn as nn\ninit = nn.initializer.{after}\n",
    )


def test_quotes_follow_the_script(check_transformed):
    check_transformed(
        f"a = ''\n{HEAD}loss = fluid.layers.cross_entropy(p, y)\n",
        "a = ''\nimport paddle.nn.functional as F\nloss = F.cross_entropy(p, y, reduction='none', use_softmax=False)\n",
    )


def test_comments_and_lines_inside_a_call_stay(check_transformed):
    check_transformed(
        """\
        import paddle.fluid as fluid
        conv = fluid.dygraph.Conv2D(
            num_channels=1,  # 通道
            num_filters=20,
            use_cudnn=True,
            # the kernel
            filter_size=5,
        )
        """,
        """\
        import paddle.nn as nn
        conv = nn.Conv2D(
            in_channels=1,  # 通道
            out_channels=20,
            # the kernel
            kernel_size=5,
        )
        """,
    )


def test_a_dropped_argument_is_said(check_transformed):
    result = check_transformed(
        "import paddle.fluid as fluid\nconv = fluid.dygraph.Conv2D(1, 2, 3, use_cudnn=False)\n",
        "import paddle.nn as nn\nconv = nn.Conv2D(1, 2, 3)\n",
    )
    assert any(f.code == "PM121" and "use_cudnn=" in f.message for f in result.findings)


def test_a_list_is_taken_apart(check_transformed):
    check_transformed(
        "import paddle.fluid as fluid\ne = fluid.dygraph.Embedding([vocabulary, 32], padding_idx=0)\n",
        "import paddle.nn as nn\ne = nn.Embedding(vocabulary, 32, padding_idx=0)\n",
    )


@pytest.mark.parametrize(
    ("call", "says"),
    [
        ("fluid.layers.dropout(**options)", "**"),
        ("fluid.layers.roi_pool(*inputs)", "*"),
        ("fluid.layers.relu(x, y, z, w)", "takes"),
        ("fluid.layers.relu(input=x)", "'input'"),
        ("fluid.layers.cross_entropy(input=p)", "'label'"),
        ("fluid.dygraph.Pool2D(-1)", "pool_size is needed"),
        ("fluid.dygraph.Pool2D(size, 'sum')", "'max' or 'avg'"),
        ("fluid.clip.GradientClipByGlobalNorm(1.0, need_clip=f)", "need_clip="),
    ],
)
def test_what_cannot_be_inlined_is_left_and_reported(check_noop, call, says):
    result = check_noop(f"{HEAD}y = {call}\n")
    assert len(result.left) == 1
    assert says in result.left[0].message
    assert result.left[0].line == 2


def test_an_argument_that_comes_to_call_nothing_may_be_dropped(check_transformed):
    check_transformed(
        "import paddle.fluid as fluid\ny = fluid.layers.relu(x, name=fluid.layers.addcmul(a, b, c))\n",
        "import paddle.nn.functional as F\ny = F.relu(x)\n",
    )


def test_an_argument_with_an_effect_is_evaluated_once():
    result = migrate_source(f"{HEAD}e = fluid.dygraph.Embedding(size())\n")
    assert result.text.endswith("\ne = Embedding(size())\n")
    assert "def Embedding(size, " in result.text


def test_a_rule_that_calls_a_helper():
    """The helper is written into the script and called by its name there."""
    text = migrate_source(f"{HEAD}y = fluid.layers.image_resize(x, [6, 7], resample='NEAREST')\n").text
    assert text.startswith("import paddle\nimport numpy as np\n\n\ndef resize_nearest(input, out_shape=None, ")
    assert text.endswith("\ny = resize_nearest(x, [6, 7])\n")
    assert migrate_source(text).text == text


def test_a_dtype_of_whole_numbers_is_said_once_a_file():
    result = migrate_source(f"{HEAD}a = fluid.layers.reduce_sum(x)\nb = fluid.layers.reduce_sum(y)\n")
    notes = [f for f in result.findings if f.level == "note"]
    assert [(f.line, f.code, f.name) for f in notes] == [(2, "PM213", "fluid.layers.reduce_sum")]
    assert "int64" in notes[0].message


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ("z = fluid.layers.log(x)\ny = fluid.layers.reduce_sum(z)", False),
        ("y = fluid.layers.reduce_sum(input=fluid.layers.reshape(fluid.layers.exp(x), [2]), dim=0)", False),
        ("z = fluid.layers.softmax(x)\nz = fluid.layers.transpose(z, [1, 0])\ny = fluid.layers.reduce_sum(z)", False),
        ("y = fluid.layers.reduce_sum(fluid.dygraph.Linear(2, 3)(x) * w)", False),
        ("y = fluid.layers.reduce_sum(fluid.layers.concat([x, fluid.layers.tanh(x)])[0])", False),
        ("z = fluid.layers.log(x)\nif c:\n    z = fluid.layers.scale(z, 2.0)\ny = fluid.layers.reduce_sum(z)", False),
        ("z = fluid.layers.log(x)\nwhile c:\n    z = z * w\ny = fluid.layers.reduce_sum(z)", False),
        ("zs = []\nfor _ in r:\n    zs.append(fluid.layers.log(x))\n"
         "y = fluid.layers.reduce_sum(fluid.layers.concat(zs))", False),
        ("y = fluid.layers.reduce_sum(fluid.layers.cast(x, 'float16' if half else 'float32'))", False),
        ("z = fluid.layers.log(x)\ny = fluid.layers.reduce_sum(fluid.layers.cast(x > 0, z.dtype))", False),
        ("z = x\nwhile c:\n    z = z * w\ny = fluid.layers.reduce_sum(z)", True),
        ("zs = []\nzs.append(x)\ny = fluid.layers.reduce_sum(fluid.layers.concat(zs))", True),
        ("y = fluid.layers.reduce_sum(fluid.layers.cast(x, 'int32' if half else 'float32'))", True),
        ("y = fluid.layers.reduce_sum(fluid.layers.cast(x > 0, w.dtype))", True),
        ("y = fluid.layers.reduce_sum(x)", True),
        ("y = fluid.layers.reduce_sum(dim=0, input=x)", True),
        ("y = fluid.layers.reduce_sum(fluid.layers.reshape(x, [2]))", True),
        ("y = fluid.layers.reduce_sum(fluid.layers.argmax(fluid.layers.exp(x)))", True),
        ("y = fluid.layers.reduce_sum(own(fluid.layers.exp(x)))", True),
        ("z = fluid.layers.log(x)\nif c:\n    z = x\ny = fluid.layers.reduce_sum(z)", True),
        ("for z in fluid.layers.log(x):\n    y = fluid.layers.reduce_sum(z)", True),
    ],
)
def test_a_dtype_of_whole_numbers_is_not_said_of_floats(lines, said):
    result = migrate_source(f"{HEAD}{lines}\n")
    assert [f.code for f in result.findings if f.code == "PM213"] == ["PM213"] * said


@pytest.mark.parametrize(
    ("target", "becomes", "codes"),
    [
        ("2.6", "nn.initializer.TruncatedNormal(0.0, 0.1)", ["PM214"]),
        ("3", "nn.initializer.TruncatedNormal(0.0, 0.1, a=0.0 - 2 * 0.1, b=0.0 + 2 * 0.1)", []),
    ],
)
def test_a_form_for_one_paddle_is_said(target, becomes, codes):
    result = migrate_source(f"{HEAD}i = fluid.initializer.TruncatedNormal(0.0, 0.1)\n", options=Options(target=target))
    assert result.text == f"import paddle.nn as nn\ni = {becomes}\n"
    assert [f.code for f in result.findings if f.level == "note"] == codes


def test_a_dropped_name_may_be_put_together(check_transformed):
    check_transformed(
        """
        import paddle.fluid as fluid
        y = fluid.layers.relu(x, name='relu_' + str(i))
        z = fluid.layers.relu(x, name="relu_{}_{}".format(i, len(x)))
        """,
        """
        import paddle.nn.functional as F
        y = F.relu(x)
        z = F.relu(x)
        """,
    )


IN_ANOTHER = "import os\nimport paddle.fluid as fluid\nfluid.layers.fc(fluid.data('x', [None, 3]), 2)\n"


@pytest.mark.parametrize("line", [
    "fluid.io.save_params(fluid.Executor(fluid.CPUPlace()), 'd', main)",
    "fluid.io.save_params(dirname='d', executor=fluid.Executor(place), main_program=main)",
    "save = lambda folder: fluid.io.save_persistables(fluid.Executor(None), folder, main)",
])
def test_a_dropped_executor_does_nothing(line):
    result = migrate_source(IN_ANOTHER + "main = fluid.default_main_program()\n" + line + "\n")
    assert "fluid" not in result.text
    assert "Executor" not in result.text
    assert result.left == []


@pytest.mark.parametrize("executor", [
    "make()", "fluid.Executor(make())", "fluid.Executor(fluid.CUDAPlace(int(os.environ['ID'])))",
    "fluid.Executor([place := fluid.CPUPlace()][0])"])
def test_a_dropped_executor_of_which_something_is_called(executor):
    result = migrate_source(IN_ANOTHER + "main = fluid.default_main_program()\n"
                            f"fluid.io.save_params({executor}, 'd', main)\n")
    assert [each.code for each in result.left] == ["PM303"]


@pytest.mark.parametrize("name", ["str(next(numbers))", "scope.format(i)", "'{}'.format(next(numbers))", "int(i)"])
def test_a_dropped_name_that_may_do_something_stays(name):
    text = migrate_source(f"import paddle.fluid as fluid\ny = fluid.layers.concat(x, name={name})\n").text
    assert text.endswith(f"\ny = concat(x, name={name})\n")


@pytest.mark.parametrize("own", ["def str(x): pass", "str = print", "from mine import str", "f = lambda str: 0"])
def test_a_str_of_the_scripts_own_may_do_something(own):
    text = migrate_source(f"import paddle.fluid as fluid\n{own}\ny = fluid.layers.concat(x, name=str(i))\n").text
    assert text.endswith("\ny = concat(x, name=str(i))\n")


def test_a_missing_argument_is_seen_behind_one_that_is_not_known(check_noop):
    """Each of the two lengths is needed; which value the given one has does not matter."""
    result = check_noop("import paddle.fluid as fluid\n\ny = fluid.layers.warpctc(x, label, input_length=lengths)\n")
    assert "give input_length and label_length" in result.findings[0].message


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("fluid.dygraph.Linear(2, 3, dtype='float64')", "nn.Linear(2, 3).to(dtype='float64')"),
        ("fluid.dygraph.Linear(2, 3, dtype=kind)", "nn.Linear(2, 3).to(dtype=kind)"),
        ("fluid.dygraph.Linear(2, 3, dtype='float32')", "nn.Linear(2, 3)"),
        ("fluid.dygraph.Embedding([5, 3], dtype='float64')", "nn.Embedding(5, 3).to(dtype='float64')"),
    ],
)
def test_a_layers_dtype(check_transformed, before, after):
    check_transformed(f"{HEAD}layer = {before}\n", f"import paddle.nn as nn\nlayer = {after}\n")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("fluid.embedding(x, [5, 3], dtype=kind)",
         "F.embedding(x, nn.Layer().create_parameter(shape=[5, 3], dtype=kind, attr=None))"),
        ("fluid.embedding(input=x, size=size, is_sparse=True, param_attr='w', dtype='float16')",
         "F.embedding(x=x, weight=nn.Layer().create_parameter(shape=size, dtype='float16', attr='w'), sparse=True)"),
    ],
)
def test_a_table_of_another_dtype_is_no_layer_which_a_program_could_not_cast(before, after):
    result = migrate_source(f"{HEAD}y = {before}\n")
    assert f"y = {after}\n" in result.text


def test_a_subclass_with_another_dtype_is_left():
    source = (
        f"{HEAD}\n\nclass L(fluid.dygraph.Linear):\n    def __init__(self):\n"
        "        super().__init__(2, 3, dtype='float64')\n"
    )
    result = migrate_source(source)
    assert "super().__init__(2, 3, dtype='float64')" in result.text
    assert "no form as one call" in " ".join(f.message for f in result.left)


@pytest.mark.parametrize(("more", "said"), [
    ("", 0), (", False", 0), (", ignore_index=-100", 0), (", ignore_index=255", 1), (", False, -1", 1),
    (", ignore_index=ignored", 1), (", return_softmax=True", 0),
])
def test_what_an_argument_does_to_the_numbers_is_said_where_it_is_given(more, said):
    text = f"import paddle.fluid as fluid\n\n\ndef loss(x, y, ignored):\n" \
           f"    return fluid.layers.softmax_with_cross_entropy(x, y{more})\n"
    result = migrate_source(text)
    words = [finding.message for finding in result.left if finding.code == "PM343"]
    assert (len(words), len(result.left)) == (said, said)
    assert all("had ignored labels in the gradient" in each for each in words)


@pytest.mark.parametrize(
    ("call", "codes"),
    [
        ("fluid.optimizer.Adadelta(0.1, parameter_list=p)", set()),
        ("fluid.layers.yolo_box(x, s, [1, 2], 3, 0.1, 4)", {"PM202"}),  # 1.8.5 was wrong there
        ("fluid.optimizer.Adam(0.1, parameter_list=p)", set()),
        ("fluid.optimizer.SGD(0.1, parameter_list=p)", set()),
        ("fluid.initializer.NormalInitializer(seed=3)", {"PM201"}),  # other numbers are drawn
        ("fluid.layers.relu(x, name='r')", set()),
        ("fluid.layers.reshape(x, [2], inplace=True)", set()),
        ("fluid.layers.softmax(x, use_cudnn=True)", set()),
    ],
)
def test_what_is_said_without_being_asked(call, codes):
    """A note where something is seen of it; else with -v alone."""
    result = migrate_source(f"import paddle.fluid as fluid\nwith fluid.dygraph.guard():\n    y = {call}\n")
    assert {f.code for f in result.findings if f.level != "rewritten"} == codes
    assert result.left == []


def test_what_is_said_beside_a_use_is_no_use():
    result = migrate_source(f"{HEAD}y = fluid.layers.softmax(x, use_cudnn=True, name='s')\n")
    assert [f.code for f in result.findings] == ["PM101", "PM121", "PM121"]
    assert list(levels(result.findings)) == ["rewritten"]


@pytest.mark.parametrize("given", ["", ", epsilon=1e-8", ", 0.9, 0.99, 1e-8", ", epsilon=small", ", epsilon=known()"])
def test_adam_is_a_class_that_adds_epsilon_as_it_is(given):
    text = f"import paddle.fluid as fluid\nEPS, small = 1e-6, 1e-8\nopt = fluid.optimizer.Adam(0.1{given})\n"
    text += "with fluid.dygraph.guard():\n    opt.minimize(loss)\n"
    result = migrate_source(text)
    assert f"opt = Adam(0.1{given})" in result.text
    assert result.text.count("class Adam(paddle.optimizer.Adam):") == 1
    assert not [finding for finding in result.findings if finding.code in ("PM202", "PM343")]


def test_an_epsilon_beside_a_schedule_and_sparse_gradients():
    text = "import paddle.fluid as fluid\ndef train(loss, eps):\n" \
           "    opt = fluid.optimizer.Adam(fluid.layers.noam_decay(5, 6), epsilon=eps)\n    opt.minimize(loss)\n" \
           "loss = fluid.layers.mean(fluid.embedding(fluid.data('x', [None], 'int64'), [9, 4], is_sparse=True))\n"
    text = migrate_source(text).text
    assert "of_rows(" in text.partition("def train")[2]
    assert "Adam(0.0, epsilon=eps)" in text.partition("def train")[2]
    assert migrate_source(text).text == text


@pytest.mark.parametrize("said", ["isinstance(opt, fluid.optimizer.Adam)", "opt is fluid.optimizer.AdamOptimizer"])
def test_where_adam_is_only_named_it_is_paddles(said):
    """Which both are."""
    result = migrate_source(f"import paddle.fluid as fluid\ndef asks(opt):\n    return {said}\n")
    assert "paddle.optimizer.Adam" in result.text
    assert "class Adam" not in result.text


def test_an_adam_of_the_scripts_own_derives_from_it():
    text = "import paddle.fluid as fluid\nclass Mine(fluid.optimizer.Adam):\n    def __init__(self, p):\n" \
           "        super().__init__(0.1, epsilon=1e-3, parameter_list=p)\n" \
           "with fluid.dygraph.guard():\n    opt = Mine(p)\n"
    result = migrate_source(text)
    assert "class Mine(Adam):" in result.text
    assert "super().__init__(0.1, epsilon=1e-3, parameters=p)" in result.text
    assert not result.left


EPSILON = """\
import numpy as np
import paddle.fluid as fluid
x = np.arange(6, dtype="float32").reshape(3, 2) * 1e-3
weight = fluid.ParamAttr(initializer=fluid.initializer.Constant(0.3))
"""
IN_PROGRAM = EPSILON + """\
score = fluid.layers.fc(fluid.data("x", [None, 2]), 1, param_attr=weight)
loss = fluid.layers.mean(fluid.layers.square(score))
fluid.optimizer.Adam(0.1, epsilon=EPS).minimize(loss)
exe = fluid.Executor(fluid.CPUPlace())
exe.run(fluid.default_startup_program())
for _ in range(5):
    print("%.6e" % exe.run(feed={"x": x}, fetch_list=[loss])[0])
"""
IN_DYGRAPH = EPSILON + """\
with fluid.dygraph.guard():
    net = fluid.dygraph.Linear(2, 1, param_attr=weight)
    opt = fluid.optimizer.AdamOptimizer(0.1, epsilon=EPS, parameter_list=net.parameters())
    for _ in range(5):
        loss = fluid.layers.mean(fluid.layers.square(net(fluid.dygraph.to_variable(x))))
        loss.backward()
        opt.minimize(loss)
        net.clear_gradients()
        print("%.6e" % loss.numpy()[0])
"""
OF_185 = {
    "1e-8": [3.21e-6, 9.796537e-3, 6.369026e-4, 2.106437e-3, 5.634189e-3],
    "1e-3": [3.21e-6, 5.2296138e-5, 1.341726e-4, 5.49545e-6, 8.353151e-5],
}


def dressed(text: str) -> dict[str, str]:
    """Adam by a function, from a dictionary, as a class of the script's own, with what it takes in a dictionary."""
    made = "Adam(" if "optimizer.Adam(" in text else "AdamOptimizer("
    plain = f"fluid.optimizer.{made}"
    own = "class Mine(fluid.optimizer.Adam):\n    def __init__(self, rate, epsilon, parameter_list=None):\n" \
          "        super(Mine, self).__init__(rate, epsilon=epsilon, parameter_list=parameter_list)\n"
    return {
        "plain": text,
        "function": text.replace(plain, "adam(").replace(
            "weight =", f"def adam(rate, **given):\n    return {plain}learning_rate=rate, **given)\nweight ="),
        "dictionary": text.replace(plain, f'{{"adam": {plain[:-1]}, "sgd": fluid.optimizer.SGD}}["adam"]('),
        "class": text.replace(plain, "Mine(").replace("weight =", own + "weight ="),
    }


@pytest.mark.parametrize("dygraph", [False, True])
def test_the_numbers_of_adams_epsilon(run_both_ways, dygraph):
    scripts = {f"{kind}_{way}_{eps}": {"main.py": text.replace("EPS)", f"{eps})").replace("EPS,", f"{eps},")}
               for kind, whole in (("program", IN_PROGRAM), ("dygraph", IN_DYGRAPH))
               for way, text in dressed(whole).items() for eps in OF_185 if way == "plain" or not dygraph}
    assert len({files["main.py"] for files in scripts.values()}) == (4 if dygraph else 16)
    for printed in run_both_ways(scripts, Options(dygraph=dygraph)):
        for name, lines in printed.items():
            assert [float(line) for line in lines] == pytest.approx(OF_185[name[-4:]], rel=1e-5), name
