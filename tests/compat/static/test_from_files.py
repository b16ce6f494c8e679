"""Programs train from files as in 1.8.5: the same batches, the same words; what does not fit is said."""

import gzip
import time

import numpy as np
import pytest


@pytest.mark.oracle
def test_training_from_files_and_what_writes_them(both):
    both("from_files")


@pytest.mark.oracle
def test_descriptions_and_files_that_a_command_brings(both):
    both("data_sets")


@pytest.mark.oracle
def test_roles_and_strategies(both):
    both("roles")


@pytest.fixture
def counted(fluid, tmp_path):
    """A program that adds up ``x`` [-1, 2] in ``total``: an executor and a function that makes a set of these lines."""
    x, words = fluid.data("x", [None, 2]), fluid.data("words", [None, 1], "int64", lod_level=1)
    total = fluid.layers.create_global_var([1], 0.0, "float32", persistable=True, name="total")
    fluid.layers.assign(total + fluid.layers.reduce_sum(x), total)
    last = fluid.layers.sequence_pool(fluid.layers.cast(words, "float32"), "max")
    executor = fluid.Executor(fluid.CPUPlace())
    executor.run(fluid.default_startup_program())

    def made(*files, kind="QueueDataset", **more):
        dataset = fluid.DatasetFactory().create_dataset(kind)
        dataset.set_use_var([x, words])
        paths = [tmp_path / f"{number}.txt" for number in range(len(files))]
        for path, text in zip(paths, files, strict=True):
            path.write_text(text)
        dataset.set_filelist([str(path) for path in paths])
        for name, value in more.items():
            getattr(dataset, f"set_{name}")(value)
        return dataset

    return executor, made, last


def total(fluid):
    return float(np.array(fluid.global_scope().find_var("total").get_tensor())[0])


LINE = "2 1 2 1 7\n"


def test_parts_are_taken_in_turn(fluid, counted, capsys):
    executor, made, last = counted
    dataset = made(LINE * 2, "2 1 2 1 8\n", LINE, thread=2)
    executor.train_from_dataset(dataset=dataset, fetch_list=[last], fetch_info=["last"], print_period=1)
    assert total(fluid) == 12.0
    assert capsys.readouterr().out.count("last\t") == 3  # of the first part, which has the first and the last file
    memory = made(LINE * 5, kind="InMemoryDataset", batch_size=2)
    memory.load_into_memory()
    memory.local_shuffle()
    executor.train_from_dataset(dataset=memory, thread=2, fetch_list=["total"], fetch_info=["total"], print_period=2)
    assert total(fluid) == 27.0
    assert capsys.readouterr().out.count("total\ttotal") == 1
    memory.release_memory()
    assert memory.get_memory_data_size() == 0


def test_packed_files_ids_and_large_numbers(fluid, counted, tmp_path):
    executor, made, _ = counted
    (tmp_path / "packed.gz").write_bytes(gzip.compress(LINE.encode()))
    dataset = made(filelist=[str(tmp_path / "packed.gz")])
    executor.train_from_dataset(dataset=dataset)
    memory = made("1 number-one 2 3 4 2 18446744073709551615 0\n", kind="InMemoryDataset", parse_ins_id=True)
    memory.load_into_memory()
    assert memory.samples == [[[3.0, 4.0], [-1]]]
    executor.train_from_dataset(dataset=memory)
    assert total(fluid) == 10.0


@pytest.mark.parametrize(("text", "words"), [
    ("2 1 2\n", "it ends before slot 1 of 2"), ("2 1 2 0\n", "slot 1 has no values"),
    ("2 1 2 1 7 7\n", "it goes on behind the last of 2 slots"), ("2 1 2 5 7\n", "slot 1 says that it has 5 values"),
    ("2 1 b 1 7\n", "could not convert"), ("3 1 2 3 1 7\n", r"The 3 values of x in a batch of 1 lines do not fill")])
def test_a_line_that_does_not_fit(counted, text, words):
    executor, made, _ = counted
    with pytest.raises(ValueError, match=words) as error:
        executor.train_from_dataset(dataset=made(text if "fill" in words else LINE + text))
    assert "fill" in words or "0.txt: line 2 of what 'cat' gives" in str(error.value)


