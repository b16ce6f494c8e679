"""Private names of 1.8.5 that real scripts import, mostly for code that dygraph training never runs."""

PRIVATE: dict[str, str] = {
    "framework": "OpProtoHolder",
    "layers.learning_rate_scheduler": "_decay_step_counter",
}
