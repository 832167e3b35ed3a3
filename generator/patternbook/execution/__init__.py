"""Examples proven beyond their syntax: run, or accepted by a command of the project."""
