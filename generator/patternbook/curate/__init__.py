"""Curation: what turns a checked snippet into an example."""
