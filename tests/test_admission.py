"""What the options of a job may set."""

from __future__ import annotations

import json
import sys
import threading
from collections.abc import Iterator, Mapping
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any, Final

import pytest

from nescio import Anonymizer, ConfigError, Document, Job, load
from nescio.assemble import group_of
from nescio.core.options import declared_options
from nescio.registry import GROUPS, Registry
from tests.cli.program import call
from tests.test_plugin import install

TEXT: Final = "Ask Zephyrine or ida@example.org."
WORD: Final = "Quastenflosser"  # a word of the data: no message repeats it
PATTERNS: Final = {"detect": {"detectors": ["patterns"]}}


@pytest.fixture(scope="module")
def english() -> Anonymizer:
    return Anonymizer("en", options=PATTERNS)


def failure(anonymizer: Anonymizer, options: Mapping[str, Any]) -> str | None:
    """Why a job with these options fails; another job beside it never does."""
    jobs = anonymizer.run([Job(Document("a", TEXT, "en"), options=options), Job(Document("b", TEXT, "en"))])
    assert jobs[1].solution is not None
    return None if jobs[0].failure is None else jobs[0].failure.reason


def options_of(part: str, **options: Any) -> dict[str, Any]:
    stage, name = part.split(".")
    return {stage: {"options": {name: options}}}


FREE: Final[list[dict[str, Any]]] = [
    {"method": "DEL"},
    {"replace": {"PERSON": "tag", "default": "suppress"}},
    {
        "replace": {"EMAIL": "generalize"},
    },
    options_of("replace.tag", open="<", close=">"),
    options_of("replace.suppress", mark="---"),
    options_of("replace.substitute", seed="7"),
    options_of("replace.generalize", anonymity=5, dates="year", ages=5, persons="role"),
    {"detect": {"tags": {"HUMAN": "PER"}}},
    options_of("detect.patterns", regions=["DE"]),
    options_of("detect.lists", hide=["Zephyrine"], keep=["Kiel"]),
    {"vote": {"method": "weighted", "boundaries": False, "labels": {"PER": "union"}}},
    options_of("vote.weighted", threshold=0.2),
    {"second_pass": {"enabled": False, "passes": ["consistency"]}},
    options_of("second_pass.short_forms", strictness=2),
    {"coref": {"PER": "surface"}},
    {"decide": {"policy": "judicial"}},
]


@pytest.mark.parametrize("options", FREE, ids=json.dumps)
def test_a_job_chooses_what_becomes_of_its_text(english: Anonymizer, options: dict[str, Any]) -> None:
    assert failure(english, options) is None


REACHING: Final[list[tuple[str, dict[str, Any]]]] = [
    ("'detect.options.remote'", options_of("detect.remote", url=f"http://{WORD}")),
    ("the detector 'remote'", {"detect": {"detectors": ["remote"]}}),
    ("the detector 'crf'", {"detect": {"detectors": ["patterns", "crf"]}}),
    ("the detector 'spacy'", {"detect": {"recognizers": ["spacy"]}}),
    ("the detector 'transformers'", {"detect": {"detectors": ["transformers"]}}),
    ("'detect.options.crf'", options_of("detect.crf", model=WORD)),
    ("'detect.options.tagger.model'", options_of("detect.tagger", model=WORD)),
    ("'detect.options.patterns.files'", options_of("detect.patterns", files=[WORD])),
    ("'detect.options.lists.files'", options_of("detect.lists", files=[WORD])),
    ("'detect.options.lists.include'", options_of("detect.lists", include=[WORD])),
    ("'detect.options.lists.titles'", options_of("detect.lists", titles=[WORD])),
    ("the policy 'own'", {"decide": {"policy": "own"}}),
    ("'decide.options.own'", options_of("decide.own", file=WORD)),
    ("'decide.options.blanket.exclude'", options_of("decide.blanket", exclude=[WORD])),
    ("'replace.options.substitute.knowledge'", options_of("replace.substitute", knowledge=[WORD])),
    ("'replace.options.generalize.dictionary'", options_of("replace.generalize", dictionary=[WORD])),
    ("'replace.options.generalize.remote'", options_of("replace.generalize", remote=f"http://{WORD}")),
    ("'replace.options.generalize.cache'", options_of("replace.generalize", cache=WORD)),
    ("'replace.names'", {"replace": {"names": {WORD: "tag"}}}),
    ("'output.format'", {"output": {"format": WORD}}),
    ("'text.encoding'", {"text": {"encoding": WORD}}),
    ("'job.allow'", {"job": {"allow": ["detect"]}}),
]


