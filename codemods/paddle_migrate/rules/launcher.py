"""What the launcher of 1.x called its flags, and slips seen in copies of its tutorials: today's names for them."""

FLAGS = {
    "--selected_gpus": "--gpus",
    "--selelcted_gpus": "--gpus",
    "--started_port": "--start_port",
    "--cluster_node_ips": "--ips",
    "--node_ip": "--host",
}
DEVICES = ("--selected_gpus", "--selelcted_gpus", "--gpus")
HOSTS = ("--cluster_node_ips", "--node_ip", "--ips", "--host")
# flags that a script without the launcher does not miss, and why
NOT_NEEDED = {
    "--started_port": "dist.spawn() finds free ports by itself",
    "--start_port": "dist.spawn() finds free ports by itself",
    "--print_config": "dist.spawn() prints no configuration",
    "--log_level": "it was the launcher's own",
    "--log_dir": "every process of dist.spawn() writes to the terminal",
}
VARIABLES = {"CUDA_VISIABLE_DEVICES": "CUDA_VISIBLE_DEVICES"}