def test_what_cannot_be_read(fluid, counted, tmp_path):
    executor, made, last = counted
    with pytest.raises(RuntimeError, match="'exit 3' has ended with the code 3"):
        executor.train_from_dataset(dataset=made(LINE, pipe_command="exit 3"))
    with pytest.raises(FileNotFoundError, match="nothing"):
        executor.train_from_dataset(dataset=made(filelist=[str(tmp_path / "nothing")]))
    with pytest.raises(NotImplementedError, match="download the file first"):
        executor.train_from_dataset(dataset=made(filelist=["hdfs:/a"]))
    with pytest.raises(RuntimeError, match="dataset is need"):
        executor.train_from_dataset()
    with pytest.raises(AssertionError, match="as many"):
        executor.train_from_dataset(dataset=made(LINE), fetch_list=[last])
    with pytest.raises(ValueError, match="datafeed class Other does not exist"):
        fluid.DatasetFactory().create_dataset("Other")
    with pytest.raises(NotImplementedError, match=r"BoxPSDataset was for .* create an InMemoryDataset"):
        fluid.DatasetFactory().create_dataset("BoxPSDataset")
    with pytest.raises(NotImplementedError, match=r"set_enable_pv_merge was for pslib .* leave the call out"):
        made(kind="InMemoryDataset").set_enable_pv_merge(True)
    with pytest.raises(ValueError, match="dtype=float32 and dtype=int64"):
        made().set_use_var([fluid.data("y", [None, 1], "int32")])
    with pytest.raises(NotImplementedError, match="QueueDataset does not support local shuffle"):
        made().local_shuffle()
    with pytest.raises(NotImplementedError, match="slots_shuffle was for pslib"):
        made(kind="InMemoryDataset").slots_shuffle(["x"])


def test_a_handler_is_given_values(fluid, counted):
    executor, made, last = counted
    given = []

    class Handler(fluid.executor.FetchHandler):
        def handler(self, res_dict):
            given.append({key: float(value[0]) for key, value in res_dict.items()})

    variables = fluid.default_main_program().global_block().vars
    handler = Handler({"sum": variables["total"], "last": last}, period_secs=0)
    executor.train_from_dataset(dataset=made(LINE * 2), fetch_handler=handler)
    assert given == [{"sum": 3.0, "last": 7.0}, {"sum": 6.0, "last": 7.0}]
    given.clear()
    handler.period_secs = time.monotonic()
    executor.train_from_dataset(dataset=made(LINE * 2), fetch_handler=handler)
    assert given == []


def test_checkpoints_of_a_fleet(fluid, tmp_path):
    from paddle.fluid.incubate.fleet.base import role_maker
    from paddle.fluid.incubate.fleet.collective import DistributedStrategy, TrainStatus, fleet

    fleet.init(role_maker.UserDefinedCollectiveRoleMaker(0, ["127.0.0.1:6"]))
    assert fleet.split_files(["a", "b"]) == ["a", "b"]
    loss = fluid.layers.mean(fluid.layers.fc(fluid.data("x", [None, 2]), 1))
    for name in ("use_local_sgd", "use_dist_fc"):
        strategy = DistributedStrategy()
        setattr(strategy, name, True)
        with pytest.raises(NotImplementedError, match=name):
            fleet.distributed_optimizer(fluid.optimizer.SGD(0.1), strategy)
    fleet.distributed_optimizer(fluid.optimizer.SGD(0.1)).minimize(loss)
    executor = fluid.Executor(fluid.CPUPlace())
    executor.run(fleet.startup_program)
    weight = fluid.global_scope().find_var("fc_0.w_0").get_tensor()
    for number in range(3):
        weight.set(np.full([2, 1], number, "float32"), fluid.CPUPlace())
        fleet.save_check_point(executor, str(tmp_path), TrainStatus(number), remain_all_checkpoint=number < 2)
    weight.set(np.zeros([2, 1], "float32"), fluid.CPUPlace())
    assert fleet.load_check_point(executor, str(tmp_path), trainer_id=0) == TrainStatus(2)
    assert np.array(weight).tolist() == [[2.0], [2.0]]
    assert [each.name for each in tmp_path.iterdir()] == ["__paddle_fleet_checkpoint__.2"]
    assert fleet.load_check_point(executor, str(tmp_path / "other"), trainer_id=0) is None


def test_training_that_needs_servers_is_refused(fluid):
    from paddle.fluid.incubate.fleet.base import role_maker
    from paddle.fluid.incubate.fleet.parameter_server.distribute_transpiler import StrategyFactory, fleet
    from paddle.fluid.incubate.fleet.parameter_server.pslib import fleet as pslib

    fleet.init(role_maker.UserDefinedRoleMaker(0, role_maker.Role.WORKER, 2, ["127.0.0.1:6"]))
    loss = fluid.layers.mean(fluid.layers.fc(fluid.data("x", [None, 2]), 1))
    for strategy in (StrategyFactory.create_async_strategy(), StrategyFactory.create_half_async_strategy(),
                     StrategyFactory.create_geo_strategy(5)):
        with pytest.raises(NotImplementedError, match=rf"{type(strategy).__name__}.*needs parameter servers"):
            fleet.distributed_optimizer(fluid.optimizer.SGD(0.1), strategy).minimize(loss)
    with pytest.raises(AttributeError, match="pslib"):
        pslib.init()
    with pytest.raises(NotImplementedError, match="MPI"):
        role_maker.MPISymetricRoleMaker()
