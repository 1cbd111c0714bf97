"""Which tests carry the mark of a paragraph, read from their source without running it.

A mark is `rule("b(1)")` as a decorator, or the first item of a case in a parametrized table whose cases get marks.
"""

import ast
from collections.abc import Iterator
from pathlib import Path


def marked(folder: Path, ids: tuple[str, ...]) -> dict[str, list[str]]:
    """The tests of each id as file::test, the file relative to the checkout, in the order of files and lines."""
    result: dict[str, list[str]] = {name: [] for name in ids}
    for file in sorted(folder.rglob("test_*.py")):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        names = _module_names(tree)
        for function in tree.body:
            if isinstance(function, ast.FunctionDef) and function.name.startswith("test_"):
                test = f"{file.relative_to(folder.parent).as_posix()}::{function.name}"
                for name in sorted(set(_marks(function, names)) & set(ids)):
                    result[name].append(test)
    return result


def _module_names(tree: ast.Module) -> dict[str, ast.AST]:
    """What each name of a module stands for: a table, or a function that makes cases."""
    names: dict[str, ast.AST] = {}
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            names[node.name] = node
        elif isinstance(node, ast.Assign):
            names |= {target.id: node.value for target in node.targets if isinstance(target, ast.Name)}
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.value:
            names[node.target.id] = node.value
    return names


def _marks(function: ast.FunctionDef, names: dict[str, ast.AST]) -> Iterator[str]:
    for decorator in function.decorator_list:
        if not isinstance(decorator, ast.Call):
            continue
        nodes = list(_reached(decorator, names, set()))
        if _called(decorator) == "rule":
            yield from _first(decorator)
        elif any(isinstance(node, ast.keyword) and node.arg == "marks" for node in nodes):
            for node in nodes:
                yield from _first(node)


def _reached(node: ast.AST, names: dict[str, ast.AST], seen: set[str]) -> Iterator[ast.AST]:
    """The nodes of an expression, and of what the module's names in it stand for."""
    for child in ast.walk(node):
        yield child
        if isinstance(child, ast.Name) and child.id in names and child.id not in seen:
            seen.add(child.id)
            yield from _reached(names[child.id], names, seen)


def _called(call: ast.Call) -> str:
    function = call.func
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


def _first(node: ast.AST) -> Iterator[str]:
    """The text that a call or a tuple begins with."""
    items = node.args if isinstance(node, ast.Call) else node.elts if isinstance(node, ast.Tuple) else []
    if items and isinstance(items[0], ast.Constant) and isinstance(items[0].value, str):
        yield items[0].value
