"""Arguments that change nothing: a convolution over sequences padded as it is anyway."""

import numpy as np
import paddle.fluid as fluid

answer = globals()["answer"]
L = fluid.layers


def convolved(**given):
    main, startup = fluid.Program(), fluid.Program()
    main.random_seed = startup.random_seed = 5
    with fluid.program_guard(main, startup), fluid.unique_name.guard():
        found = L.sequence_conv(L.data("x", [3], lod_level=1), 4, **given)
    executor = fluid.Executor(fluid.CPUPlace())
    executor.run(startup)
    rows = fluid.create_lod_tensor(np.arange(15, dtype="float32").reshape(5, 3) / 10, [[2, 3]], fluid.CPUPlace())
    return np.array(executor.run(main, feed={"x": rows}, fetch_list=[found], return_numpy=False)[0])


answer["plain"] = convolved()
answer["padding"] = convolved(padding=False)
answer["stride"] = convolved(filter_stride=1)
try:
    convolved(filter_stride=2)
except Exception as error:
    answer["refused"] = np.array("contextStride" in str(error) or "filter_stride" in str(error))
