"""Every function over sequences that makes parameters: their names, order, shapes and first values, and training."""

import numpy as np
import paddle.fluid as fluid

answer = globals()["answer"]
L = fluid.layers
main, startup = fluid.default_main_program(), fluid.default_startup_program()
startup.random_seed = main.random_seed = 90
words = fluid.data("words", [None, 1], "int64", lod_level=1)
tags = fluid.data("tags", [None, 1], "int64", lod_level=1)
label = fluid.layers.data("label", [1], "int64")

rows = L.embedding(words, size=[50, 12])
convolved = fluid.nets.sequence_conv_pool(rows, 8, 3, act="tanh", pool_type="sqrt")
four = L.fc(rows, 24)
hidden, cell = L.dynamic_lstm(four, 24, use_peepholes=False)
back, _ = L.dynamic_lstm(L.fc([four, hidden], 24), 24, is_reverse=True, name="back")
down, _ = L.dynamic_lstmp(L.fc(back, 24), 24, 5)
recurrent = L.dynamic_gru(L.fc(down, 18), 6)
ahead = L.row_conv(recurrent, 2, act="relu")
pooled = [convolved, L.sequence_pool(hidden, "max"), L.sequence_last_step(back), L.sequence_first_step(ahead)]
start, _, _ = L.gru_unit(L.fc(pooled[2], 18), L.fc(pooled[3], 6), 18)
unit, _ = L.lstm_unit(start, pooled[3], pooled[3])
weight = L.sequence_softmax(L.fc(recurrent, 1, bias_attr=False))
attended = L.sequence_pool(L.elementwise_mul(recurrent, weight, axis=0), "sum")
predicted = L.fc([*pooled, unit, attended], 2, act="softmax")
emission = L.fc(L.elementwise_add(recurrent, L.sequence_expand(attended, recurrent)), 4)
crf = L.linear_chain_crf(emission, tags, fluid.ParamAttr(name="transitions"))
path = L.crf_decoding(emission, fluid.ParamAttr(name="transitions"))
found = L.chunk_eval(path, tags, "IOB", 2)
loss = L.elementwise_add(L.mean(L.cross_entropy(predicted, label)), L.scale(L.mean(crf), 0.1))
test = main.clone(for_test=True)
fluid.optimizer.SGD(0.5).minimize(loss)

executor = fluid.Executor(fluid.CPUPlace())
executor.run(startup)
parameters = [parameter.name for parameter in main.all_parameters()]
answer["parameters"] = np.array(parameters)
for name in parameters:
    answer["first " + name] = np.array(fluid.global_scope().find_var(name).get_tensor())
shown = [rows, hidden, back, down, recurrent, ahead, start, unit, weight, attended, predicted, crf, path]
answer["levels"] = np.array([variable.lod_level for variable in shown])

rng = np.random.RandomState(5)
losses = []
for _ in range(6):
    lengths = rng.randint(1, 7, 4).tolist()
    total = sum(lengths)
    feed = {"words": fluid.create_lod_tensor(rng.randint(0, 50, (total, 1)), [lengths], fluid.CPUPlace()),
            "tags": fluid.create_lod_tensor(rng.randint(0, 4, (total, 1)), [lengths], fluid.CPUPlace()),
            "label": rng.randint(0, 2, (4, 1))}
    losses.append(executor.run(main, feed=feed, fetch_list=[loss, predicted]))
answer["losses"], answer["predicted"] = [np.array([step[i] for step in losses]) for i in range(2)]
lasting = executor.run(test, feed=feed, fetch_list=[crf, *found])
answer["crf"], answer["found"] = lasting[0], np.array([float(np.array(each)[0]) for each in lasting[1:]])
decoded = executor.run(test, feed=feed, fetch_list=[path], return_numpy=False)[0]
answer["path"], answer["ends"] = np.array(decoded), np.array(decoded.lod()[0])
for name in parameters:
    answer["last " + name] = np.array(fluid.global_scope().find_var(name).get_tensor())
