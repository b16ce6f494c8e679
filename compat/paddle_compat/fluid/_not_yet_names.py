"""The public names of 1.8.5 that are not there yet; tests/compat/test_surface.py writes this file."""

NAMES: dict[str, str] = {
    "contrib": (
        "fused_elemwise_activation fused_embedding_seq_pool rank_attention tdm_child tdm_sampler tree_conv"
    ),
    "layers": (
        "get_tensor_from_selected_rows lstm merge_selected_rows"
    ),
}
