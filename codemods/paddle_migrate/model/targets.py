"""Which operators of 1.8.5's each Paddle has lost, measured on 2.6.2 and 3.3.1; and those that no model is run with."""

from __future__ import annotations

_IN_BOTH = """
allreduce center_loss checkpoint_notify conv_shift cos_sim delete_var diag equal_reduce expand_as fake_init
fetch_barrier filter_by_instag fl_listen_and_serv flatten gaussian_random_batch_size_like get_places inplace_abn
isfinite lookup_sparse_table lstm_unit lstmp margin_rank_loss mean_iou merge_ids one_hot pad2d pad_constant_like
prefetch proximal_adagrad prroi_pool random_crop recurrent ref_by_trainer_id rnn_memory_helper
roi_perspective_transform sample_logits sequence_topk_avg_pooling sigmoid_focal_loss smooth_l1_loss space_to_depth
split_byref split_ids split_selected_rows squared_l2_distance squeeze target_assign tree_conv unsqueeze
"""
_IN_3 = """
array_to_lod_tensor average_accumulates beam_search_decode bilinear_interp box_decoder_and_assign bpr_loss crop
cross_entropy cross_entropy2 data_norm deformable_psroi_pooling density_prior_box detection_map expand fill_zeros_like
fill_zeros_like2 flatten2 fsp fused_embedding_seq_pool fusion_seqexpand_concat_fc generate_mask_labels
generate_proposal_labels generate_proposals iou_similarity linear_chain_crf locality_aware_nms lod_rank_table
lod_tensor_to_array max_sequence_len merge_lod_tensor merge_lod_tensor_infer mine_hard_examples minus
modified_huber_loss multiclass_nms multiclass_nms2 nearest_interp polygon_box_transform positive_negative_pair
precision_recall proximal_gd rank_loss reorder_lod_tensor_by_rank retinanet_detection_output retinanet_target_assign
rpn_target_assign sampling_id sequence_concat sequence_enumerate sequence_erase sequence_expand_as sequence_pad
sequence_reshape sequence_reverse sequence_scatter sequence_slice sequence_unpad shrink_rnn_memory similarity_focus
split_lod_tensor lod_reset teacher_student_sigmoid_loss top_k unique_with_counts var_conv_2d
"""
_LOST = {"2.6": frozenset(_IN_BOTH.split()), "3": frozenset((_IN_BOTH + _IN_3).split()), "1.8": frozenset[str]()}

# They read or write files, talk to other machines, or call Python: no model of a stranger may.
_WORDS = """
py_func py_layer pylayer run_program load load_combine save save_combine print read create_py_reader
create_double_buffer_reader listen_and_serv fl_listen_and_serv checkpoint_notify send recv recv_save send_barrier
fetch_barrier prefetch distributed_lookup_table pull_sparse pull_sparse_v2 pull_box_sparse push_dense push_box_sparse
push_sparse push_sparse_v2 gen_nccl_id c_gen_nccl_id gen_bkcl_id c_gen_bkcl_id heter_listen_and_serv send_and_recv
send_v2 recv_v2 partial_send partial_recv barrier tensorrt_engine lite_engine dlnne_engine
"""
_REACHING = frozenset(_WORDS.split())


def lost(target: str) -> frozenset[str]:
    """The operators that it has no more."""
    return _LOST[target]


def reaches_out(kind: str) -> bool:
    """Whether an operator does more than compute."""
    return kind in _REACHING or kind.startswith(("c_comm_init", "distributed_", "nccl", "ascend_"))
