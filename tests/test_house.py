"""The house is in order: short functions and files, one name per class, READMEs, tests beside code."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Collection, Iterator
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "nescio"
FOLDERS = (PACKAGE, ROOT / "bench", ROOT / "tools")
LONGEST_FUNCTION, LONGEST_FILE = 40, 350

# Tests about a whole: they belong to no file of the source.
WHOLES = frozenset(
    {
        "browser/test_late_answers.py",
        "browser/test_looks.py",
        "browser/test_projects.py",
        "browser/test_review.py",
        "browser/test_service_page.py",
        "browser/test_tasks.py",
        "browser/test_trouble.py",
        "cli/test_bad_input.py",
        "cli/test_bytes.py",
        "cli/test_closed_sources.py",
        "cli/test_ledger_substitutes.py",
        "cli/test_lines.py",
        "cli/test_program.py",
        "cli/test_safety.py",
        "docs/test_add_a_language.py",
        "docs/test_architecture.py",
        "docs/test_before_and_after.py",
        "docs/test_demo.py",
        "docs/test_blocks.py",
        "formats/test_libreoffice.py",
        "docs/test_methods.py",
        "docs/test_resources.py",
        "evaluate/metrics/test_oracles.py",
        "evaluate/test_commands.py",
        "evaluate/test_corpus.py",
        "evaluate/test_decisions.py",
        "evaluate/test_real_data.py",
        "evaluate/test_writing.py",
        "fuzz/test_fuzz.py",
        "golden/test_golden.py",
        "golden/test_world.py",
        "knowledge/test_bench_lists.py",
        "knowledge/test_commands.py",
        "knowledge/test_importers.py",
        "knowledge/test_stores.py",
        "languages/test_cases.py",
        "languages/test_classes.py",
        "languages/test_replaced.py",
        "languages/test_wishes.py",
        "packs/test_only_reader.py",
        "properties/test_laws.py",
        "properties/test_linear.py",
        "properties/test_outputs.py",
        "replace/world/test_frozen.py",
        "run/test_document_faults.py",
        "run/test_faults.py",
        "run/test_sudden_ends.py",
        "run/test_full_disk.py",
        "run/test_once.py",
        "service/test_chain.py",
        "service/test_schema.py",
        "service/test_security.py",
        "test_house.py",
        "test_plugin.py",
        "test_public_names.py",
        "test_reference.py",
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
    assert found == set()


def test_no_file_is_too_long_to_read() -> None:
    found = {
        _named(path)
        for path in _sources()
        if len(path.read_text(encoding="utf-8").splitlines()) > LONGEST_FILE
    }
    assert found == set()


def test_no_class_name_is_used_twice() -> None:
    places: dict[str, list[str]] = defaultdict(list)
    for path in _sources():
        for node in _definitions(path):
            if isinstance(node, ast.ClassDef):
                places[f"class {node.name}"].append(_named(path))
    assert {name: found for name, found in places.items() if len(found) > 1} == {}


def test_no_import_goes_in_a_circle() -> None:
    names = {".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts): path for path in _modules()}
    modules = {name.removesuffix(".__init__"): path for name, path in names.items()}
    graph = {name: set(_imports(path, name, modules)) for name, path in modules.items()}
    TopologicalSorter(graph).prepare()  # raises CycleError with the circle


def _modules() -> list[Path]:
    return sorted(PACKAGE.rglob("*.py"))


def _imports(path: Path, name: str, modules: Collection[str]) -> Iterator[str]:
    """The modules that a module imports, wherever it does so; what only types need does not count."""
    typing = {id(item) for node in ast.walk(_tree(path)) if _is_for_types(node) for item in ast.walk(node)}
    for node in ast.walk(_tree(path)):
        if isinstance(node, ast.ImportFrom) and node.module and id(node) not in typing:
            for alias in node.names:
                whole = f"{node.module}.{alias.name}"
                found = whole if whole in modules else node.module
                if found in modules and found not in (name, "nescio"):
                    yield found


def _is_for_types(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"


def test_every_folder_says_its_rule_in_a_readme() -> None:
    folders = {path.parent for path in PACKAGE.rglob("*.py")}
    assert {_named(folder) for folder in folders if not (folder / "README.md").is_file()} == set()


def test_every_module_says_what_it_holds() -> None:
    assert [_named(path) for path in _sources() if not ast.get_docstring(_tree(path))] == []


def test_every_test_stands_beside_the_code_that_it_tests() -> None:
    strangers = [
        name
        for path in sorted((ROOT / "tests").rglob("test_*.py"))
        for name in [path.relative_to(ROOT / "tests").as_posix()]
        if name not in WHOLES and not name.startswith("contracts/") and not _is_source(name)
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
