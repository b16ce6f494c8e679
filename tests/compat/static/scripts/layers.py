import numpy as np
import paddle.fluid as fluid

answer = globals()["answer"]
L = fluid.layers
rng = np.random.RandomState(5)
GIVEN = {
    "image": rng.randn(4, 3, 8, 8).astype("float32"), "volume": rng.randn(2, 3, 4, 5, 6).astype("float32"),
    "rows": rng.randn(4, 6).astype("float32"), "others": rng.randn(4, 5).astype("float32"),
    "words": rng.randint(0, 9, [4, 3, 1]), "flat": rng.randint(0, 9, [4, 3]),
    "deep": rng.randn(2, 3, 4).astype("float32"),
}
LAYERS = {
    "fc": lambda v: L.fc(v["rows"], 4, act="relu"),
    "fc_two": lambda v: L.fc([v["rows"], v["others"]], 4, param_attr=["a", "b"], bias_attr="c", act="tanh",
                           name="both"),
    "fc_flat": lambda v: L.fc(v["deep"], 5, num_flatten_dims=2, bias_attr=False),
    "fc_deep": lambda v: L.fc(v["deep"], 5),
    "fc_back": lambda v: L.fc(v["deep"], 5, num_flatten_dims=-1),
    "conv2d": lambda v: L.conv2d(v["image"], 6, 3, act="relu"),
    "conv2d_more": lambda v: L.conv2d(v["image"], 6, [3, 2], 2, [1, 2], 2, 3, bias_attr=False, use_cudnn=False),
    "conv2d_same": lambda v: L.conv2d(v["image"], 4, 3, 2, "SAME", name="named"),
    "conv2d_pads": lambda v: L.conv2d(v["image"], 4, 3, padding=[1, 0, 2, 1], param_attr="filter"),
    "depthwise": lambda v: L.conv2d(v["image"], 6, 3, groups=3, use_cudnn=False),
    "conv2d_transpose": lambda v: L.conv2d_transpose(v["image"], 4, filter_size=3, stride=2, act="relu"),
    "conv2d_transpose_sized": lambda v: L.conv2d_transpose(v["image"], 4, output_size=[17, 18], stride=2,
                                                           bias_attr=False),
    "conv3d": lambda v: L.conv3d(v["volume"], 4, 3, padding=1, act="relu"),
    "conv3d_transpose": lambda v: L.conv3d_transpose(v["volume"], 4, filter_size=2, stride=2),
    "batch_norm": lambda v: L.batch_norm(v["image"], act="relu", momentum=0.7, epsilon=1e-3),
    "batch_norm_rows": lambda v: L.batch_norm(v["rows"], moving_mean_name="mean", moving_variance_name="variance"),
    "batch_norm_global": lambda v: L.batch_norm(v["image"], use_global_stats=True, name="still"),
    "batch_norm_test": lambda v: L.batch_norm(v["image"], is_test=True, data_layout="NHWC"),
    "layer_norm": lambda v: L.layer_norm(v["image"], begin_norm_axis=2, act="relu"),
    "layer_norm_plain": lambda v: L.layer_norm(v["rows"], scale=False, shift=False, epsilon=1e-3, name="n"),
    "group_norm": lambda v: L.group_norm(L.conv2d(v["image"], 4, 1), 2, epsilon=1e-3, act="relu"),
    "instance_norm": lambda v: L.instance_norm(v["image"], epsilon=1e-3),
    "embedding": lambda v: L.embedding(v["words"], [9, 4], padding_idx=2),
    "fluid_embedding": lambda v: fluid.embedding(v["flat"], [9, 4], padding_idx=-1, param_attr="table"),
    "prelu": lambda v: L.prelu(v["image"], "all"),
    "prelu_channel": lambda v: L.prelu(v["image"], "channel", param_attr=fluid.ParamAttr(name="slope")),
    "prelu_element": lambda v: L.prelu(v["image"], mode="element", name="e"),
    "bilinear": lambda v: L.bilinear_tensor_product(v["rows"], v["others"], 3, act="tanh"),
    "spectral_norm": lambda v: L.spectral_norm(L.create_parameter([4, 3], "float32", name="w"), 1, 3, 1e-8),
}
for name, make in LAYERS.items():
    main, startup = fluid.Program(), fluid.Program()
    startup.random_seed = 11
    with fluid.program_guard(main, startup), fluid.unique_name.guard(), fluid.scope_guard(fluid.Scope()):
        inputs = {key: fluid.data(key, [-1, *v.shape[1:]], str(v.dtype)) for key, v in GIVEN.items()}
        for key, value in GIVEN.items():
            inputs[key].stop_gradient = value.dtype.kind != "f"
        out = make(inputs)
        loss = L.mean(L.square(out))
        pairs = [] if "test" in name else fluid.backward.append_backward(loss)
        executor = fluid.Executor(fluid.CPUPlace())
        executor.run(startup)
        used = [key for key in GIVEN if main.global_block().has_var(key)]
        fetched = executor.run(main, feed={key: GIVEN[key] for key in used}, fetch_list=[out] + [g for _, g in pairs])
        answer[name] = fetched[0]
        names = [parameter.name for parameter in main.all_parameters()]
        answer[name + " names"] = np.array(names if name == "spectral_norm" else [out.name, *names])
        answer[name + " shape"] = np.array(str(tuple(int(size) for size in out.shape)))
        for (parameter, _), gradient in sorted(zip(pairs, fetched[1:]), key=lambda pair: pair[0][0].name):
            answer[name + " d " + parameter.name] = gradient
