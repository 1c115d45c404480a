"""What every game must pass: one harness over all registered games, scenarios and options.

A new game gets it for free. OSTFRONT_SCALE multiplies the number of positions checked (1 without it; `make
soak` asks for more), OSTFRONT_REWRITE_GOLDEN=1 rewrites the files of tests/golden.
"""
