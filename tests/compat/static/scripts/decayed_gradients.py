"""Gradients that are fetched, or read behind the step: with the decay where nothing clips them, whatever runs it."""

import numpy as np
import paddle.fluid as fluid

answer = globals()["answer"]
L2, L1 = fluid.regularizer.L2Decay(0.5), fluid.regularizer.L1Decay(0.2)
MAKERS = (
    lambda: fluid.optimizer.SGD(0.1, regularization=L2),
    lambda: fluid.optimizer.Momentum(0.1, 0.9, regularization=L2),
    lambda: fluid.optimizer.Adam(0.1, regularization=L1),
    lambda: fluid.optimizer.Adagrad(0.1),
    lambda: fluid.optimizer.SGD(0.1, regularization=L2, grad_clip=fluid.clip.GradientClipByNorm(0.1)),
)


def minimized(loss, make):
    return make().minimize(loss)[1]


def by_hand(loss, make):
    optimizer = make()
    pairs = [(each, fluid.layers.clip(of * 2.0, -0.3, 0.3)) for each, of in optimizer.backward(loss)]
    optimizer.apply_gradients(pairs)
    return pairs


def trained(make, places=0, clip=None, step_by=minimized, read=None):
    main, startup = fluid.Program(), fluid.Program()
    with fluid.program_guard(main, startup), fluid.unique_name.guard():
        x = fluid.data("x", [None, 3])
        weight = fluid.ParamAttr("w", regularizer=L1)
        hidden = fluid.layers.fc(x, 2, param_attr=weight, bias_attr="b")
        loss = fluid.layers.mean(fluid.layers.fc(hidden, 1, param_attr="v", bias_attr=False))
        if clip is not None:
            fluid.clip.set_gradient_clip(clip)
        wanted = [gradient for _, gradient in step_by(loss, make)]
        wanted = wanted if read is None else [read(wanted)]
    exe, scope = fluid.Executor(fluid.CPUPlace()), fluid.Scope()
    with fluid.scope_guard(scope):
        exe.run(startup)
        for name, shape in (("w", [3, 2]), ("b", [2]), ("v", [2, 1])):
            values = np.linspace(-0.5, 0.7, int(np.prod(shape)), dtype="float32")
            scope.find_var(name).get_tensor().set(values.reshape(shape), fluid.CPUPlace())
        program = fluid.CompiledProgram(main).with_data_parallel(
            loss_name=loss.name, places=[fluid.CPUPlace()] * places) if places else main
        for step in range(2):
            feed = {"x": np.arange(12, dtype="float32").reshape(4, 3) / 6 - step}
            fetched = exe.run(program, feed=feed, fetch_list=[loss.name] + [each.name for each in wanted])
            yield from fetched


def norm(gradients):
    return fluid.layers.sums([fluid.layers.reduce_sum(fluid.layers.square(each)) for each in gradients])


for number, make in enumerate(MAKERS):
    answer[f"maker_{number}"] = np.concatenate([each.ravel() for each in trained(make)])
for places in (1, 2):
    answer[f"places_{places}"] = np.concatenate([each.ravel() for each in trained(MAKERS[0], places)])
clipped = trained(MAKERS[0], clip=fluid.clip.GradientClipByValue(0.01))
answer["clipped"] = np.concatenate([each.ravel() for each in clipped])
for step_by in (minimized, by_hand):
    for number, make in enumerate(MAKERS):
        read = trained(make, step_by=step_by, read=norm)
        answer[f"{step_by.__name__}_{number}"] = np.concatenate([each.ravel() for each in read])
