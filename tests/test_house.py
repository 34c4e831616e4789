"""The house is in order: short functions and files, one name per class, READMEs, tests beside code."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "nescio"
FOLDERS = (PACKAGE, ROOT / "bench", ROOT / "tools")
LONGEST_FUNCTION, LONGEST_FILE = 40, 350

# Tests about a whole: they belong to no file of the source.
WHOLES = frozenset(
    {
        "cli/test_bad_input.py",
        "cli/test_bytes.py",
        "cli/test_ledger_substitutes.py",
        "cli/test_program.py",
        "contracts/test_detectors.py",
        "contracts/test_dialects.py",
        "contracts/test_formats.py",
        "contracts/test_knowledge.py",
        "contracts/test_linkers.py",
        "contracts/test_methods.py",
        "contracts/test_policies.py",
        "contracts/test_second_passes.py",
        "contracts/test_voters.py",
        "docs/test_architecture.py",
        "docs/test_before_and_after.py",
        "docs/test_blocks.py",
        "docs/test_resources.py",
        "evaluate/metrics/test_oracles.py",
        "evaluate/test_commands.py",
        "evaluate/test_real_data.py",
        "golden/test_golden.py",
        "knowledge/test_bench_lists.py",
        "knowledge/test_commands.py",
        "knowledge/test_importers.py",
        "knowledge/test_stores.py",
        "languages/test_cases.py",
        "properties/test_laws.py",
        "test_house.py",
        "test_plugin.py",
        "test_public_names.py",
        "test_reference.py",
    }
)
# What is not in order yet; a name leaves this list with its repair, and none is added.
KNOWN = frozenset(
    {
        "src/nescio/cli/anonymize.py: anonymize",
        "src/nescio/cli/compare.py: compare",
        "src/nescio/cli/detect.py: detect",
        "src/nescio/cli/evaluate.py: evaluate",
        "src/nescio/cli/kb.py: ladder",
        "src/nescio/cli/train.py: crf",
        *("class Entry", "class Form", "class Found", "class Lexicon", "class Linker", "class Scene"),
        *("class Source", "class Token", "class Word", "class _Word"),
    }
)


def _sources() -> list[Path]:
    return sorted(path for folder in FOLDERS for path in folder.rglob("*.py"))


def _named(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@cache
def _tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def _definitions(path: Path) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef]:
    for node in ast.walk(_tree(path)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node


def test_no_function_is_longer_than_a_screen() -> None:
    found = {
        f"{_named(path)}: {node.name}"
        for path in _sources()
        for node in _definitions(path)
        if not isinstance(node, ast.ClassDef)
        and (node.end_lineno or node.lineno) - node.lineno >= LONGEST_FUNCTION
    }
    assert found - KNOWN == set()


def test_no_file_is_too_long_to_read() -> None:
    found = {
        _named(path)
        for path in _sources()
        if len(path.read_text(encoding="utf-8").splitlines()) > LONGEST_FILE
    }
    assert found - KNOWN == set()


def test_no_class_name_is_used_twice() -> None:
    places: dict[str, list[str]] = defaultdict(list)
    for path in _sources():
        for node in _definitions(path):
            if isinstance(node, ast.ClassDef):
                places[f"class {node.name}"].append(_named(path))
    assert {name: found for name, found in places.items() if len(found) > 1 and name not in KNOWN} == {}


def test_every_folder_says_its_rule_in_a_readme() -> None:
    folders = {path.parent for path in PACKAGE.rglob("*.py")}
    assert {_named(folder) for folder in folders if not (folder / "README.md").is_file()} - KNOWN == set()


def test_every_module_says_what_it_holds() -> None:
    assert [_named(path) for path in _sources() if not ast.get_docstring(_tree(path))] == []


def test_every_test_stands_beside_the_code_that_it_tests() -> None:
    strangers = [
        name
        for path in sorted((ROOT / "tests").rglob("test_*.py"))
        for name in [path.relative_to(ROOT / "tests").as_posix()]
        if name not in WHOLES and not _is_source(name)
    ]
    assert strangers == []


def test_the_list_of_tests_about_a_whole_has_no_others() -> None:
    gone = [name for name in sorted(WHOLES) if not (ROOT / "tests" / name).is_file()]
    assert gone == []
    assert [name for name in sorted(WHOLES) if _is_source(name)] == []


def _is_source(test: str) -> bool:
    """Whether the tested file, or the package, is there: `text/test_words.py` tests `text/words.py`."""
    folder, _, name = test.rpartition("/")
    tested = PACKAGE / folder / name.removeprefix("test_").removesuffix(".py")
    return tested.is_dir() or tested.with_suffix(".py").is_file()
