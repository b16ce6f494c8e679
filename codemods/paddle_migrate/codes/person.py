"""PM3xx: what is left to a person."""

from __future__ import annotations

from paddle_migrate.codes.kinds import Code

PERSON: dict[str, Code] = {
    "PM301": Code(
        "no rewrite yet",
        "The tool knows no rewrite for this name. The finding says whether it runs under the compat layer, as it does "
        "in dynamic mode, or is no public name of 1.8.5. Write what it names in today's "
        "Paddle; paddle-migrate explain NAME has its page, where there is one.",
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
        "The code builds and runs a program (fluid.data, layers.fc, Executor) and is left as it was: because the same "
        "file has dygraph, too, or because --no-programs asked for it. Both are rewritten, the dygraph inside of "
        "dynamic_mode(), where it runs in guards, nothing of 1.8 stays, and no file in dynamic mode imports this one; "
        "mend what is said beside this, or move the program to a file of its own, and run the tool again.",
    ),
    "PM316": Code(
        "mode not known",
        "What a line means depends on whether it runs in dynamic or static mode (minimize() is step() in the one and "
        "builds the backward pass in the other), and neither the file nor its neighbours show which, or they show "
        "both. It is left as it was; --mode says it of what shows none.",
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
    "PM333": Code(
        "what programs were asked for",
        "Paddle 3's programs cannot be cloned for tests, know variables by themselves and not by their names, and a "
        "full reduction that is fetched is a number. Paddle 2.6 still does some of it. Models that Paddle 1 saved are "
        "read by neither: paddle-migrate model converts them. The finding says what to write.",
    ),
    "PM340": Code(
        "stays a program",
        "--dygraph makes layers and a loop of a static graph where one file shows the whole way, from what is fed to "
        "the loss, the optimizer and the runs, and where it knows all that is done with the program. This file is "
        "a program of today's. The finding says what stands in the way.",
    ),
    "PM341": Code(
        "one device",
        "The script itself says that a program runs on several devices: with_data_parallel() and ParallelExecutor did "
        "so from one process. Today's executor runs it on one; for several, paddle.distributed.launch starts a process "
        "for each. With --dygraph it is said of all that may have run on several: where a project ran on one, --ignore "
        "PM341 (or ignore = [\"PM341\"] in its pyproject.toml) settles it.",
    ),
    "PM342": Code(
        "training after eval()",
        "eval() of any layer kept 1.8 from recording gradients until a train(). A script that evaluates and never "
        "calls train() again stopped training there; today it goes on. Call train() after evaluating.",
    ),
    "PM343": Code(
        "numbers part",
        "The line is rewritten, and what it computes parts from 1.8.5's by more than rounding; the finding says where. "
        "Decide whether that is right for you: nothing of today's gives the old numbers, which the compat layer does.",
    ),
    "PM344": Code(
        "other gradients of rows",
        "scatter() of 1.8.5 gave the rows that it replaced the gradient of what replaced them; today's gives them none."
        " The compat layer keeps 1.8.5's.",
    ),
    "PM345": Code(
        "a predictor of Paddle 1",
        "Predictors are paddle.inference's today: Config, create_predictor(), handles that arrays are copied to and "
        "from. Here the file does not show what is rewritten: a predictor that another file makes, or settings that "
        "Paddle 3 has no longer. The finding says what to write.",
    ),
    "PM346": Code(
        "an argument that may have no form",
        "The function that stands for the name in the script raises NotImplementedError where it is given an argument "
        "of which today's Paddle has no form, and the files do not show that it never is. Write today's call there.",
    ),
    "PM347": Code(
        "gradients of gradients",
        "A loss is made of what gradients() gives (a gradient penalty), or may be. Few of 1.8.5's operators had a "
        "second gradient, and its programs left out what came back through the others, without a word; today all of it "
        "counts, so parameters train otherwise, and Paddle 3 refuses some operators (`has no grad op`). Nothing of "
        "today's gives the old numbers, the compat layer does not either, but it names the operators.",
    ),
    "PM348": Code(
        "schedule of the script's own",
        "The learning rate is made by a function or class that is not Paddle's. In 1.x a schedule advanced by itself "
        "at each minimize(); today the script calls its step().",
    ),
    "PM349": Code(
        "gradient inside the graph",
        "1.8 kept the gradient of every tensor. Since 2.0 that of a tensor inside the graph is kept only if its "
        "retain_grads() was called before backward(). The call is written behind the assignment where the script shows "
        "one; where it does not, gradient() may be None.",
    ),
    "PM350": Code(
        "gradient of a parameter, read behind the step",
        "A run fetches a parameter's gradient, or the program computes with it behind the step, and a regularizer or a "
        "clip changes it. 1.8.5 added the decay to it in its place, but not in compiled programs, and clipped another "
        "variable; Paddle 2.6 does both in its place, Paddle 3 neither. Training is the same; what is printed, logged "
        "or computed of it may not be.",
    ),
    "PM351": Code(
        "root logger, asked for twice or early",
        "Today's import of Paddle gives the root logger a handler, and Paddle 2.6's sets its level, too. The first of "
        "a program's logging.basicConfig() counts, and only where there is no handler: which one that is, or whether "
        "it runs before that import, the files do not show.",
    ),
}
# what is said of code that runs as it is: what is left to a person is whether it does what is meant
RUNS = frozenset({"PM308", "PM320", "PM323", "PM340", "PM341", "PM342", "PM343", "PM344", "PM346", "PM347", "PM348",
                  "PM349", "PM350", "PM351"})
