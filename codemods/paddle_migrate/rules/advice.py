"""What to write for names that no rewrite takes, by what they were for."""

from __future__ import annotations

import re

_FLEET = (
    "paddle.distributed.fleet tells who a process is; of fluid.incubate.fleet.collective are migrated init, "
    "distributed_optimizer, main_program, save_persistables and save_inference_model: let these do it"
)
_HDFS = (
    "paddle.distributed.fleet.utils.HDFSClient is it, with other methods: upload(local, remote) in that order, mkdirs, "
    "mv, and ls_dir, which gives folders and files"
)
_IN_STEP = (
    "Paddle has no asynchronous training of programs any more: StrategyFactory.create_sync_strategy() has the workers "
    "learn from the means of their gradients in each step"
)
_FILES = (
    "paddle.distributed.QueueDataset and InMemoryDataset read such files, or a paddle.io.DataLoader over an "
    "IterableDataset of your own"
)
_STEPS = "write the step as a cell, and give it to paddle.nn.RNN, or a loop to paddle.static.nn.while_loop"
_BEAMS = "paddle.nn.BeamSearchDecoder and paddle.nn.dynamic_decode do its work"
_BOXES = "paddle.vision.ops has today's operators of boxes; what is missing there is written with paddle's functions"
_ROLES = "operators have no roles in Paddle 3: parameters and gradients are what the optimizer's backward() gives"
_GRAPHS = "programs are changed by paddle.static.quantization and passes of today's: there is no IrGraph for Paddle 3"
_LENGTHS = "sequences are rows or padded arrays now, and their lengths beside them"
_OWN = (
    "call the function that does the work, make parameters by paddle.static.create_parameter, and operators of your "
    "own by paddle.utils.cpp_extension"
)
_PRIVATE = "it is nothing of today's: call the function of paddle or paddle.nn.functional that does the work"
_AVERAGE = "keep a variable beside each parameter, and paddle.assign() the moved average to it"
_KINDS = "variables have no kind since Paddle 3: leave the question out"
_ITSELF = "it does nothing that today's executor does not do by itself: take it out, and run the program"
_RANKS = "paddle.distributed.init_parallel_env(), paddle.distributed.ParallelEnv and paddle.DataParallel do it"
_STATES = "paddle.static.save() and load() do it, and paddle.static.set_program_state()"
_RECURRENT = "paddle.nn.GRU, LSTM and their cells take padded arrays, with sequence_length= beside them"
_DYNAMIC = "paddle.disable_static() does it, and is on from the start"
_DERIVE = "paddle.optimizer has Adagrad, RMSProp and others, of which a class is derived"
_PREDICTS = "paddle.inference.Config(folder) is it today, with set_model(), enable_use_gpu() and disable_gpu()"
_TRANSLATOR = "paddle.jit.enable_to_static(x) is its switch; paddle.jit.to_static and paddle.jit.save do the rest"
_MIXED = (
    "Paddle 2.6 has paddle.static.amp.decorate; on Paddle 3 build the network under paddle.amp.auto_cast(), and let "
    "paddle.amp.GradScaler minimize"
)
_WRITE = "write it with paddle's functions on arrays"
_PLACED = "Paddle has chosen by itself since 1.6 where a value is made: take the with out, and leave its block"
_BYTES = (
    "programs of Paddle 3 are not read from bytes: paddle.static.save_inference_model and load_inference_model keep "
    "one in files"
)
_ADVICE = {
    r"init_on_cpu$": _PLACED,
    r"layers\.(\w+\.)?ParallelDo$": _RANKS,
    r"Program\.parse_from_string$": _BYTES,
    r"DatasetFactory$|dataset\.": _FILES,
    r"AsyncStrategy|GeoStrategy|StrategyFactory": _IN_STEP,
    r"hdfs": _HDFS,
    r"(memory_optim|release_mem)\w*$": _ITSELF,
    r"(program|block|op|variable)_to_code$": "print(program) shows what it holds, in today's words",
    r"DistributeTranspiler|transpiler\.|incubate\.fleet\.": _FLEET,
    r"layers\.(\w+\.)?(DynamicRNN|StaticRNN|While|IfElse|rnn|lstm)$|contrib\.(layers\.)?basic_": _STEPS,
    r"layers\.(\w+\.)?(RNNCell|LSTMCell|GRUCell)": "paddle.nn.RNNCellBase, LSTMCell and GRUCell are today's cells",
    r"layers\.(\w+\.)?(BeamSearchDecoder|dynamic_decode|beam_search|beam_search_decode)": _BEAMS,
    r"layers\.(\w+\.)?(ssd_loss|rpn_target_assign|\w+_proposals?|generate_\w+|retinanet_\w+|multi_box_head"
    r"|detection_output|box_clip|target_assign|bipartite_match|prroi_pool)$": _BOXES,
    r"op_proto_and_checker_maker|OpRole": _ROLES,
    r"core\.Graph|IrGraph|slim\.quantization": _GRAPHS,
    r"LoDTensor|create_\w*lodtensor|create_lod_tensor|lod_rank_table": _LENGTHS,
    r"fluid\.(core\.)?Tensor$": "NumPy's arrays are fed as they are, and paddle.to_tensor() makes tensors of them",
    r"CUDAPlace$|CUDAPinnedPlace$": "paddle.CUDAPlace(number) makes one, and paddle.set_device() chooses",
    r"core\.ops\b|OpProtoHolder|distribute_lookup_table": _PRIVATE,
    r"sampled_softmax": "paddle.nn.functional.cross_entropy() over all classes, or some that are gathered, does it",
    r"layer_helper": _OWN,
    r"VarDesc\.VarType|AttrType": _KINDS,
    r"io\.(save|load)_vars$": "paddle.static.save() writes a program's variables, paddle.save() a dict of arrays",
    r"ExponentialMovingAverage|ModelAverage": _AVERAGE,
    r"mixed_precision": _MIXED,
    r"set_gradient_clip|error_clip|ErrorClip": "give the optimizer its grad_clip=",
    r"EditDistance": "paddle.nn.functional.edit_distance, and a sum over the batches, do its work",
    r"chunk_eval|ChunkEvaluator": "count the chunks in Python, of what a run fetches",
    r"im2sequence": "paddle.nn.functional.unfold cuts the windows out",
    r"layers\.tensor\.Variable|framework\.Variable": "paddle.static.Variable is the class today",
    r"framework\.(Operator|Block)":
        "programs of Paddle 3 have no such class: ask hasattr(x, 'ops') of a block, and of an operator "
        "hasattr(x, 'operands_source'), before Paddle 3 hasattr(x, 'input_names')",
    r"dygraph\.(save|load)_persistables": "paddle.save(net.state_dict(), path) does it, and paddle.load(path)",
    r"ComplexVariable$": "paddle.complex(a, b) makes one, and of a tensor z.is_complex() tells it",
    r"fluid\.(HashName|RoundRobin)$": _PRIVATE,
    r"fluid\.op\.|core\.save_op_\w+": _PRIVATE,
    r"(Build|Execution)Strategy|CompiledProgram|ParallelExecutor|memory_usage": _ITSELF,
    r"disable_(dygraph|imperative)$": "paddle.enable_static() does it",
    r"enable_(dygraph|imperative)$|dygraph\.(base\.)?guard": _DYNAMIC,
    r"\w+_dygraph$": "paddle.save(net.state_dict(), path) does it, and paddle.load(path)",
    r"ProgramTranslator": _TRANSLATOR,
    r"TracedLayer": "paddle.jit.to_static and paddle.jit.save do it",
    r"NativeConfig$": _PREDICTS,
    r"dygraph\.(\w+\.)?(DataParallel|(Parallel)?Env|prepare_context)|ParallelStrategy": _RANKS,
    r"fluid\.(backward\.)?gradients$": "paddle.static.gradients does it",
    r"io\.(get_program_\w+|load_p\w+)$|(load|set)_program_state$|layers\.(io\.)?load$": _STATES,
    r"io\.(save|load)_inference_model": "paddle.static.save_inference_model and load_inference_model do it",
    r"DataFeeder|PyReader|py_reader|EOFException": "feed a paddle.io.DataLoader's batches: feed={name: array}",
    r"executor\.|Scope$|scope_guard": "paddle.static has it: Executor, Scope, global_scope() and scope_guard()",
    r"layers\.(\w+\.)?(dynamic_(gru|lstmp?)|(gru|lstm)_unit)$|Basic(GRU|LSTM)Unit": _RECURRENT,
    r"layers\.(\w+\.)?(sequence_\w+|lod_\w+|reorder_lod_\w+|crf_decoding|linear_chain_crf)$": _LENGTHS,
    r"Decoder$|Helper$": _BEAMS,
    r"(locality_aware_nms|roi_perspective_transform|(deformable_|ps)roi_pool\w*)$": _BOXES,
    r"(Categorical|MultivariateNormalDiag|Normal|Uniform)$": "paddle.distribution has Normal, Uniform and Categorical",
    r"layers\.(\w+\.)?Switch": "paddle.static.nn.case does it",
    r"hsigmoid$": "paddle.nn.functional.hsigmoid_loss does it",
    r"layers\.(\w+\.)?(auc|Print|py_func|accuracy)$": "the function of that name in paddle.static does it",
    r"layers\.(\w+\.)?(nce|prelu|row_conv)$": "the function of that name in paddle.static.nn does it",
    r"step_counter": "count the runs in Python, and feed the number",
    r"optimizer\.(Ftrl|DecayedAdagrad)": _DERIVE,
    r"optimizer\.LarsMomentum": "paddle.incubate.optimizer.LarsMomentumOptimizer is it",
    r"Lookahead": "paddle.incubate.LookAhead is it",
    r"Recompute|PipelineOptimizer": "paddle.distributed.fleet.DistributedStrategy has a switch for it",
    r"decoupled_weight_decay": "paddle.optimizer.AdamW does it",
    r"(NCE|TreeConv|tree_conv|fused_\w+|filter_by_instag|similarity_focus|hash|center_loss|inplace_abn|selected_rows)$":
        _WRITE,
    r"tdm_|index_sample|ctr_metric|data_norm|continuous_value": _WRITE,
}


def advice(name: str) -> str:
    """Empty where nothing is known of the name."""
    return next((words for pattern, words in _ADVICE.items() if re.search(pattern, name)), "")
