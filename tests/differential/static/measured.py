import numpy as np
import paddle.fluid as fluid
from start import show


def inputs():
    x = fluid.layers.data(name="x", shape=[4], dtype="float32")
    y = fluid.layers.data(name="y", shape=[1], dtype="int64")
    return x, y


def mlp(x, sizes, act):
    for i, size in enumerate(sizes):
        x = fluid.layers.fc(input=x, size=size, act=act, name="fc_%d" % i)
    return fluid.layers.fc(input=x, size=2, act="softmax", name="last")


def train():
    x, y = inputs()
    out = mlp(x, [6, 5], "relu")
    loss = fluid.layers.mean(fluid.layers.cross_entropy(input=out, label=y))
    auc_var, batch_auc_var, auc_states = fluid.layers.auc(input=out, label=y, num_thresholds=100, slide_steps=0)
    test_prog = fluid.default_main_program().clone(for_test=True)
    fluid.optimizer.SGD(learning_rate=fluid.layers.fill_constant([1], "float32", 0.2)).minimize(loss)
    exe = fluid.Executor(fluid.CPUPlace())
    exe.run(fluid.default_startup_program())
    metric = fluid.metrics.Accuracy()
    random = np.random.RandomState(20)
    for epoch in range(2):
        metric.reset()
        for _ in range(2):
            feed = {"x": random.uniform(-1, 1, [6, 4]).astype("float32"), "y": random.randint(0, 2, [6, 1]).astype("int64")}
            loss_val, auc_val, probs = exe.run(feed=feed, fetch_list=[loss.name, auc_var.name, out.name])
            metric.update(value=float((probs.argmax(1) == feed["y"].ravel()).mean()), weight=6)
            show("loss", np.asarray(loss_val)[0], auc_val)
        show("accuracy", metric.eval())
    show("test", exe.run(test_prog, feed=feed, fetch_list=[out])[0])
    weights = [p.name for p in fluid.default_main_program().all_parameters()]
    show("parameters", len(weights))


if __name__ == "__main__":
    train()
