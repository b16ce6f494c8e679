"""A small BERT for two classes: three steps of AdamW with a linear schedule and clipping."""

import paddle
from fixed import fill, integers, steps

PACKAGE = "paddlenlp-2.4.2"
WHAT = "BERT of 2 layers, 3 steps of AdamW with warm-up and clipping: losses, gradients, parameters"


def run():
    from paddlenlp.transformers import BertForSequenceClassification, BertModel, LinearDecayWithWarmup

    bert = BertModel(vocab_size=60, hidden_size=16, num_hidden_layers=2, num_attention_heads=2, intermediate_size=32,
                     hidden_dropout_prob=0.0, attention_probs_dropout_prob=0.0, max_position_embeddings=16)
    model = fill(BertForSequenceClassification(bert, num_classes=2, dropout=0.0))
    schedule = LinearDecayWithWarmup(1e-2, 10, 2)
    decayed = [each.name for name, each in model.named_parameters() if "bias" not in name and "norm" not in name]
    adamw = paddle.optimizer.AdamW(schedule, parameters=model.parameters(), weight_decay=0.01, epsilon=1e-4,
                                   apply_decay_param_fun=lambda name: name in decayed,
                                   grad_clip=paddle.nn.ClipGradByGlobalNorm(1.0))
    criterion = paddle.nn.CrossEntropyLoss()

    def loss_of(step):
        ids = paddle.to_tensor(integers(4, 12, below=60, seed=step))
        if step:
            schedule.step()
        return criterion(model(ids), paddle.to_tensor(integers(4, below=2, seed=step)))

    found = steps(model, adamw, loss_of)
    model.eval()
    found["output/logits"] = model(paddle.to_tensor(integers(3, 9, below=60, seed=7))).numpy()
    return found
