"""Where modules of fluid stand today that are neither here nor in ``paddle.base``.

What was below them stands below these. Of several the first one that Paddle has counts.
"""

MOVED: dict[str, tuple[str, ...]] = {
    "contrib.decoder.beam_search_decoder": ("paddle_compat.fluid.contrib.decoder",),
    "contrib.extend_optimizer.extend_optimizer_with_weight_decay": ("paddle_compat.fluid.contrib.extend_optimizer",),
    "contrib.mixed_precision.amp_nn": ("paddle.static.amp.amp_nn",),
    "contrib.mixed_precision.bf16": ("paddle.static.amp.bf16",),
    "contrib.mixed_precision.fp16_utils": ("paddle.static.amp.fp16_utils",),
    "contrib.optimizer": ("paddle.incubate.optimizer",),
    "contrib.quantize.quantize_transpiler": ("paddle_compat.fluid.contrib.quantize",),
    "contrib.slim.quantization": ("paddle.static.quantization",),
    "contrib.slim.quantization.imperative": ("paddle.quantization.imperative",),
    "contrib.slim.quantization.quant2_int8_mkldnn_pass": (
        "paddle.static.quantization.quant2_int8_onednn_pass", "paddle.static.quantization.quant2_int8_mkldnn_pass"),
    "contrib.slim.quantization.quant_int8_mkldnn_pass": (
        "paddle.static.quantization.quant_int8_onednn_pass", "paddle.static.quantization.quant_int8_mkldnn_pass"),
    "contrib.sparsity": ("paddle.incubate.asp",),
    "contrib.utils.hdfs_utils": ("paddle_compat.fluid.contrib.utils",),
    "contrib.utils.lookup_table_utils": ("paddle_compat.fluid.contrib.utils",),
    "dataloader": ("paddle.io.dataloader",),
    "distribute_lookup_table": ("paddle.distributed.distribute_lookup_table",),
    "dygraph.amp": ("paddle.amp",),
    "dygraph.amp.auto_cast": ("paddle.amp.auto_cast",),
    "dygraph.amp.loss_scaler": ("paddle.amp.grad_scaler",),
    "dygraph.dygraph_to_static": ("paddle.jit.dy2static", "paddle.jit.dy2static.transformers"),
    "dygraph.dygraph_to_static.base_transformer": (
        "paddle.jit.dy2static.transformers.base", "paddle.jit.dy2static.base_transformer"),
    "dygraph.inplace_utils": ("paddle.utils.inplace_utils",),
    "dygraph.io": ("paddle.jit.translated_layer",),
    "dygraph.layer_hooks": ("paddle.nn.layer.layers",),
    "dygraph.layer_object_helper": ("paddle.nn.layer.layers",),
    "dygraph.parallel_helper": ("paddle.distributed.parallel_helper",),
    "dygraph.rnn": ("paddle.nn.layer.rnn",),
    "dygraph.varbase_patch_methods": ("paddle.base.dygraph.tensor_patch_methods",),
    "entry_attr": ("paddle.distributed.entry_attr",),
    "generator": ("paddle.framework.random",),
    "incubate.fleet.parameter_server.ir": ("paddle.incubate.distributed.fleet.parameter_server.ir",),
    "incubate.fleet.parameter_server.mode": ("paddle.incubate.distributed.fleet.parameter_server.mode",),
    "incubate.fleet.utils": ("paddle.incubate.distributed.fleet",),
    "incubate.fleet.utils.hdfs": ("paddle.distributed.fleet.utils.fs",),
    "inference": ("paddle.inference",),
    "inference.wrapper": ("paddle.inference.wrapper",),
    "ir": ("paddle.incubate.passes.ir",),
    "layers.collective": ("paddle.distributed",),
    "layers.layer_function_generator": (
        "paddle.base.layers.layer_function_generator", "paddle.tensor.layer_function_generator"),
    "lazy_init": ("paddle.nn.initializer.lazy_init",),
    # Paddle's own copy of it cannot be loaded beside this one.
    "proto.distributed_strategy_pb2": ("paddle.distributed.fleet.proto.distributed_strategy_pb2",),
    "transpiler.collective": ("paddle.distributed.transpiler.collective",),
    "transpiler.details": ("paddle.distributed.transpiler.details",),
    "transpiler.details.program_utils": ("paddle_compat.fluid.transpiler.details",),
    "transpiler.memory_optimization_transpiler": ("paddle.distributed.transpiler.memory_optimization_transpiler",),
}
