"""Private names of 1.8.5 that real scripts import, mostly for code that dygraph training never runs."""

PRIVATE: dict[str, str] = {
    "dygraph.dygraph_to_static.loop_transformer": "NameVisitor",
    "framework": "OpProtoHolder",
}
