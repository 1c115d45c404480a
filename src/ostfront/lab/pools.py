"""Distributing work: in this process, over several, or over a Ray cluster.

Only slightly more pieces are in progress than there are workers, so that an interruption loses
no more than those.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from importlib import import_module
from itertools import islice
from multiprocessing import get_context
from typing import Any, Protocol, TypeVar

from ostfront import games
from ostfront.core.errors import BadAction, OstfrontError, either
from ostfront.core.play.rules import GameInfo
from ostfront.lab.simulate import Guest, guest_of, prepare, starting

BACKENDS = ("processes", "ray")
T = TypeVar("T", covariant=True)


class Work(Protocol[T]):
    """One piece of work, by its number."""

    def __call__(self, number: int, /) -> T: ...


def spread(
    work: Work[T], numbers: Iterable[int], workers: int = 1, backend: str = "processes", info: GameInfo | None = None
) -> Iterator[tuple[int, T]]:
    """The numbered pieces of work, each as soon as it is done. `info` is a game that the workers must register."""
    if backend not in BACKENDS:
        raise BadAction(f"There is no backend '{backend}'; choose {either(BACKENDS)}.")
    if backend == "ray":
        yield from _by_ray(work, iter(numbers), workers, info)
    elif workers <= 1:
        for number in numbers:
            yield number, work(number)
    else:
        yield from _by_processes(work, iter(numbers), workers, info)


def in_order(done: Iterable[tuple[int, T]]) -> Iterator[T]:
    """Numbered results from 1 on, sorted: each waits for those before it."""
    waiting: dict[int, T] = {}
    following = 1
    for number, result in done:
        waiting[number] = result
        while following in waiting:
            yield waiting.pop(following)
            following += 1


# ---- processes ----------------------------------------------------------------------------------------


def _by_processes(
    work: Work[T], numbers: Iterator[int], workers: int, info: GameInfo | None
) -> Iterator[tuple[int, T]]:
    ready: tuple[Any, ...] = (prepare, (guest_of(info),)) if info is not None else (None, ())
    pool = ProcessPoolExecutor(workers, get_context("forkserver"), *ready)
    under_way: dict[Future[T], int] = {}
    try:
        while True:
            with starting():
                for number in islice(numbers, 2 * workers - len(under_way)):
                    under_way[pool.submit(work, number)] = number
            if not under_way:
                return
            for future in wait(under_way, return_when=FIRST_COMPLETED).done:
                yield under_way.pop(future), future.result()
    finally:
        _end(pool, bool(under_way))


def _end(pool: ProcessPoolExecutor, busy: bool) -> None:
    """Release the workers; those busy with work that is no longer needed are stopped."""
    workers = list((pool._processes or {}).values())
    pool.shutdown(wait=not busy, cancel_futures=True)
    if busy:
        for worker in workers:
            worker.terminate()


# ---- Ray ----------------------------------------------------------------------------------------------


def _by_ray(work: Work[T], numbers: Iterator[int], workers: int, info: GameInfo | None) -> Iterator[tuple[int, T]]:
    """On the cluster at RAY_ADDRESS, or on a local Ray with this many workers."""
    ray = _ray()
    own = not ray.is_initialized()
    if own:
        local = {} if os.environ.get("RAY_ADDRESS") else {"num_cpus": workers, "include_dashboard": False}
        ray.init(log_to_driver=False, configure_logging=False, **local)
    task = ray.remote(_on_ray)
    under_way: dict[Any, int] = {}
    guest = guest_of(info)
    try:
        while True:
            for number in islice(numbers, 2 * workers - len(under_way)):
                under_way[task.remote(work, number, guest)] = number
            if not under_way:
                return
            done, _ = ray.wait(list(under_way))
            for one in done:
                yield under_way.pop(one), ray.get(one)
    finally:
        for one in under_way:
            ray.cancel(one, force=True)
        if own:
            ray.shutdown()


def _on_ray(work: Callable[[int], Any], number: int, guest: Guest | None) -> Any:
    if guest is not None and guest.info.name not in games.names():
        guest.register()
    return work(number)


def _ray() -> Any:
    try:
        return import_module("ray")
    except ImportError:
        raise OstfrontError('--backend ray needs Ray: pip install "ostfront[ray]".') from None
