import numpy as np
import paddle.fluid as fluid

CLIPS = {
    "global norm": lambda: fluid.clip.GradientClipByGlobalNorm(0.3),
    "norm": lambda: fluid.clip.GradientClipByNorm(0.2),
    "value": lambda: fluid.clip.GradientClipByValue(0.05),
}

for name in sorted(CLIPS):
    data = np.random.RandomState(10)
    with fluid.dygraph.guard(fluid.CPUPlace()):
        fluid.default_main_program().random_seed = 6
        net = fluid.dygraph.Sequential(fluid.dygraph.Linear(6, 12, act="sigmoid"), fluid.dygraph.Linear(12, 1))
        optimizer = fluid.optimizer.SGD(0.5, parameter_list=net.parameters(), grad_clip=CLIPS[name]())
        for step in range(20):
            x = data.randn(10, 6).astype("float32")
            y = fluid.dygraph.to_variable(np.cos(x.sum(1, keepdims=True) * 2) * 3)
            loss = fluid.layers.reduce_mean(fluid.layers.square(net(fluid.dygraph.to_variable(x)) - y))
            loss.backward()
            optimizer.minimize(loss)
            net.clear_gradients()
            print(name, "step", step, "loss", repr(float(loss.numpy()[0])))
