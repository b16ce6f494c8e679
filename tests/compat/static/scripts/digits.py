import numpy as np
import paddle.fluid as fluid

answer = globals()["answer"]


def lasting(program):
    return np.array(sorted(v.name for v in program.list_vars() if v.persistable and v.name not in ("feed", "fetch")))


def network(image, label):
    one = fluid.nets.simple_img_conv_pool(input=image, filter_size=5, num_filters=6, pool_size=2,
                                           pool_stride=2, act="relu")
    one = fluid.layers.batch_norm(one)
    two = fluid.nets.img_conv_group(one, [8, 8], 2, conv_act="relu", conv_with_batchnorm=True, pool_stride=2,
                                    conv_batchnorm_drop_rate=[0.3, 0.0])
    predicted = fluid.layers.fc(input=two, size=10, act="softmax")
    loss = fluid.layers.mean(fluid.layers.cross_entropy(input=predicted, label=label))
    return predicted, loss, fluid.layers.accuracy(predicted, label)


main, startup = fluid.Program(), fluid.Program()
startup.random_seed = main.random_seed = 7
with fluid.program_guard(main, startup):
    image = fluid.layers.data(name="image", shape=[1, 28, 28], dtype="float32")
    label = fluid.layers.data(name="label", shape=[1], dtype="int64")
    predicted, loss, accuracy = network(image, label)
    counts = [fluid.layers.create_tensor("int64") for _ in range(2)]
    best = fluid.layers.accuracy(predicted, label, k=3, correct=counts[0], total=counts[1])
    test = main.clone(for_test=True)
    fluid.optimizer.Momentum(0.01, 0.9, regularization=fluid.regularizer.L2Decay(1e-3)).minimize(loss)
executor = fluid.Executor(fluid.CPUPlace())
executor.run(startup)
rng = np.random.RandomState(3)
start = [np.array(fluid.global_scope().find_var(p.name).get_tensor()) for p in main.all_parameters()]
answer["start"] = np.concatenate([each.ravel() for each in start])
steps, updated = [], []
for _ in range(8):
    # each step from values that are the same everywhere: what kernels do in one is not carried into the next
    for parameter, first in zip(main.all_parameters(), start):
        values = (first + 0.02 * rng.randn(*first.shape)).astype("float32")
        fluid.global_scope().find_var(parameter.name).get_tensor().set(values, fluid.CPUPlace())
    feed = {"image": rng.rand(16, 1, 28, 28).astype("float32"), "label": rng.randint(0, 10, [16, 1])}
    steps.append(executor.run(main, feed=feed, fetch_list=[loss, accuracy]))
    updated.append(np.concatenate([np.array(fluid.global_scope().find_var(p.name).get_tensor()).ravel()
                                   for p in main.all_parameters()]))
answer["losses"], answer["accuracies"] = [np.array([step[i] for step in steps]) for i in range(2)]
answer["updated"] = np.array([[each.sum(), np.abs(each).sum(), *each[:200].tolist()] for each in updated], "float32")
answer["test"], answer["predicted"] = executor.run(test, feed=feed, fetch_list=[loss.name, predicted])
answer["best"], answer["right"], answer["all"] = executor.run(test, feed=feed, fetch_list=[best, *counts])
answer["parameters"] = np.array([parameter.name for parameter in main.all_parameters()])
answer["lasting"] = lasting(main)
answer["results"] = np.array([predicted.name, loss.name, accuracy.name, best.name])
