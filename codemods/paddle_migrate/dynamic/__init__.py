"""Today's static programs as one writes them in dynamic mode: classes of layers, and a loop that trains them."""
