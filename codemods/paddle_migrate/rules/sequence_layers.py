"""Functions of rows of sequences as layers and loops call them, which no program tells the lengths."""

from __future__ import annotations

from paddle_migrate.rules.rule import PACKAGE

# what each calls the rows whose lengths it takes beside them, and whether what it gives is as long
ROWS = {
    "pooled_sequences": ("input", False), "sequence_sum": ("input", False), "sequence_softmax": ("input", True),
    "sequence_reverse": ("x", True), "sequence_pad": ("x", False),
}  # fmt: skip
PADS = "sequence_pad"
UNPADS = "sequence_unpad"
# those whose result has other lengths than what it is made of: what they call the first two, and what becomes of them
BY_LENGTHS = {
    "sequence_expand": ("x", "y", "repeated"), "sequence_expand_as": ("x", "y", "as_long"),
    UNPADS: ("x", "length", "cut"), "sequence_reshape": ("input", "new_dim", "as_wide"),
}  # fmt: skip
# those that are layers: which, the order of what they take behind the rows, and what the layer takes when it is called
LAYERS = {
    "dynamic_lstm": ("DynamicLSTM", ("size", "h_0", "c_0", "param_attr", "bias_attr", "use_peepholes", "is_reverse",
                                     "gate_activation", "cell_activation", "candidate_activation", "dtype"),
                     ("h_0", "c_0")),
    "dynamic_gru": ("DynamicGRU", ("size", "param_attr", "bias_attr", "is_reverse", "gate_activation",
                                   "candidate_activation", "h_0", "origin_mode"), ("h_0",)),
    "sequence_conv": ("SequenceConv", ("num_filters", "filter_size", "filter_stride", "padding", "padding_start",
                                       "bias_attr", "param_attr", "act"), ()),
}  # fmt: skip
FIELD, DECODES, COUNTS = "linear_chain_crf", "crf_decoding", "chunk_eval"
FIELD_LAYER = "LinearChainCRF"
UNIT, UNIT_LAYER = "gru_unit", "GRUUnit"
OF_COUNTS = ("ChunkEvaluator",)  # plain Python
PLACED = ("create_lod_tensor", "create_random_int_lodtensor")  # which take a place
FED = ("LoDTensor", *PLACED)
HOME_OF_LAYERS = f"{PACKAGE}._today_sequences.layers"
# of legacy functions whose result is rows as well: what they call the rows and, second, the width of what comes of
# these, in how many parts
WIDTHS = {
    "dynamic_lstm": ("input", "size", 4), "dynamic_gru": ("input", "size", 1),
    **dict.fromkeys(("sequence_conv", "sequence_conv_pool"), ("input", "num_filters", 1)),
    "sequence_reshape": ("input", "new_dim", 1),
    **dict.fromkeys(
        ("sequence_pool", "sequence_first_step", "sequence_last_step", "sequence_softmax"), ("input", "", 1)),
    **dict.fromkeys(("sequence_reverse", "sequence_expand", "sequence_expand_as"), ("x", "", 1)),
}  # fmt: skip
OF_SEQUENCES = frozenset((
    "sequence_data", "with_lengths_fed", FIELD, DECODES, COUNTS, *ROWS, *BY_LENGTHS, *LAYERS))
