"""Figures of a site for Prometheus, on a port of their own. No label has values without end."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from time import time
from typing import Any
from wsgiref.simple_server import WSGIServer

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, start_http_server
from prometheus_client.core import GaugeMetricFamily
from sqlalchemy import func, select, text
from sqlalchemy.exc import SQLAlchemyError

from ostfront.core.errors import OstfrontError
from ostfront.network.settings_checks import metrics_at
from ostfront.network.tables import notices
from ostfront.server import database
from ostfront.server.game_library import GameLibrary

SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60)
NOTICES = ("waiting", "going", "failed")  # the states that tell of a backlog
PATIENCE = "2s"  # for the figures of the database


class Metrics:
    """What is counted in this process, and what the database is asked when somebody wants to know."""

    def __init__(self, library: GameLibrary) -> None:
        self.registry = CollectorRegistry()
        self.requests = Counter(
            "ostfront_requests", "Requests answered", ("method", "route", "status"), registry=self.registry
        )
        self.seconds = Histogram(
            "ostfront_request_seconds", "Until the answer, without those that wait for a change", ("route",),
            buckets=SECONDS, registry=self.registry,
        )  # fmt: skip
        self.waiting = Gauge("ostfront_long_polls", "Requests waiting for a change", registry=self.registry)
        ProcessCollector(registry=self.registry)
        self.registry.register(Stock(library))

    def answered(self, method: str, route: str, status: int, seconds: float) -> None:
        self.requests.labels(method, route, str(status)).inc()
        if not route.endswith("/changes"):
            self.seconds.labels(route).observe(seconds)


class Stock:
    """What there is at the moment of the question."""

    def __init__(self, library: GameLibrary) -> None:
        self.library = library

    def describe(self) -> list[Any]:
        return []  # nothing is asked before the first question

    def collect(self) -> Iterator[GaugeMetricFamily]:
        yield _gauge("ostfront_live_games", "Games in memory", self.library.live_count())
        for name, value in pool_state(self.library).items():
            yield _gauge(f"ostfront_database_{name}", f"Connections to the database: {name}", value)
        try:
            found = self._counted()
        except SQLAlchemyError:
            yield _gauge("ostfront_database_up", "Whether the database answers", 0)
            return
        yield _gauge("ostfront_database_up", "Whether the database answers", 1)
        yield _gauge("ostfront_jobs_waiting", "Turns of computer players that nobody plays yet", found["jobs"])
        yield _gauge("ostfront_jobs_failed", "Turns of computer players that were given up", found["failed jobs"])
        family = GaugeMetricFamily("ostfront_notices", "Notices by what has become of them", labels=["state"])
        for state in NOTICES:
            family.add_metric([state], found[state])
        yield family

    def _counted(self) -> dict[str, int]:
        jobs = database.jobs
        with self.library.store.reader.begin() as base:
            if self.library.store.several:
                base.execute(text(f"SET LOCAL statement_timeout = '{PATIENCE}'"))
            waiting = (jobs.c.failure == "", jobs.c.lease_until < time())
            found = {
                "jobs": base.execute(select(func.count()).select_from(jobs).where(*waiting)).scalar_one(),
                "failed jobs": base.execute(
                    select(func.count()).select_from(jobs).where(jobs.c.failure != "")
                ).scalar_one(),
            }
            by_state = select(notices.c.state, func.count()).where(notices.c.state.in_(NOTICES))
            told = {row[0]: row[1] for row in base.execute(by_state.group_by(notices.c.state))}
        return found | {state: told.get(state, 0) for state in NOTICES}


def pool_state(library: GameLibrary) -> dict[str, int]:
    """How many connections to the database are in use and idle."""
    pool: Any = library.engine.pool
    return {"connections_used": int(pool.checkedout()), "connections_idle": int(pool.checkedin())}


def _gauge(name: str, told: str, value: float) -> GaugeMetricFamily:
    return GaugeMetricFamily(name, told, value=value)


@contextmanager
def answering(metrics: Metrics, at: str) -> Iterator[WSGIServer]:
    """Answer Prometheus at this address and port."""
    place = metrics_at(at)
    assert place is not None  # the settings are checked
    try:
        server, thread = start_http_server(place[1], place[0], metrics.registry)
    except OSError as wrong:
        reason = wrong.strerror or str(wrong)
        raise OstfrontError(f"The figures cannot be served at {at}: {reason}. Each process needs a port.") from None
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()
        thread.join(timeout=5)
