"""How layers named their parameters, and what names one without training it."""

from __future__ import annotations

import re

ATTRIBUTE, TRAINS_NOTHING = "ParamAttr", "crf_decoding"
NAMING = ("param_attr", "bias_attr", "weight_attr")  # the last one is today's
NAMES_THEMSELVES = ("moving_mean_name", "moving_variance_name")
MADE, NAMING_MADE = "create_parameter", ("name", "attr")
SAYS_NAMES = re.compile(  # find_var("mine") reads no name that was counted
    rb"\.(?:list_vars|all_parameters)\b|\.find_var\b(?!\(\s*['\"](?!\w*_\d+['\"])[^'\".{}%]*['\"]\s*\))|"
    rb"['\"][\w{}%]*\.[wb]_\d+['\"]")
READS_NAMES = re.compile(
    rb"\b(?:load|save)_(?:params|persistables|vars|program_state)\b|\bset_program_state\b|\bstatic\.(?:load|save)\b|"
    + SAYS_NAMES.pattern
)
BEGINS_NAMES_ANEW = re.compile(rb"\bunique_name\b[^#\n]*\b(?:guard|switch)\b")
COUNT_THEMSELVES = re.compile(rb"\b(?:fc|create_parameter)\b")  # today's functions that make a parameter of a name
BEGINS_NAMES, SWITCHES_NAMES, OPENS_PROGRAM = ".unique_name.guard", ".unique_name.switch", ".program_guard"
BUILDS_NOTHING = (  # in the program around it
    BEGINS_NAMES, ".CPUPlace", ".CUDAPlace", ".Executor", ".Program", ".Scope", ".default_main_program",
    ".default_startup_program", ".global_scope", ".scope_guard", ".io.load_inference_model", ".io.load_params",
    ".io.load_persistables", ".io.save_inference_model", ".io.save_params", ".io.save_persistables",
)  # fmt: skip
CHANGES_GRADIENTS = r"\b(L[12]Decay\w*|\w*GradientClipBy\w+|set_gradient_clip)\b"  # once a step has used them
MAY_LOAD, LOADS = re.compile(rb"fluid[^#]*\b(?:load|save)\b", re.DOTALL), ("load", "save")
MAKE_THEMSELVES = {  # today's functions that make layers themselves, and what 1.8.5 counted these as
    "dynamic_gru": "gru", "dynamic_lstm": "lstm", "dynamic_lstmp": "lstmp", "gru_unit": "gru_unit",
    "linear_chain_crf": "linear_chain_crf", "lstm_unit": "fc", "sequence_conv": "sequence_conv",
    "sequence_conv_pool": "sequence_conv", "sum_of_linears": "fc",
}
NAME_THEIR_OWN = ("GRUCell", "LSTMCell", "basic_gru", "basic_lstm", "tdm_child")  # as 1.8.5 named them
MAKE_SEVERAL = ("multi_box_head",)  # which nothing names
MAKE_OTHERS = ("lstm_unit", "scaled_dot_product_attention")  # which make such as `fc` counts, in another form
MAY_NAME = re.compile(rb"ParamAttr|(?:param|bias|weight)_attr *=|create_parameter")
SAVES_MODEL = re.compile(rb"\bsave_inference_model\b")  # what one script saves, another loads
_OF_FLUID = rb"import +paddle\.fluid +as +(?P<%s>\w+)\b(?s:.*)\b(?P=%s)\.%s\("
SAVES_VARIABLES = re.compile(rb"\b(?:save_params|save_persistables|save_vars|fluid\.save)\(|" + _OF_FLUID % (
    b"saving", b"saving", b"save"))
LOADS_VARIABLES = re.compile(  # of another script, as it saves none itself
    rb"(?s)\A(?!.*(?:" + SAVES_VARIABLES.pattern + rb"))"
    rb".*(?:\b(?:load_params|load_persistables|load_vars|fluid\.load)\(|" + _OF_FLUID % (
        b"loading", b"loading", b"load") + rb")")
LOADS_MODEL = re.compile(rb"\bload_inference_model\b")
TODAYS_FILES = "today's files: models of the old script are not read: paddle-migrate model OLD -o NEW"
LOADS_CHOSEN = "load_vars"  # those that a function chooses, or that are named
