"""Cells, networks of them and decoders: what each program gives, the parameters it makes, and every gradient."""

import numpy as np
import paddle.fluid as fluid

answer = globals()["answer"]
L, C = fluid.layers, fluid.contrib.layers
rng = np.random.RandomState(6)
FEED = {
    "x": rng.randn(3, 5, 4).astype("float32"), "major": rng.randn(5, 3, 4).astype("float32"),
    "lengths": np.array([5, 2, 3]), "state": rng.randn(3, 6).astype("float32"),
    "other": rng.randn(3, 6).astype("float32"), "first": rng.randn(4, 3, 6).astype("float32"),
    "start": np.array([1, 1, 1]),
}


def rnn_of_gru(v):
    cell = L.GRUCell(hidden_size=6)
    return L.rnn(cell=cell, inputs=v["x"])


def rnn_of_lstm(v):
    cell = L.LSTMCell(6, fluid.ParamAttr(name="lstm_w"), fluid.ParamAttr(name="lstm_b"), forget_bias=0.5, name="named")
    return L.rnn(cell, v["x"], None, v["lengths"], is_reverse=True)  # 1.8.5 never came back from a list of first states


def rnn_time_major(v):
    cell = L.GRUCell(6, fluid.ParamAttr(name="w"), fluid.ParamAttr(name="b"), L.tanh, L.relu, "float32")
    return L.rnn(cell, v["major"], v["state"], v["lengths"], time_major=True)


class OwnCell(L.RNNCell):
    def call(self, inputs, states, scale=1.0):
        new = {"a": L.fc([inputs, states["a"]], 4, param_attr=["own_w", "own_v"], bias_attr="own_b", act="tanh"),
               "b": L.elementwise_add(states["b"], inputs)}
        return [L.scale(new["a"], scale), new["b"]], new

    @property
    def state_shape(self):
        return {"a": [4], "b": [4]}


def rnn_of_own_cell(v):
    outputs, states = L.rnn(OwnCell(), v["x"], scale=2.0)
    return [outputs[0], outputs[1], states["a"], states["b"]]


def initial_states(v):
    cell = L.LSTMCell(6)
    other = cell.get_initial_states(v["major"], [-1, 2], "float64", batch_dim_idx=1)
    return [*cell.get_initial_states(v["x"], init_value=0.5), other]


def gru_network(v):
    return C.basic_gru(v["x"], None, 6, num_layers=2, sequence_length=v["lengths"])


def gru_both_ways(v):
    return C.basic_gru(v["major"], v["first"], 6, 2, v["lengths"], 0.0, True, False, fluid.ParamAttr(name="gw"),
                       fluid.ParamAttr(name="gb"), L.sigmoid, L.tanh, "float32", "both")


def lstm_network(v):
    return C.basic_lstm(v["x"], None, None, 6, 2, name="l")


def lstm_both_ways(v):
    first = v["first"]
    return C.basic_lstm(v["x"], first, first, 6, 2, v["lengths"], 0.0, True, True, None, None, None, None, 0.5)


def units(v):
    row = v["x"][:, 0]
    gru, lstm = C.BasicGRUUnit("g", 6), C.BasicLSTMUnit("l", 6, forget_bias=2.0)
    hidden = gru(row, v["state"])
    return [gru(row, hidden), *lstm(row, *lstm(row, v["state"], v["other"]))]


def embedded(tokens):
    return fluid.embedding(tokens, [7, 4], param_attr=fluid.ParamAttr(name="table"))


def logits(rows):
    return L.fc(rows, 7, len(rows.shape) - 1, param_attr=fluid.ParamAttr(name="out_w"), bias_attr=False)


def training(v):
    decoder = L.BasicDecoder(L.GRUCell(6), L.TrainingHelper(v["x"], v["lengths"]), output_fn=logits)
    outputs, states, lengths = L.dynamic_decode(decoder, v["state"], impute_finished=True, return_length=True)
    return [outputs.cell_outputs, outputs.sample_ids, states, lengths]


def training_time_major(v):
    decoder = L.BasicDecoder(L.LSTMCell(6), L.TrainingHelper(v["major"], v["lengths"], time_major=True))
    outputs, states = L.dynamic_decode(decoder, inits=[v["state"], v["other"]], output_time_major=True)
    return [outputs[0], outputs[1], *states]


def greedy(v):
    helper = L.GreedyEmbeddingHelper(embedded, v["start"], end_token=5)
    decoder = L.BasicDecoder(L.GRUCell(6), helper, output_fn=logits)
    outputs, states, lengths = L.dynamic_decode(decoder, v["state"], max_step_num=6, return_length=True)
    return [outputs.cell_outputs, outputs.sample_ids, states, lengths]


def greedy_test(v):
    decoder = L.BasicDecoder(L.LSTMCell(6), L.GreedyEmbeddingHelper(embedded, v["start"], 2), output_fn=logits)
    outputs, states = L.dynamic_decode(decoder, [v["state"], v["other"]], 4, is_test=True)
    return [fixed(outputs.cell_outputs), outputs.sample_ids, *[fixed(each) for each in states]]


def over(lengths, time):
    return L.less_than(lengths, L.elementwise_add(time, L.fill_constant([1], "int64", 2)))


def none(v):
    return L.cast(L.zeros_like(v["start"]), "bool")


