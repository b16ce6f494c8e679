"""Every kind of finding has a code that never changes its meaning: for --select, --ignore, CI and `explain`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Level = Literal["rewritten", "note", "person", "error"]
_LEVELS: dict[str, Level] = {"1": "rewritten", "2": "note", "3": "person", "9": "error"}


@dataclass(frozen=True)
class Code:
    """One kind of finding: a line that names it, and what a reader of it should know or do."""

    title: str
    text: str


def level_of(code: str) -> Level:
    """PM1xx was rewritten, PM2xx is a note, PM3xx is left to a person, PM9xx is an error."""
    return _LEVELS[code[2]]


CODES: dict[str, Code] = {
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
    "PM111": Code("NumPy name", "A name that NumPy has dropped since 1.20; it was an alias of Python's own type."),
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
    "PM201": Code(
        "argument dropped", "An argument that was given means nothing to today's Paddle; the finding says why."
    ),
    "PM202": Code(
        "numbers differ",
        "Today's API computes something slightly different and the old numbers cannot be had without the compat layer. "
        "Compare a training run before you trust it: the first steps show the difference best.",
    ),
    "PM203": Code(
        "printed loss no longer divided",
        "scale_loss() divided the loss by the number of ranks before it was printed. The gradients are averaged as "
        "before; only what is printed is larger by that number when there is more than one rank.",
    ),
    "PM204": Code(
        "0-D tensor printed",
        "Losses, full reductions and learning rates print as 0.5 where 1.8 printed [0.5].",
    ),
    "PM205": Code("needs the launcher", "Start the script with python -m paddle.distributed.launch."),
    "PM206": Code(
        "import moved",
        "Paddle 2.6.2 crashes when Python's zlib first works after Paddle was loaded: gzip makes it work, and so does "
        "np.random of NumPy 2.3. Their imports now stand before Paddle's. With --target 3 they stay where they are.",
    ),
    "PM207": Code("comment left", "A comment speaks of fluid and is no statement that can be rewritten by itself."),
    "PM208": Code(
        "activation added by a helper",
        "The layer may be called from somewhere that this file does not show, so a small helper in the script adds the "
        "activation to the layer itself.",
    ),
    "PM209": Code("missing file raises", "load_dygraph() gave None for a missing file; paddle.load() raises."),
    "PM210": Code(
        "launcher flag or variable", "A flag or an environment variable that today's launcher does not know."
    ),
    "PM211": Code("seed", "The same seed gives other random numbers than in 1.8."),
    "PM212": Code("minimize() left", "minimize() exists today, but takes less; prefer step()."),
    "PM213": Code(
        "dtype of whole numbers",
        "Of whole numbers the result has another dtype than in 1.8; of floats it is the same. Said at the first such "
        "call of a file: look whether any of them works on whole numbers, and cast the result there.",
    ),
    "PM214": Code(
        "form for Paddle 2.6",
        "What was written means the same in Paddle 2.6 and something else in Paddle 3. If the code is for Paddle 3 "
        "only, run the tool with --target 3.",
    ),
    "PM215": Code(
        "name_scope gone",
        "Layers of the 1.6 dialect took a name scope first. The script's own class took one only to hand it on, so "
        "it takes none any more, and the calls in this file pass none. Calls in other files must be changed likewise.",
    ),
    "PM216": Code(
        "script run for its sizes",
        "With --trace the tool runs a script whose layers' input sizes its text does not tell, under the compat "
        "layer and the installed Paddle, up to the first step of an optimizer.",
    ),
    "PM217": Code(
        "weights of a list of inputs",
        "A layer of the 1.6 dialect that was called with a list had a weight for each input. They are layers of their "
        "own now, whose outputs are added up; the finding says which entry of state_dict() each weight is.",
    ),
    "PM221": Code(
        "schedule of the script's own",
        "The learning rate is made by a function or class that is not Paddle's. In 1.x a schedule advanced by itself "
        "at each minimize(); today the script calls its step().",
    ),
    "PM218": Code(
        "size of one of several models",
        "The input size is written as a number that fits the model as the script makes it. With another argument the "
        "model would need another number there; make the size depend on that argument if you use it so.",
    ),
    "PM222": Code(
        "learning rate of which step",
        "current_step_lr() and _global_learning_rate() were the rate of the last minimize(). Today's get_lr() is the "
        "rate that the schedule has come to: behind the schedule's step() that of the next step. Read it between the "
        "optimizer's step() and the schedule's.",
    ),
    "PM227": Code(
        "only the last backward() counts",
        "backward() of 1.8 replaced the gradients of an earlier run. Where several runs come before one step, 1.8 "
        "trained on the last of them, and so does the code that was written: clear_grad() stands before the later run. "
        "To train on all, add the losses up, or take that line out.",
    ),
    "PM224": Code(
        "gradient inside the graph",
        "1.8 kept the gradient of every tensor. Since 2.0 that of a tensor inside the graph is kept only if its "
        "retain_grads() was called before backward(). The call is written behind the assignment where the script shows "
        "one; where it does not, gradient() may be None.",
    ),
    "PM229": Code(
        "attribute in another form",
        "Today's layer has the attribute as it was given (_padding: 1), where 1.8's had a list of one number for each "
        "dimension ([1, 1]). It matters where the script counts on the list.",
    ),
    "PM231": Code(
        "element of a vector",
        "x[0] of a vector had shape [1] and has no dimension today: concat() and an index behind numpy() fail on it. "
        "The file does not tell whether x is a vector here. If it is, write x[0:1], or item() for the number.",
    ),
    "PM232": Code(
        "path that may have its ending",
        "load_dygraph() took a path with and without .pdparams or .pdopt. paddle.load() takes the file's name, so the "
        "ending is added to a path of which the file does not tell whether it has one. If it may have one, add it only "
        "where it does not.",
    ),
    "PM233": Code(
        "loader from another file",
        "A loader is given its generator here, and is made in another file. Where that file is migrated by this tool, "
        "its loader has the method that is called here.",
    ),
    "PM225": Code(
        "training after eval()",
        "eval() of any layer kept 1.8 from recording gradients until a train(). A script that evaluates and never "
        "calls train() again stopped training there; today it goes on. Call train() after evaluating.",
    ),
    "PM230": Code(
        "asks whether fluid is there",
        "hasattr(paddle, 'fluid') and the like are False with today's Paddle: the other branch runs.",
    ),
    "PM301": Code(
        "no rewrite yet",
        "The tool knows no rewrite for this name. The finding says whether it runs under the compat layer, is not "
        "there yet at all, or is no public name of 1.8.5.",
    ),
    "PM302": Code("gone", "The API is gone; the finding says why and what to do."),
    "PM303": Code(
        "cannot be inlined",
        "What the call means depends on something that is known only when it runs, or an argument would be evaluated "
        "twice or not at all. Write the argument out, or give it a name, and run the tool again.",
    ),
    "PM304": Code("place not known", "The device of a guard is computed elsewhere; call paddle.device.set_device()."),
    "PM305": Code("used as a value", "A legacy function or module is handed on instead of called; name today's one."),
    "PM306": Code(
        "file not known",
        "The arguments of save_dygraph() or load_dygraph() are hidden behind a star: say what is saved and where.",
    ),
    "PM307": Code("undefined name", "The script uses a name that it never defines; it would fail at run time."),
    "PM308": Code("never called", "The training function is not called in this file, so nothing would be trained."),
    "PM309": Code(
        "input size not known",
        "A layer of the 1.6 dialect found out its input size at its first forward, and today's layers take it first. "
        "Neither the script's own shapes nor, with --trace, a run of it told the size. Write the layer in its 1.8 form "
        "(Conv2D(num_channels, ...), Linear(input_dim, ...)) and run the tool again.",
    ),
    "PM310": Code(
        "parameters not known",
        "In the 1.6 dialect an optimizer was told no parameters and updated all that had a gradient. Today it is "
        "told them when it is made: give it parameters=model.parameters(), behind the line that makes the model.",
    ),
    "PM311": Code(
        "the launcher and spawn",
        "The command starts a script with the launcher that has come to start its own processes with dist.spawn(), on "
        "one machine, and the launcher was told something that this cannot do. Migrate with --launcher launch.",
    ),
    "PM312": Code(
        "learning rate's tensor",
        "_global_learning_rate() was a tensor [1] with the rate of the last minimize(). Today's get_lr() is that "
        "number; the tensor is used here for something that a number cannot do, or in a place that cannot be followed. "
        "Call optimizer.get_lr() between optimizer.step() and the schedule's step().",
    ),
    "PM313": Code(
        "part of a complex number",
        "1.8 had a pair of real tensors, z.real and z.imag, where today's complex tensor is one, and real and imag are "
        "its methods. The file does not tell whether this is one, or the part was used as a tensor of its own.",
    ),
    "PM314": Code(
        "operator run by its name",
        "A layer of the script's own runs an operator through self._helper.append_op(), which is private. Paddle 2.6 "
        "still has most of 1.8's operators, Paddle 3 has lost many (linear_chain_crf, lstm_unit). Call the function of "
        "Paddle that does the work, or write it with others.",
    ),
    "PM315": Code(
        "static graph",
        "The code builds and runs a program (fluid.data, layers.fc, Executor). That is no dygraph, and the tool "
        "rewrites only dygraph so far: half of a program in today's names would run nowhere, so all of it is left. "
        "Write it for the dynamic graph, or build it with paddle.static behind paddle.enable_static().",
    ),
    "PM316": Code(
        "mode not known",
        "What a line means depends on whether it runs in dynamic or static mode (minimize() is step() in the one and "
        "builds the backward pass in the other), and neither the file nor its neighbours show which, or they show "
        "both. It is left as it was.",
    ),
    "PM318": Code(
        "seed of a program",
        "random_seed of a program chose the random numbers of 1.8's dynamic graph. Today paddle.seed() does, and the "
        "seed of a program is for static graphs. What is set or read here may be such a program: call paddle.seed().",
    ),
    "PM320": Code(
        "gradients of two runs",
        "backward() of 1.8 replaced the gradients of an earlier run wherever it reached, and kept the others. Since "
        "2.0 it adds to them. Here an optimizer's step meets the gradients of two runs, and the file does not tell "
        "whether the later one reaches all that the earlier one did. If it does, write the optimizer's clear_grad() "
        "before it; if not, give each its own optimizer, or detach() what a run should not reach.",
    ),
    "PM321": Code(
        "schedule called",
        "A schedule of 1.8 that was called gave the rate and went on by one. Today's gives the rate alone: call its "
        "step() as well, and the optimizer's get_lr() for the number.",
    ),
    "PM322": Code(
        "schedule from another file",
        "The learning rate is made by a class of another file of the project that derives from fluid's "
        "LearningRateDecay. It advanced by itself at each minimize(); today its step() has to be called behind each "
        "step of the optimizer, and this file does not show where: call it there.",
    ),
    "PM323": Code(
        "learning rate of another step",
        "current_step_lr() and _global_learning_rate() were the rate of the last minimize(). Today's get_lr() is the "
        "rate that the schedule has come to, and here the schedule may have gone on, or the script does not show that "
        "it has not. Keep the number in a variable between the optimizer's step() and the schedule's, and read that.",
    ),
    "PM335": Code(
        "a name that cannot be followed",
        "A name leads to fluid in one place and to something else in another, comes from a module that is not among "
        "the files, or is a parameter. Its uses are left as they were. Import paddle.fluid in the file itself, under a "
        "name that means nothing else, and run the tool again.",
    ),
    "PM336": Code(
        "a legacy name in a string",
        "importlib.import_module(), eval(), globals(), sys.modules, mock.patch() and the like reach fluid by a string, "
        "which the tool does not rewrite. Import what is there today, or change the string.",
    ),
    "PM337": Code(
        "a magic or a command uses fluid",
        "A magic of IPython, or a command, holds old code in a form that the tool does not read. It is left as it was; "
        "write it as plain Python, or change it yourself.",
    ),
    "PM338": Code(
        "code that cannot be read",
        "A block of code in a document, or a script that a notebook writes, uses fluid and is not Python 3 as it "
        "stands. It is left as it was: mend it, or put `paddle-migrate: skip` in a comment above it.",
    ),
    "PM339": Code(
        "an old Paddle is named",
        "An image, a wheel or a version that is put together elsewhere names an old Paddle, or a Python that today's "
        "Paddle is not made for. The result needs Paddle 2.6 or 3.x; which one, for which CUDA, is yours to choose.",
    ),
    "PM330": Code(
        "arguments in other files",
        "A class of the script takes the arguments of a fluid layer as they come, and those have other names today. "
        "Calls of the class in this file are rewritten; those in other files are yours.",
    ),
    "PM331": Code(
        "attribute of an old layer",
        "1.8's layers kept their arguments as attributes (pool._pool_type, fc._act), which today's do not, and the "
        "file does not show which layer this is or what it was made with. Write what the layer was made with.",
    ),
    "PM332": Code(
        "gone outside fluid",
        "A name that Paddle 1.8 or a preview of 2.0 had beside paddle.fluid, and that no Paddle from 2.5 on has: "
        "importing or using it fails. The finding says what does the work today.",
    ),
    "PM901": Code("cannot be read or written", "The file is missing, not text, in another encoding, or not writable."),
    "PM902": Code("not Python 3", "Python cannot parse the file. Convert Python 2 first, or mend the line."),
    "PM903": Code("the tool failed", "A mistake of paddle-migrate; the file is left as it was. Please report it."),
    "PM904": Code(
        "link that leads out",
        "In a directory there is a symbolic link to a file that lies outside of all that was given. It is neither read "
        "nor rewritten, for a repository does not decide what else on this machine changes. Give the file itself, or "
        "leave the link out with --exclude. Links to directories are not followed, either.",
    ),
    "PM905": Code(
        "too large",
        "The syntax tree of a file takes about a thousand times the file's size in memory, and a second for each 100 "
        "KB. Python text of more than 2 MB, and any file of more than 100 MB, is refused: split it, move its data out "
        "of the code, or leave it out with --exclude.",
    ),
    "PM906": Code(
        "process ended",
        "The process that looked at the file ended before it was done, for want of memory or because something else "
        "ended it. The file is left as it was, and the others are done. Try it by itself, with -j 1.",
    ),
}
