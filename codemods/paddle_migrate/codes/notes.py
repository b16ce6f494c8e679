"""PM2xx: what is worth knowing, and needs nothing."""

from __future__ import annotations

from paddle_migrate.codes.kinds import Code

NOTES: dict[str, Code] = {
    "PM201": Code(
        "argument dropped",
        "An argument that was given means nothing to today's Paddle, and did something that is seen elsewhere: other "
        "random numbers are drawn, or other files written; the finding says why.",
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
    "PM205": Code("needs the launcher", "Start the script with python -m paddle.distributed.launch."),
    "PM206": Code(
        "stops over several devices",
        "with_data_parallel() and ParallelExecutor ran a program on all devices that they saw, from one process, and "
        "split what is fed over them; today's executor runs it on one. With one device the numbers are the same. "
        "on_one_device() counts the devices as 1.8 did when the script runs, and stops it where there are several: "
        "choose one by CUDA_VISIBLE_DEVICES or CPU_NUM=1, or have the old script use fluid.incubate.fleet.collective, "
        "which is migrated, and start a process for each device with paddle.distributed.launch.",
    ),
    "PM207": Code(
        "example left",
        "An example in a docstring uses what the tool leaves, so it fails as it stands: mend it by hand.",
    ),
    "PM210": Code(
        "launcher flag or variable", "A flag or an environment variable that today's launcher does not know."
    ),
    "PM211": Code(
        "seed",
        "The same seed gives other random numbers than in 1.8: other first parameters, another dropout. To compare "
        "two runs have both begin with the same parameters, which verify does.",
    ),
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
    "PM229": Code(
        "attribute in another form",
        "Today's layer has the attribute as it was given (_padding: 1), where 1.8's had a list of one number for each "
        "dimension ([1, 1]). It matters where the script counts on the list.",
    ),
    "PM233": Code(
        "loader from another file",
        "A loader is given its generator here, and is made in another file. Where that file is migrated by this tool, "
        "its loader has the method that is called here.",
    ),
    "PM230": Code(
        "asks whether fluid is there",
        "hasattr(paddle, 'fluid') and the like are False with today's Paddle: the other branch runs.",
    ),
    "PM235": Code(
        "schedule of a program",
        "A program of 1.8 counted its runs by itself, and its learning rate followed. Today a schedule goes on by "
        "step(), behind each run of the program that trains, in whatever file that is: program.lr_scheduler.step().",
    ),
    "PM236": Code(
        "layers and a loop",
        "The static graph is a class of layers and a loop that trains them now (--dygraph). Parameters have the names "
        "of the class's attributes and are drawn in its order, so numbers compare from equal parameters; what earlier "
        "runs saved has other names.",
    ),
    "PM237": Code(
        "chosen",
        "--only or --except chose among the rewrites of the file. Functions of fluid.layers can be had or left one by "
        "one; all else of a file leans on one another (optimizers and their step(), guards and devices, losses and "
        "item()) and goes together, as a static graph does. What is left of fluid runs under the compat layer; where "
        "the rest of the file is left, import paddle_compat tells that its fluid is that of 1.8, and goes with the "
        "last of it.",
    ),
    "PM239": Code(
        "a program that waits",
        "Something of fluid is left in a static graph that is a program of today's otherwise. Without the compat layer "
        "what reaches such a line fails. With it functions without parameters run in today's program, too; layers that "
        "have parameters, data, readers and executors of 1.8 do not. The import of fluid stands in the functions and "
        "branches that need it, so the rest of the file runs. The old files run under the compat layer as they are.",
    ),
    "PM240": Code(
        "an ignore without effect",
        "A comment `paddle-migrate: ignore[…]` names a code that the tool does not find at its statement, or none. The "
        "comment stands behind the statement, or in one of its lines: take it out, or put it there.",
    ),
}
