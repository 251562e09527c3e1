"""The percentage of each scoring card's potential that counts, if not 100. bench.tune writes this file."""

SHARES: dict[str, int] = {}
