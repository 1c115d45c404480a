"""The lock of the writers: first come, first served."""

from __future__ import annotations

from contextlib import suppress
from threading import Thread
from time import sleep

from ostfront.server.fair_lock import FairLock


def test_those_who_wait_are_served_in_order() -> None:
    """Also before the one who had it and asks again at once."""
    lock = FairLock()
    served: list[int] = []

    def ask(name: int) -> None:
        with lock:
            served.append(name)

    threads = [Thread(target=ask, args=(name,)) for name in range(8)]
    with lock:
        for number, thread in enumerate(threads, 1):
            thread.start()
            while lock.waiting < number:
                sleep(0.001)
    ask(99)
    for thread in threads:
        thread.join()
    assert served == [*range(8), 99]
    assert lock.waiting == 0
    ask(100)
    assert served[-1] == 100


def test_one_at_a_time() -> None:
    lock, inside, most = FairLock(), 0, 0

    def work() -> None:
        nonlocal inside, most
        for _ in range(50):
            with lock:
                inside += 1
                most = max(most, inside)
                sleep(0)
                inside -= 1

    threads = [Thread(target=work) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (inside, most) == (0, 1)


def test_a_fault_inside_gives_it_back() -> None:
    lock = FairLock()
    with suppress(ValueError), lock:
        raise ValueError
    with lock:
        assert lock.waiting == 0
