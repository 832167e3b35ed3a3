"""Tests of pytest and unittest: which there are, what each needs, and whether it shows anything."""
