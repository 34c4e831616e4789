"""How fast 1,000 documents with 50,000 mentions are evaluated, and two systems compared."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import TypeVar

from bench.reporting import make_parser, publish, table
from nescio.evaluate.compare import compare
from nescio.evaluate.evaluation import Evaluation, evaluate
from nescio.evaluate.model import Annotation, Mark
from nescio.evaluate.prepare import make_comparable
from nescio.evaluate.report.page import page
from nescio.evaluate.report.plain import saved_of

Result = TypeVar("Result")

DOCUMENTS, MENTIONS, WORDS = 1_000, 50, 500
LIMITS = {"evaluate": 5.0, "compare": 20.0}  # seconds
_LABELS = ("PER", "LOC", "ORG", "DATE", "CODE")


def make_gold(rng: random.Random) -> list[Annotation]:
    """Invented words; every tenth is a mention."""
    found = []
    for number in range(DOCUMENTS):
        words = [f"w{rng.randrange(20_000)}" for _ in range(WORDS)]
        places = []
        at = 0
        for word in words:
            places.append((at, at + len(word)))
            at += len(word) + 1
        chosen = sorted(rng.sample(range(0, WORDS, 2), MENTIONS))
        mentions = tuple(Mark(*places[n], rng.choice(_LABELS), entity=str(n % 20)) for n in chosen)
        found.append(Annotation(f"d{number}", " ".join(words), mentions))
    return found


def make_answer(gold: list[Annotation], rng: random.Random, *, miss: float) -> list[Annotation]:
    """The gold with mentions lost, labels changed and scores that waver."""
    answers = []
    for item in gold:
        kept = tuple(
            m._replace(score=rng.random(), label=m.label if rng.random() > 0.1 else "MISC")
            for m in item.mentions
            if rng.random() > miss
        )
        answers.append(Annotation(item.id, item.text, kept))
    return answers


def judge(gold: list[Annotation], answer: list[Annotation], name: str) -> Evaluation:
    ready = make_comparable(gold, answer)
    return evaluate(ready.pairs, ready.labels, name=name)


def timed(work: Callable[[], Result]) -> tuple[Result, float, float]:
    """What the work returns, and its seconds by the clock and of the processor."""
    clock, processor = time.perf_counter(), time.process_time()
    result = work()
    return result, time.perf_counter() - clock, time.process_time() - processor


def main() -> None:
    output = make_parser(__doc__).parse_args().output
    rng = random.Random(7)  # noqa: S311 - invented words
    gold = make_gold(rng)
    answers = [make_answer(gold, rng, miss=miss) for miss in (0.10, 0.12)]
    first, *evaluating = timed(lambda: judge(gold, answers[0], "a"))
    second = judge(gold, answers[1], "b")
    _, *comparing = timed(lambda: compare(saved_of(first), saved_of(second)))
    _, *reporting = timed(lambda: page([first, second]))
    rows = {"evaluate": evaluating, "compare": comparing, "report": reporting}
    mentions = sum(len(item.mentions) for item in gold)
    cells = [
        [name, f"{clock:.2f}", f"{processor:.2f}", f"{LIMITS[name]:g}" if name in LIMITS else "–"]
        for name, (clock, processor) in rows.items()
    ]
    lines = [
        "# Evaluation: speed\n",
        f"{DOCUMENTS:,} documents, {DOCUMENTS * WORDS:,} tokens, {mentions:,} gold mentions.\n",
        *table(("work", "seconds by the clock", "of the processor", "limit"), cells),
    ]
    publish(__file__, lines, output=output)
    # A busy machine makes the clock run; the work itself is what has a limit.
    if any(rows[name][1] > limit for name, limit in LIMITS.items()):
        raise SystemExit("too slow")


if __name__ == "__main__":
    main()
