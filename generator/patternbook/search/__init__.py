"""Text to terms, query to plan, plan and index to hits, hits to results."""
