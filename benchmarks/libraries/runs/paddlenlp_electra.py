"""ELECTRA's generator and discriminator, by AdamW with a rate for each layer."""

import paddle
from fixed import fill, integers, steps

PACKAGE = "paddlenlp-2.0.8"
WHAT = "ELECTRA's generator and discriminator of 2 layers, 3 steps of AdamW with decaying rates by layer"


def run():
    from functools import partial

    from paddlenlp.ops.optimizer import AdamWDL
    from paddlenlp.ops.optimizer.adamwdl import layerwise_lr_decay
    from paddlenlp.transformers import ElectraDiscriminator, ElectraGenerator, ElectraModel

    sizes = {"vocab_size": 40, "embedding_size": 12, "hidden_size": 16, "num_hidden_layers": 2,
             "num_attention_heads": 2, "intermediate_size": 32, "hidden_dropout_prob": 0.0,
             "attention_probs_dropout_prob": 0.0, "max_position_embeddings": 16, "type_vocab_size": 2,
             "initializer_range": 0.02, "pad_token_id": 0}
    ids = paddle.to_tensor(integers(3, 9, below=40))
    found = {"output/generator": fill(ElectraGenerator(ElectraModel(**sizes)))(ids).numpy()}
    model = fill(ElectraDiscriminator(ElectraModel(**sizes)))
    names = {each.name: name for name, each in model.named_parameters()}
    rates = partial(layerwise_lr_decay, 0.8, names, 2)
    adamw = AdamWDL(0.01, epsilon=1e-4, parameters=model.parameters(), layerwise_decay=0.8, n_layers=2,
                    set_param_lr_fun=rates, name_dict=names)
    label = paddle.to_tensor(integers(3, 9, below=2).astype("float32"))

    def loss_of(step):
        return paddle.nn.functional.binary_cross_entropy_with_logits(model(ids), label)

    found.update(steps(model, adamw, loss_of))
    return found
