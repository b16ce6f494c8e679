import numpy as np
import paddle.fluid as fluid

answer = globals()["answer"]
L, P, R = fluid.layers, fluid.optimizer, fluid.regularizer
TWO = R.L2Decay(0.1)
CASES = {
    "sgd": (P.SGD(0.1, regularization=TWO), None), "momentum": (P.Momentum(0.1, 0.9, regularization=TWO), None),
    "absolute": (P.Momentum(0.1, 0.9, regularization=R.L1Decay(0.1)), None),
    "own": (P.Adam(0.1, regularization=TWO), R.L1Decay(0.2)), "own alone": (P.SGD(0.1), TWO),
    "none": (P.SGD(0.1), None),
    "clipped": (P.SGD(0.1, regularization=TWO, grad_clip=fluid.clip.GradientClipByGlobalNorm(0.1)), None),
    "cut": (P.Momentum(0.1, 0.9, regularization=TWO, grad_clip=fluid.clip.GradientClipByValue(0.1)), None),
}
for name, (optimizer, own) in CASES.items():
    main, startup = fluid.Program(), fluid.Program()
    with fluid.program_guard(main, startup), fluid.unique_name.guard(), fluid.scope_guard(fluid.Scope()):
        weight = fluid.ParamAttr("w", fluid.initializer.Constant(0.5), regularizer=own)
        bias = fluid.ParamAttr("b", fluid.initializer.Constant(-0.5))
        loss = L.mean(L.fc(fluid.data("x", [None, 2]), 1, param_attr=weight, bias_attr=bias))
        _, pairs = optimizer.minimize(loss)
        wanted = ["w@GRAD", "b@GRAD", "w", *(gradient for _, gradient in sorted(pairs, key=lambda pair: pair[0].name))]
        exe = fluid.Executor(fluid.CPUPlace())
        exe.run(startup)
        for step in range(2):
            found = exe.run(main, feed={"x": np.ones([1, 2], "float32")}, fetch_list=wanted)
            answer.update({f"{name} {step} {number}": each for number, each in enumerate(found)})