@pytest.mark.parametrize(("name", "options"), REACHING, ids=[item[0] for item in REACHING])
def test_a_job_reaches_no_network_no_file_and_no_code(
    english: Anonymizer, name: str, options: dict[str, Any]
) -> None:
    said = failure(english, options)
    assert said is not None
    assert said.startswith("A job must not ")
    assert name in said
    assert "--allow-job-option " in said
    assert WORD not in said


STRANGE: Final[list[dict[str, Any]]] = [
    {WORD: 1},
    {"replace": {WORD: "tag"}},
    {"replace": {"PER": WORD}},
    {"replace": {"PER": [WORD]}},
    {"method": WORD},
    {"method": {WORD: 1}},
    {"coref": {WORD: "surface"}},
    {"coref": {"options": {WORD: {}, "names": {WORD: 1}}}},
    {"vote": {"labels": {WORD: "union"}}},
    {"vote": {"method": WORD}},
    {"vote": WORD},
    {"detect": {"detectors": [WORD]}},
    {"detect": {"detectors": [f"patterns/{WORD}"]}},
    {"detect": {"detectors": WORD}},
    {"detect": {"tags": {"X": WORD}}},
    {"detect": {"tags": {WORD: 5}}},
    {"decide": {"policy": WORD}},
    {"decide": {"options": {"judicial": {WORD: 1}}}},
    options_of("detect.patterns", **{WORD: 1}),
    options_of(f"detect.{WORD}", x=1),
    options_of("detect.tagger", recall=WORD),
    options_of("detect.patterns", regions=WORD),
    options_of("replace.generalize", dates=WORD),
    options_of("replace.tag", open=[WORD]),
    options_of("vote.weighted", weights={WORD: WORD}),
]


@pytest.mark.parametrize("options", STRANGE, ids=json.dumps)
def test_what_is_wrong_with_the_options_of_a_job_is_said_without_a_word_of_them(
    options: dict[str, Any],
) -> None:
    said = failure(Anonymizer("en"), merged_with_parts(options))
    assert said is not None
    assert WORD not in said
    assert len(said) < 800


def merged_with_parts(options: dict[str, Any]) -> dict[str, Any]:
    """The part whose options are wrong is used, so that it is built."""
    stage = next(iter(options))
    used = {"vote": {"method": "weighted"}, "replace": {"default": "generalize", "PER": "tag"}}.get(stage, {})
    return {stage: {**used, **options[stage]}} if isinstance(options[stage], dict) else options


class _Listener(BaseHTTPRequestHandler):
    asked = 0

    def do_POST(self) -> None:
        type(self).asked += 1
        self.send_error(500)

    def log_message(self, format: str, *args: Any) -> None:
        """Stay silent in the test run."""


@pytest.fixture
def url() -> Iterator[str]:
    _Listener.asked = 0
    with HTTPServer(("127.0.0.1", 0), _Listener) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


def remote(url: str) -> dict[str, Any]:
    return {"detect": {"detectors": ["remote"], "options": {"remote": {"url": url}}}}


def test_the_text_of_a_job_is_sent_nowhere_that_the_job_names(url: str, tmp_path: Path) -> None:
    file = tmp_path / "job.json"
    file.write_text(json.dumps({"schema": 2, "text": TEXT, "language": "en", "options": remote(url)}))
    outcome = call("anonymize", file)
    assert (outcome.code, _Listener.asked) == (1, 0)
    assert "A job must not name the detector 'remote'" in outcome.err
    call("anonymize", file, "--allow-job-option", "detect.detectors",
         "--allow-job-option", "detect.options.remote.url")  # fmt: skip
    assert _Listener.asked > 0


