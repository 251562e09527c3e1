"""How many percent of its potential a scoring card counts, where it is not all. bench.tune writes this."""

SHARES: dict[str, int] = {}
