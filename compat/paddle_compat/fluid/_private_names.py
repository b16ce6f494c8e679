"""Private names of 1.8.5 that real scripts import, mostly for code that dygraph training never runs."""

PRIVATE: dict[str, str] = {
    "dygraph.dygraph_to_static.loop_transformer": "NameVisitor",
    "dygraph.dygraph_to_static.utils": "ast_to_func ast_to_source_code index_in_list is_dygraph_api",
    "framework": "OpProtoHolder",
    "layers.learning_rate_scheduler": "_decay_step_counter",
}
