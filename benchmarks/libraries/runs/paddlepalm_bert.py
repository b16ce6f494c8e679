"""A small BERT with its heads for classes, tags and masked words, by the package's own layers over fluid's.

The package asks how many GPUs there are by a name that 1.8.5 built without CUDA has not: it is told none. Steps are of
SGD: the keys' biases have no gradient but rounding, which the package's Adam would make whole steps of (7e-6 apart).
One word a batch is masked: the package's head takes every masked word from row 0 where sizes are open, and of a row
taken twice 1.8.5 keeps one gradient where today's adds them (``gather`` in docs/api.md; 1.3e-2 apart with three words).
"""

import numpy as np
from fixed import integers, program

PACKAGE = "paddlepalm-2.0.2"
SINCE = "1.8.5"
ERA = "1.8"
WHAT = "BERT as programs with heads for classes, tags (CRF), masked words, 3 steps of SGD each; PADDLE_COMPAT_ERA=1.8"
CONFIG = {"hidden_size": 8, "num_hidden_layers": 2, "num_attention_heads": 2, "vocab_size": 20,
          "max_position_embeddings": 6, "type_vocab_size": 2, "hidden_act": "gelu", "hidden_dropout_prob": 0.0,
          "attention_probs_dropout_prob": 0.0, "initializer_range": 0.02}


def run():
    import paddle.fluid as fluid

    if not hasattr(fluid.core, "get_cuda_device_count"):
        fluid.core.get_cuda_device_count = lambda: 0
    from paddlepalm import head

    heads = {"classes": head.Classify(3, 8), "tags": head.SequenceLabel(4, 8), "words": head.MaskLM(8, 20, "gelu")}
    return {f"{name} {key}": value for name, each in heads.items()
            for key, value in program(lambda head=each: trained(head), [feed(each, step) for step in range(3)]).items()}


def trained(head):
    """What is fetched: the sentences' vectors and the loss."""
    import paddle.fluid as fluid
    from paddlepalm.backbone import BERT

    bert = BERT.from_config(CONFIG)
    wanted = {**bert.inputs_attr, **head.inputs_attrs["reader"]}
    inputs = {name: fluid.data(name, shape, dtype) for name, (shape, dtype) in wanted.items()}
    outputs = bert.build(inputs)
    loss = head.build({"backbone": outputs, "reader": inputs})["loss"]
    fluid.optimizer.SGD(0.1).minimize(loss)
    return [outputs["sentence_embedding"], loss]


def feed(head, step):
    """One batch of three sentences, the last words of two of them padded."""
    lengths, places = np.array([5, 3, 4], "int64"), np.arange(5, dtype="int64")
    mask = (places < lengths[:, None]).astype("float32")
    batch = {"token_ids": integers(3, 5, below=20, seed=step), "position_ids": np.tile(places, (3, 1)),
             "segment_ids": integers(3, 5, below=2, seed=step), "input_mask": mask[:, :, None]}
    wanted = head.inputs_attrs["reader"]
    if "label_ids" in wanted:
        batch["label_ids"] = integers(3, *(5,) * ("seq_lens" in wanted), below=3, seed=step)
    if "seq_lens" in wanted:
        batch["seq_lens"] = lengths
    if "mask_pos" in wanted:
        batch.update(mask_pos=np.array([12], "int64"), mask_label=integers(1, below=20, seed=step + 5))
    return batch
