"""The browsable site."""
