"""What an earlier step wrote into a script for its program, by the names that the files of `written/` give it."""

from __future__ import annotations

from paddle_migrate.rules import kinds
from paddle_migrate.rules.library import library
from paddle_migrate.rules.parameters import LOADS_CHOSEN
from paddle_migrate.rules.rule import PACKAGE
from paddle_migrate.rules.sequence_layers import FED, FIELD_LAYER, LAYERS, OF_COUNTS, ROWS, UNIT_LAYER, UNPADS

FEEDER, LOADER, READER = "written.DataFeeder", "written.FeedLoader", "written.ProgramReader"
SEQUENCE_FEEDER, SEQUENCE_LOADER, SPLIT_FEED = "written.SequenceFeeder", "written.SequenceLoader", "written.split_feed"
FEEDERS, LOADERS = (FEEDER, SEQUENCE_FEEDER), (LOADER, SEQUENCE_LOADER)
# each by the helper and by today's own function
SAVES_MODEL = ("written.save_inference_model", "paddle.static.save_inference_model")
LOADS_MODEL = ("written.load_inference_model", "paddle.static.load_inference_model", "written.load_sequence_model")
CLONES_FOR_TEST = ("written.clone_for_test", "written.clone_trained_for_test", "written.for_test")
OF_PARAMETERS = ("written.save_params", "written.load_params")  # alone
SAVES_STATE = ("paddle.static.save", "written.save", "written.save_counted", "written.save_persistables",
               "written.save_lasting", OF_PARAMETERS[0])
LOADS_VARS = f"written.{LOADS_CHOSEN}"
LOADS_STATE = ("paddle.static.load", "written.load", "written.load_persistables", OF_PARAMETERS[1], LOADS_VARS)
READS_ARRAY = "written.read_array"
KEPT_RESULTS = "written.kept_results"
IN_PROGRAM, SHARES, VARIABLE = "written.in_program", "written.share_parameters", "written.variable"
PROGRAM_EXECUTOR = "written.ProgramExecutor"
CLONE = "written.clone"
LET_UNFED = "written.let_unfed"
FED_FIRST = "written.fed_first"
RUNNING_AUC, CONV_GROUP, LASTING = "written.RunningAuc", "written.ConvGroup", "written.Lasting"
SEQUENCE_DATA = "written.sequence_data"
_SEQUENCE_LAYERS = [FIELD_LAYER, UNIT_LAYER, *(layer for layer, _, _ in LAYERS.values())]
HELPER_LAYERS = (RUNNING_AUC, CONV_GROUP, LASTING, *(f"written.{layer}" for layer in _SEQUENCE_LAYERS))
EVERY, VARIABLES = "written.all_parameters", "written.list_vars"
NAMED = "written.variables"
COUNTED, STEPS = "written.counted_accuracy", "written.step_schedule"
_HOME = library().module(f"{PACKAGE}._today_optimizers")
_OPTIMIZERS = ("Adam", *(_HOME.names() if _HOME is not None else ()))
OPTIMIZERS = ("paddle.optimizer.", *(f"written.{name}" for name in _OPTIMIZERS))
WARM_UP, RATE_OF, WITH_RATE = "written.WarmUpFrom", "written.RateOf", "written.with_rate"
SCHEDULES = ("paddle.optimizer.lr.", WARM_UP, RATE_OF)
DATASETS = tuple(f"written.{name}" for name in kinds.DATASETS)
IN_LOOPS = (  # which layers and loops call as well
    *_OPTIMIZERS, "WrittenOptimizer", "WarmUp", "WarmUpFrom", "RateOf",
    "counted_accuracy", "hard_shrink", "leaky_relu", "WeightedAverage", "_is_number", "MetricBase", "CompositeMetric",
    "RunningAuc", "ConvGroup", "Lasting", "Ploter", "Precision", "Recall", "Accuracy", "EditDistance", "Auc", "_check",
    "activated", "activated_by_old_name", "activation", "activation_named", "optimizer_named", "regularizer_named",
    "clip_by_value", "full_like_batch", "uniform_like_batch", "normal_like_batch", "with_batch", "divergence",
    "resize_nearest", "padded", "unpadded", "numbers_of", "recurrent_activation",
    "no_gradient", "GatedCell", "UpdateCell", "over_rows", "run_steps", "chain_cost",
    "best_paths", "ChainCell", "BestCell", "BackCell", "chunk_rates", "rates_of_chunks", "chunks_of", "split_feed",
    *kinds.DATASETS, "read_array",
    *OF_COUNTS, *FED, UNPADS, *ROWS, *_SEQUENCE_LAYERS)
# what is known to do; `written.clone` and `written.variable` help the others
KNOWN = (*FEEDERS, *LOADERS, SPLIT_FEED, SAVES_MODEL[0], *LOADS_MODEL, *CLONES_FOR_TEST, IN_PROGRAM, SHARES,
         VARIABLE, FED_FIRST, LET_UNFED, STEPS, KEPT_RESULTS, NAMED, CLONE,
         *DATASETS)
PARAMETERS = ("paddle.create_parameter", "paddle.static.create_parameter")
NO_LOOP = "the file trains no network: give a file that holds both the network and its loop"
