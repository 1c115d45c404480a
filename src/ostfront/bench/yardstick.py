"""The yardstick: python-chess playing uniformly random games, all legal moves listed before each."""

from __future__ import annotations

from random import Random
from time import process_time


def plies_per_cpu_second(seconds: float = 0.5, seed: int | str = 1941) -> float:
    """How many plies per CPU second this machine makes now; a game ends without a move or after 50 idle ones.

    Needs python-chess (the extra `bench`); raises ImportError without it.
    """
    import chess

    choose = Random(f"yardstick {seed}").random
    board = chess.Board()
    plies = 0
    start = process_time()
    end = start + seconds
    while process_time() < end:
        for _ in range(32):
            moves = list(board.legal_moves)
            if not moves or board.halfmove_clock >= 100:
                board = chess.Board()
                continue
            board.push(moves[int(choose() * len(moves))])
            plies += 1
    return plies / (process_time() - start)
