"""Records what a training script computes, or compares it with what another one computed."""