def test_no_job_writes_a_cache(url: str, tmp_path: Path) -> None:
    cache = tmp_path / "cache.sqlite"
    options = {"method": "GEN", **options_of("replace.generalize", remote=url, cache=str(cache))}
    assert failure(Anonymizer("en"), options) is not None
    assert not cache.exists()


@pytest.mark.parametrize("key", ["detect.options.lists.files", "detect.options.lists", "detect"])
def test_the_user_allows_a_key_or_a_table_by_name(tmp_path: Path, key: str) -> None:
    names = tmp_path / "names.csv"
    names.write_text("Zephyrine,PERSON\n")
    options = options_of("detect.lists", files=[str(names)])
    anonymizer = load("en", allow_job_options=[key])
    assert failure(anonymizer, options) is None
    config = tmp_path / "mine.toml"
    config.write_text(f'[en.job]\nallow = ["{key}"]\n')
    assert failure(load("en", config=config), options) is None


def test_what_is_wrong_with_an_allowed_key_is_said_without_its_value() -> None:
    anonymizer = load("en", allow_job_options=["detect.options.lists"])
    said = failure(anonymizer, options_of("detect.lists", files=[WORD]))
    assert said == "What the job was allowed to set cannot be used as it stands."


def test_a_job_may_name_a_method_by_the_name_that_the_user_gave_it(tmp_path: Path) -> None:
    config = tmp_path / "mine.toml"
    config.write_text('[en.replace.names]\nblack = "suppress"\n')
    assert failure(load("en", config=config), {"replace": {"EMAIL": "black"}}) is None


def test_an_unknown_key_cannot_be_allowed() -> None:
    with pytest.raises(ConfigError, match=r"--allow-job-option: there is no key 'detect.colour'"):
        load("en", allow_job_options=["detect.colour"])


SOURCE: Final = """
from nescio import job_options
class Method:
    name = "{name}"
    reversible = False
    def replace(self, mention, entity, context):
        return "<{name}>"
{declared}
def build(pack, options):
    return Method()
"""


@pytest.mark.parametrize(("declared", "may"), [("", False), ('@job_options({"size": True})', True)])
def test_a_plug_in_is_named_by_a_job_only_if_it_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, declared: str, may: bool
) -> None:
    name = f"quill{may}"
    monkeypatch.syspath_prepend(str(tmp_path))
    (tmp_path / f"{name}.py").write_text(SOURCE.format(name=name, declared=declared))
    install(tmp_path, name, {"nescio.methods": {name: f"{name}:build"}})
    said = failure(load("en", options=PATTERNS), {"replace": {"default": name}})
    sys.modules.pop(name, None)
    assert said is None if may else f"A job must not name the method {name!r}" in str(said)


REACHING_PARTS: Final = {"crf", "remote", "spacy", "transformers", "own"}


@pytest.mark.parametrize("stage", ["detect", "vote", "second_pass", "coref", "decide", "replace"])
def test_every_built_in_part_says_whether_jobs_may_name_it(stage: str) -> None:
    registry = Registry.installed()
    silent = {
        name
        for name in registry.names(group_of(stage))
        if declared_options(registry.find(group_of(stage), name)) is None
    }
    assert silent <= REACHING_PARTS


def test_no_built_in_part_lets_a_job_name_a_place() -> None:
    """Options that are files, addresses or programs, by the words that stand for them."""
    registry = Registry.installed()
    places = {
        "url",
        "file",
        "files",
        "model",
        "cache",
        "remote",
        "knowledge",
        "dictionary",
        "include",
        "exclude",
    }
    places |= {"titles", "redirects", "labels", "disable"}
    free = {
        (group, name, option)
        for group in GROUPS
        for name in registry.names(group)
        for option, may in (declared_options(registry.find(group, name)) or {}).items()
        if may
    }
    assert not {item for item in free if item[2] in places}
    assert len(free) > 10