def own_decoder(v):
    class Adding(L.Decoder):
        def initialize(self, inits):
            return inits, inits, none(v)

        def step(self, time, inputs, states, scale):
            new = L.fc(inputs, 6, param_attr="added", act="tanh")
            return {"new": L.scale(new, scale)}, L.elementwise_add(states, new), new, over(v["lengths"], time)

    outputs, states = L.dynamic_decode(Adding(), v["state"], scale=3.0)
    return [outputs["new"], states]


def own_helper(v):
    class Feeding(L.DecodeHelper):
        def initialize(self):
            return v["other"], none(v)

        def sample(self, time, outputs, states):
            return L.argmax(outputs, axis=-1)

        def next_inputs(self, time, outputs, states, sample_ids):
            return over(v["lengths"], time), outputs, states

    outputs, states = L.dynamic_decode(L.BasicDecoder(L.GRUCell(6), Feeding()), v["state"])
    return [outputs.cell_outputs, outputs.sample_ids, states]


def sampled(v):
    helper = L.SampleEmbeddingHelper(embedded, v["start"], end_token=5, softmax_temperature=0.5, seed=9)
    decoder = L.BasicDecoder(L.GRUCell(6), helper, output_fn=logits)
    outputs, states = L.dynamic_decode(decoder, v["state"], max_step_num=3)
    return [outputs.sample_ids, outputs.cell_outputs, states]


def fixed(variable):
    variable.stop_gradient = True
    return variable


def beams(v):
    decoder = L.BeamSearchDecoder(L.GRUCell(6), 0, 3, 3, embedded, logits)
    ids, states, lengths = L.dynamic_decode(decoder, v["state"], max_step_num=5, return_length=True)
    return [ids, *[fixed(each) for each in (*states, lengths)]]


def beams_test(v):
    cell = L.LSTMCell(6)
    repeated = L.BeamSearchDecoder.tile_beam_merge_with_batch(v["state"], 2)
    decoder = L.BeamSearchDecoder(cell, start_token=0, end_token=4, beam_size=2, embedding_fn=embedded,
                                  output_fn=lambda rows: L.elementwise_add(logits(rows), logits(rows)))
    ids, states = L.dynamic_decode(decoder, [v["state"], v["other"]], 3, output_time_major=True, is_test=True)
    return [ids, fixed(states.log_probs), fixed(repeated)]


PROGRAMS = [
    rnn_of_gru, rnn_of_lstm, rnn_time_major, rnn_of_own_cell, initial_states, gru_network, gru_both_ways, lstm_network,
    lstm_both_ways, units, training, training_time_major, greedy, greedy_test,
    own_decoder, own_helper, sampled, beams, beams_test,
]


def flat(found):
    return [part for each in found for part in flat(each)] if isinstance(found, (list, tuple)) else [found]


def run(build):
    main, startup = fluid.Program(), fluid.Program()
    main.random_seed = startup.random_seed = 7
    name = build.__name__
    with fluid.program_guard(main, startup), fluid.unique_name.guard(), fluid.scope_guard(fluid.Scope()):
        inputs = {key: fluid.data(key, [None if size in (3, 5) else size for size in value.shape], str(value.dtype))
                  for key, value in FEED.items()}
        for key, value in FEED.items():
            inputs[key].stop_gradient = value.dtype.kind != "f"
        found = flat(build(inputs))
        floats = [L.reduce_mean(L.elementwise_mul(each, each)) for each in found
                  if str(each.dtype).endswith(("float32", "FP32")) and not each.stop_gradient]
        pairs = fluid.backward.append_backward(L.sum(floats)) if floats and "initial" not in name else []
        executor = fluid.Executor(fluid.CPUPlace())
        if startup.global_block().ops:
            executor.run(startup)
        wanted = {parameter.name: gradient for parameter, gradient in pairs}
        if pairs:
            wanted.update({key: key + "@GRAD" for key in FEED if main.global_block().has_var(key + "@GRAD")})
        answer[f"{name} parameters"] = np.array([parameter.name for parameter in main.all_parameters()] or [""])
        fetched = executor.run(main, feed=FEED, fetch_list=found + list(wanted.values()))
        for count, value in enumerate(fetched[: len(found)]):
            answer[f"{name} {count}"] = value
        for key, value in sorted(zip(wanted, fetched[len(found) :]), key=lambda pair: pair[0]):
            answer[f"{name} d {key}"] = value


for build in PROGRAMS:
    run(build)

with fluid.dygraph.guard(fluid.CPUPlace()):
    initial = fluid.ParamAttr(initializer=fluid.initializer.Constant(0.25))
    row, state, cell = (fluid.dygraph.to_variable(FEED[key]) for key in ("state", "other", "other"))
    gru, lstm = C.BasicGRUUnit("g", 6, initial, None, L.relu, L.tanh), C.BasicLSTMUnit("l", 6, initial, forget_bias=0.5)
    for unit in (gru, lstm):
        found = unit(row, state) if isinstance(unit, C.BasicGRUUnit) else unit(row, state, cell)
        found = found if isinstance(found, tuple) else (found,)
        loss = L.reduce_sum(L.concat([L.elementwise_mul(each, each) for each in found]))
        loss.backward()
        for count, value in enumerate([*found, *unit.parameters()]):
            answer[f"{type(unit).__name__} {count}"] = value.numpy()
        for count, value in enumerate(unit.parameters()):
            answer[f"{type(unit).__name__} d {count}"] = value.gradient()
        answer[f"{type(unit).__name__} names"] = np.array([each.name for each in unit.parameters()])
