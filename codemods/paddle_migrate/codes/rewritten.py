"""PM1xx: what was rewritten."""

from __future__ import annotations

from paddle_migrate.codes.kinds import Code

REWRITTEN: dict[str, Code] = {
    "PM101": Code("call rewritten", "The call of a legacy API became the call that means the same today."),
    "PM102": Code(
        "name rewritten", "A legacy class or function that is named, not called, became today's name for it."
    ),
    "PM103": Code(
        "activation moved",
        "act= of a layer's constructor is gone today. The activation now stands where the layer is called, so that the "
        "layer's parameters keep their names in state_dict() and old checkpoints load.",
    ),
    "PM104": Code(
        "device and guard",
        "dygraph.guard(place) became paddle.device.set_device(): the dynamic graph is the default today, so the block "
        "came out by one level.",
    ),
    "PM105": Code(
        "optimizer or model method",
        "minimize(), clear_gradients(), set_dict() and the like have other names today: step(), clear_grad(), "
        "set_state_dict().",
    ),
    "PM106": Code(
        "data parallel",
        "prepare_context(), DataParallel(model, strategy), scale_loss() and apply_collective_grads() became "
        "init_parallel_env() and paddle.DataParallel(model), which averages the gradients in backward().",
    ),
    "PM107": Code(
        "checkpoint", "save_dygraph() and load_dygraph() became paddle.save() and paddle.load(), same files."
    ),
    "PM108": Code(
        "0-D tensor indexed",
        "loss.numpy()[0] would fail today: a full reduction has no dimension any more, nor has an element of a vector.",
    ),
    "PM109": Code("commented-out code", "A statement in a comment used fluid and was rewritten like live code."),
    "PM110": Code("start of a data-parallel script", "The call of the training function became dist.spawn()."),
    "PM111": Code(
        "name of Python or NumPy",
        "A name that NumPy has dropped since 1.20, which was an alias of Python's own type, or a class of collections "
        "that stands in collections.abc alone since Python 3.10.",
    ),
    "PM112": Code("launcher flag", "A flag of 1.x's launcher has another name today, or was misspelt."),
    "PM113": Code("version pin", "A pin that only PaddlePaddle 1.x fulfils was lifted to the Paddle the code is for."),
    "PM114": Code(
        "learning-rate schedule",
        "1.x advanced the rate by itself at each minimize(). Today the script calls scheduler.step(), which now stands "
        "behind each optimizer.step().",
    ),
    "PM115": Code(
        "import through the project's own module",
        "A legacy name that came through another module of the project (from utils import fluid) is imported here "
        "itself, if it is still needed: that module loses it when it is migrated. Migrate such modules together.",
    ),
    "PM116": Code(
        "size passed on",
        "A layer of the 1.6 dialect found out its input size at its first forward. Here one constructor makes layers "
        "of several sizes, so the function or class around it takes the size as a parameter, and every call of it in "
        "this file passes one.",
    ),
    "PM117": Code(
        "loader over a generator",
        "from_generator() and set_…_generator() became one loader over the same generator, written into the script: a "
        "paddle.io.DataLoader that reads as far ahead as before. Where it is given its generator later, it has the "
        "methods for that, too.",
    ),
    "PM118": Code(
        "launcher taken off",
        "The script starts its own processes with dist.spawn() now, one for each visible device, so it is started by "
        "python alone. With --launcher launch scripts and commands keep the launcher.",
    ),
    "PM119": Code(
        "program of today",
        "1.x began in static mode. Today a script says paddle.enable_static() before it builds a program, and fetches "
        "variables, not names. With --programs it is written so.",
    ),
    "PM121": Code(
        "argument without effect",
        "An argument that was given is dropped; the result is that of 1.8.5 without it, and the finding says why.",
    ),
    "PM122": Code(
        "import moved",
        "Paddle 2.6.2 crashes when Python's zlib first works after Paddle was loaded: gzip makes it work, and so does "
        "np.random of NumPy 2.3. Their imports now stand before Paddle's; a script that starts a program whose other "
        "files draw such numbers imports zlib there. With --target 3 nothing is moved.",
    ),
    "PM123": Code(
        "0-D tensor printed",
        "Losses, full reductions and learning rates print as 0.5 where 1.8 printed [0.5].",
    ),
    "PM124": Code(
        "activation added by a helper",
        "The layer may be called from somewhere that this file does not show, so a small helper in the script adds the "
        "activation to the layer itself.",
    ),
    "PM125": Code("comment left", "A comment speaks of fluid and is no statement that can be rewritten by itself."),
    "PM126": Code(
        "root logger",
        "Today's import of Paddle gives the root logger a handler, and logging.basicConfig() does nothing where there "
        "is one. force=True, of Python 3.8 and later, takes it out first. What a logger with a handler of its own says "
        "would be printed twice: propagate = False keeps it from the root logger.",
    ),
}
# what is said beside a use that counts already, or of none
BESIDE = frozenset({"PM121", "PM122", "PM123", "PM124", "PM125", "PM126"})
