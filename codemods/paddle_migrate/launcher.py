"""What the launcher of 1.x called its flags, and slips seen in copies of its tutorials: today's names for them."""

FLAGS = {
    "--selected_gpus": "--gpus",
    "--selelcted_gpus": "--gpus",
    "--started_port": "--start_port",
    "--cluster_node_ips": "--ips",
    "--node_ip": "--host",
}
VARIABLES = {"CUDA_VISIABLE_DEVICES": "CUDA_VISIBLE_DEVICES"}
