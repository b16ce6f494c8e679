"""How a run is shown to whoever looks on: plain lines, or, on a terminal, colours, the code, and how far it is."""
