"""Figures for Prometheus: how many, how long, how much; no name of a text, a key or a file."""

from __future__ import annotations

from collections.abc import Collection

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

from nescio.service.work import Done

_SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60)


class ServiceMetrics:
    """The figures of one server."""

    def __init__(self, labels: Collection[str]) -> None:
        self._labels = labels  # what is counted by name: never a word that came with data
        self._registry = CollectorRegistry()
        self.requests = Counter(
            "nescio_requests", "Requests by route and status.", ["route", "method", "status"],
            registry=self._registry,
        )  # fmt: skip
        self.seconds = Histogram(
            "nescio_request_seconds",
            "Time of a request.",
            ["route"],
            buckets=_SECONDS,
            registry=self._registry,
        )
        self.texts = Counter(
            "nescio_texts", "Texts that were worked on, in requests and tasks.", ["verb"],
            registry=self._registry,
        )  # fmt: skip
        self.work = Histogram(
            "nescio_work_seconds", "Time of a process over one piece of work, without waiting for it.",
            ["verb", "outcome"], buckets=_SECONDS, registry=self._registry,
        )  # fmt: skip
        self.characters = Counter("nescio_characters", "Characters of texts.", registry=self._registry)
        self.found = Counter(
            "nescio_references", "References by label, found or replaced.", ["label"], registry=self._registry
        )
        self.waiting = Gauge("nescio_waiting", "Requests that wait for a process.", registry=self._registry)
        self.restarts = Gauge("nescio_worker_restarts", "Processes replaced.", registry=self._registry)
        self.tasks = Gauge("nescio_tasks_ended", "Tasks by outcome.", ["outcome"], registry=self._registry)

    def count(self, verb: str, seconds: float, done: Done | None) -> None:
        """One piece of work of a process, whoever asked for it; without an answer it failed."""
        self.work.labels(verb, "failed" if done is None else "done").observe(seconds)
        if done is None:
            return
        self.texts.labels(verb).inc(done.texts)
        self.characters.inc(done.characters)
        for label, number in done.labels.items():
            self.found.labels(label if label in self._labels else "other").inc(number)

    def text(self) -> bytes:
        return generate_latest(self._registry)
