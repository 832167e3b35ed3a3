"""One module an extraction kind, in one visible table."""
