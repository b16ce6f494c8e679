"""What results are named where nothing names them: scripts write such names down, and find variables by them."""

import numpy as np
import paddle.fluid as fluid

answer = globals()["answer"]
L = fluid.layers
CASES = """
L.topk(x, 2)[0]; L.topk(x, 2)[1]; L.argmax(x); L.argmin(x); L.argsort(x)[0]; L.mean(x); L.reduce_sum(x); L.softmax(x)
L.cross_entropy(L.softmax(x), label); L.cross_entropy(L.softmax(x), x, soft_label=True); L.sums([x, x]); L.stack([x, x])
L.softmax_with_cross_entropy(x, label); L.softmax_with_cross_entropy(x, x, soft_label=True); L.square_error_cost(x, x)
L.unsqueeze(x, [1]); L.squeeze(L.unsqueeze(x, [1]), [1]); L.smooth_l1(x, x); L.huber_loss(x, x, 1.0); L.has_inf(x)
L.has_nan(x); L.ones([1], 'float32'); L.zeros([1], 'float32'); L.fill_constant([1], 'float32', 1.0); L.lrn(image)
L.where(x > 0.0); L.resize_bilinear(image, [8, 8]); L.resize_nearest(image, [8, 8]); L.log_softmax(x); L.cumsum(x)
L.accuracy(L.softmax(x), label); L.one_hot(label, 3); L.concat([x, x]); L.dropout(x, 0.5); L.scale(x, 2.0); L.relu(x)
x + x; x + 1; 1 - x; x * 2.0; x / 2; 2 / x; x ** 2; 2 ** x; -x; x > 0.0; x == x; x + label; label / 2; 2 - label
x.astype('int64'); x[0]; x[:, 1:]; (x * 2)[0:1, 1]; x + np.float32(2); x * np.float64(2); x[label[0, 0]:]; x[-1]
x + True; label % 2; L.elementwise_add(x, x); (x + x) * (x - x); x <= label
"""

main, startup = fluid.Program(), fluid.Program()
with fluid.program_guard(main, startup), fluid.unique_name.guard():
    x, label = fluid.data("x", [2, 4]), fluid.data("label", [2, 1], "int64")
    image = fluid.data("image", [1, 4, 4, 4])
    for number, case in enumerate(CASES.replace("\n", ";").strip(";").split(";")):
        answer[f"{number} {case.strip()}"] = np.array(eval(case.strip()).name)
