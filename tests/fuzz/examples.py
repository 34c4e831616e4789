"""Valid examples of everything that nescio reads; all people in them are invented."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

from nescio import Anonymizer, Document, Job, load
from nescio.compat.job import job_to_thesis
from nescio.core.codec import job_to_json
from nescio.core.edits import edit_to_json
from nescio.core.model import Solution
from nescio.coref.ledger import Ledger
from nescio.solutions.table import make_table, table_to_json
from tests.fuzz.mutate import WORD

TEXT: Final = (
    f"Mr {WORD} Maia wrote to ida.{WORD}@example.org on 3 May 2021. Maia lives in Kiel; "
    f"Dr. Otto {WORD} of Nordhaus GmbH does not. Call +44 20 7946 0958."
)
SPANS: Final = [[3, 20, "PER"], [74, 78, "PER"]]
CONFIG: Final[dict[str, Any]] = {
    "xx": {
        "detect": {
            "detectors": ["patterns", "lists"],
            "tags": {"HUMAN": "PER", "UNK": "O"},
            "options": {
                "patterns": {"files": ["rules.toml", "rules.csv"], "regions": ["GB"]},
                "lists": {
                    "files": ["list.csv"], "include": ["words.txt"], "exclude": ["none.txt"],
                    "titles": ["titles.txt"], "hide": ["Nordhaus"], "keep": ["Kiel"],
                },
            },
        },
        "vote": {"method": "weighted", "boundaries": True, "labels": {"PER": "union"},
                 "options": {"weighted": {"threshold": 0.1, "weights": {"lists": 0.9}}}},
        "second_pass": {"enabled": True, "passes": ["consistency", "short_forms"],
                        "options": {"short_forms": {"strictness": 1.5}}},
        "coref": {"default": "surface", "PER": "names"},
        "decide": {"policy": "own", "options": {"own": {"file": "policy.toml"}}},
        "replace": {"default": "tag", "PER": "suppress",
                    "options": {"tag": {"open": "[", "close": "]"}, "generalize": {"anonymity": 5}}},
        "output": {"format": "text"},
        "job": {"allow": ["detect.options.patterns.regions"]},
    },
    "en": {"text": {"encoding": "cp1252"}},
}  # fmt: skip
THESIS_CONFIG: Final[dict[str, Any]] = {
    "en": {
        "ner": {
            "nerservice": "local", "localner": {"model": "x", "classifier": "ner.jar"},
            "dictionaries": ["list.csv"], "regexp": ["rules.csv"], "secondpass": 1,
            "coreference": {"PERZ": "SimpleCoreferencer"}, "voting": "CascadeVoting",
            "parallel": {"state": 0, "paralleltags": ["PERZ"], "classifiers": []},
        },
        "anon": {"methods": {"PERZ": "TAG", "LOCZ": "DEL"}, "converttags": {"HUMAN": "PERZ"},
                 "delimiters": ["[**", "**]"], "output": "plaintext"},
    }
}  # fmt: skip
POLICY: Final[dict[str, Any]] = {
    "about": "as I like it", "source": "me", "labels": {"PER": "hide", "default": "keep"},
    "include": ["Kiel"], "exclude": ["Maia"],
}  # fmt: skip
RULES: Final[dict[str, Any]] = {
    "rule": [
        {"name": "berth", "label": "CODE", "regex": r"\bB-[0-9]{4}\b", "score": 0.9, "source": "invented"},
        {
            "name": "boat",
            "label": "PLATE",
            "regex": r"\bKI [0-9]{2}\b",
            "context": ["boat"],
            "context_score": 0.3,
        },
    ],
    "words": {"ship": ["boat"]},
    "parts": {"digits": "[0-9]{2}"},
}
ITEM: Final[dict[str, Any]] = {
    "id": "Q90", "type": "item", "labels": {"en": {"value": f"Nor{WORD}", "language": "en"}},
    "aliases": {"en": [{"value": "Northtown"}]},
    "claims": {"P31": [{"mainsnak": {"datavalue": {"value": {"id": "Q515"}}}, "rank": "normal"}],
               "P1082": [{"mainsnak": {"datavalue": {"value": {"amount": "+5000"}}}}]},
}  # fmt: skip
EXTRACT: Final[dict[str, Any]] = {
    "word": f"Turm{WORD}", "lang_code": "de", "pos": "noun", "tags": ["neuter"],
    "senses": [{"glosses": ["ein Haus"], "tags": ["x"]}],
    "forms": [{"form": "Turmhauses", "tags": ["genitive", "singular"]}],
    "head_templates": [{"expansion": f"Turm{WORD} n (strong)"}],
    "translations": [{"lang_code": "en", "word": "tower"}],
}  # fmt: skip
TRIPLES: Final = (
    f'<http://x/a> <http://www.w3.org/2000/01/rdf-schema#label> "{WORD}"@en .\n'
    "<http://x/a> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://x/b> .\n"
    '<http://x/b> <http://www.w3.org/2000/01/rdf-schema#label> "city"@en .\n'
)
PAGES: Final = (
    f"<mediawiki><page><title>Turm{WORD}</title><revision><text>== Turm{WORD} ({{{{Sprache|Deutsch}}}}) ==\n"
    "=== {{Wortart|Substantiv|Deutsch}}, {{n}} ===\n{{Deutsch Substantiv Übersicht\n|Genus=n\n"
    "|Nominativ Singular=Turm\n}}\n{{Bedeutungen}}\n:[1] ein [[Haus]]\n</text></revision></page></mediawiki>"
)
BIO: Final = f"Mr\tO\n{WORD}\tB-PER\nMaia\tI-PER\nleft\tO\n\nKiel\tB-LOC\n"
RATINGS: Final = "document\tentity\tlabel\trater\tavailable\trelevant\nd\t1\tPER\tr\t1\t0\n"


@cache
def _english() -> Anonymizer:
    return load("en", options={"detect": {"detectors": ["patterns"]}})


@cache
def _finished() -> Job:
    given = Job(Document(f"id {WORD}", TEXT, "en", {"note": WORD}), options={"method": "TAG"})
    [found] = _english().run([given], stop="detect")
    [done] = _english().run([found])
    return done


def job() -> dict[str, Any]:
    """A job with every layer."""
    from nescio import DecisionOverridden, Place

    edit = DecisionOverridden(Place(*found_place()), hide=True, by=WORD, why=WORD)
    return {**job_to_json(_finished()), "edits": [edit_to_json(edit)]}


def found_place() -> tuple[int, int]:
    assert _finished().entities
    mention = (_finished().entities or ())[0].mentions[0]
    return mention.start, mention.end


def thesis_job() -> dict[str, Any]:
    return job_to_thesis(_finished())


def old_job() -> dict[str, Any]:
    entity = {"id": 0, "label": "PER", "mentions": [[3, 20, "PER"]],
              "features": {"identity": "PER-1", "surrogates": "[]", "detail": "x"}}  # fmt: skip
    return {"schema": 1, "text": TEXT, "language": "en", "spans": SPANS, "entities": [entity],
            "decisions": [[0, True, "policy"]], "meta": {"ledger_surrogates": []}}  # fmt: skip


def table() -> dict[str, Any]:
    return table_to_json(make_table(_finished()))


def anonymized() -> str:
    solution = _finished().solution or Solution("")
    return solution.text


def ledger() -> dict[str, Any]:
    english = _english()
    book = Ledger(english.pack)
    jobs = english.run([Job(Document("1", TEXT, "en"), voted=(*_spans(),))], stop="coref")
    book.keep(english.run(book.apply(jobs)))
    return book.to_json()


def _spans() -> list[Any]:
    from nescio import Span

    return [Span(start, end, label, 1.0, "given") for start, end, label in SPANS]


def line() -> dict[str, Any]:
    return {"id": WORD, "text": TEXT, "language": "en", "spans": SPANS}


def annotation() -> dict[str, Any]:
    return {
        "id": f"d {WORD}",
        "text": TEXT,
        "language": "en",
        "spans": [[3, 20, "PER", 0.9]],
        "annotator": WORD,
    }
