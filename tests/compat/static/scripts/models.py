"""Writes an inference model and other files of a program, and reads those that it is given."""

import os
import tempfile

import numpy as np
import paddle.fluid as fluid

answer, given = globals()["answer"], globals()["given"]
L = fluid.layers
place = fluid.CPUPlace()
executor = fluid.Executor(place)
generator = np.random.RandomState(2)
IMAGE = generator.rand(2, 3, 8, 8).astype("float32")
WORDS, LENGTHS = generator.randint(0, 9, [7, 1]).astype("int64"), [[3, 4]]


def network():
    image, words = fluid.data("image", [None, 3, 8, 8]), fluid.data("words", [None, 1], "int64", lod_level=1)
    label = fluid.data("label", [None, 1], "int64")
    hidden = L.batch_norm(L.conv2d(image, 4, 3, padding=1, bias_attr=False), act="relu")
    hidden = L.dropout(L.pool2d(hidden, 2, "max", 2), 0.3)
    table = L.embedding(words, [9, 8], param_attr="table")
    forward, _ = L.dynamic_lstm(L.fc(table, 16), 16, use_peepholes=False)
    both = L.concat([L.fc(hidden, 6, act="tanh"), L.sequence_pool(forward, "max")], 1)
    shares = L.fc(both, 3, act="softmax")
    loss = L.mean(L.cross_entropy(shares, label))
    fluid.optimizer.Adam(0.01).minimize(loss)
    return [L.reduce_max(shares, 1), shares], loss


def fed():
    return {"image": IMAGE, "words": fluid.create_lod_tensor(WORDS, LENGTHS, place)}


def files(folder, key):
    for where, _, names in os.walk(folder):
        for name in names:
            path = os.path.join(where, name)
            with open(path, "rb") as file:
                content = file.read()
            if "model" in name:
                content = without_lines(content)
            if not name.endswith(".pdmodel"):
                answer[key + os.path.relpath(path, folder)] = np.frombuffer(content, "uint8")


def without_lines(content):
    """1.8.5 wrote into a model which lines of which files made it."""
    try:
        from paddle.fluid.proto import framework_pb2
    except ImportError:
        return content
    program = framework_pb2.ProgramDesc.FromString(content)
    for operator in program.blocks[0].ops:
        kept = [each for each in operator.attrs if each.name != "op_callstack"]
        del operator.attrs[:]
        operator.attrs.extend(kept)
    return program.SerializeToString()


def results(folder, key, **names):
    with fluid.scope_guard(fluid.Scope()):
        program, feeds, fetches = fluid.io.load_inference_model(folder, executor, **names)
        answer[key + "feeds"] = np.array(feeds)
        answer[key + "kinds"] = np.array([each.type for each in program.global_block().ops])
        values = executor.run(program, feed={name: fed()[name] for name in feeds}, fetch_list=fetches)
        for number, value in enumerate(values):
            answer[key + str(number)] = value


def written(key):
    main, startup = fluid.Program(), fluid.Program()
    startup.random_seed = 4
    with fluid.program_guard(main, startup), fluid.unique_name.guard(), fluid.scope_guard(fluid.Scope()):
        targets, loss = network()
        executor.run(startup)
        folder = tempfile.mkdtemp()
        names = fluid.io.save_inference_model(folder, ["words", "image"], targets, executor, main)
        answer[key + "names"] = np.array(names)
        whole = tempfile.mkdtemp()
        fluid.io.save_inference_model(whole, ["words", "image"], targets, executor, main, "model", "parameters")
        fluid.save(main, os.path.join(whole, "states"))
        fluid.io.save_persistables(executor, os.path.join(whole, "each"), main)
        values = executor.run(main.clone(for_test=True), feed=dict(fed(), label=np.array([[0], [2]])),
                              fetch_list=targets)
        for number, value in enumerate(values):
            answer[key + "before" + str(number)] = value
        feed = dict(fed(), label=np.array([[0], [2]]))
        executor.run(main, feed=feed, fetch_list=[loss])
        fluid.load(main, os.path.join(whole, "states"), executor)
        (answer[key + "loaded"],) = executor.run(main.clone(for_test=True), feed=feed, fetch_list=[targets[1]])
        states(main, os.path.join(whole, "states"), key)
        states(main, os.path.join(whole, "each"), key + "each ")
    files(folder, key + "folder/")
    files(whole, key + "whole/")
    results(folder, key + "again ")
    results(whole, key + "whole again ", model_filename="model", params_filename="parameters")
    with open(os.path.join(whole, "model"), "rb") as model, open(os.path.join(whole, "parameters"), "rb") as parameters:
        results(None, key + "of memory ", model_filename=model.read(), params_filename=parameters.read())


def states(main, path, key):
    state = fluid.io.load_program_state(path)
    answer[key + "keys"] = np.array(sorted(state))
    fluid.io.set_program_state(main, {name: value + 1 if name == "table" else value for name, value in state.items()})
    answer[key + "set"] = np.array(fluid.global_scope().find_var("table").get_tensor()) - state["table"]


def read(key):
    folder = tempfile.mkdtemp()
    for name, content in given.items():
        path = os.path.join(folder, name)
        if not os.path.isdir(os.path.dirname(path)):
            os.makedirs(os.path.dirname(path))
        with open(path, "wb") as file:
            file.write(content.tobytes())
    results(os.path.join(folder, "folder"), key)
    results(os.path.join(folder, "whole"), key + "whole ", model_filename="model", params_filename="parameters")
    state = fluid.io.load_program_state(os.path.join(folder, "whole", "states"))
    for name in sorted(state):
        answer[key + "state " + name] = state[name]


if given:
    read("read ")
else:
    written("")
