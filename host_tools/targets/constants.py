"""Constants folded across modules, as MicroPython's compiler folds them within one.

`_NAME = const(5)` costs nothing. A name that other modules use costs its spelling, a slot in a dictionary and two
look-ups at each use: flash, heap and time. So before the firmware is compiled every such use becomes the number, and
the definition goes. Every line keeps its number.
"""

import ast
from collections.abc import Mapping

Constants = Mapping[str, Mapping[str, int]]  # by module, then by name


class FoldError(Exception):
    """A constant that cannot be folded; the message is one line."""


def constants(source: str) -> dict[str, int]:
    """The public constants that a module defines. Raises ValueError where one is no literal."""
    found = {}
    for statement in ast.parse(source).body:
        match statement:
            case ast.Assign(
                targets=[ast.Name(id=name)], value=ast.Call(func=ast.Name(id="const"), args=[value])
            ) if not name.startswith("_"):
                found[name] = ast.literal_eval(value)
    return found


def fold(source: str, module: str, known: Constants) -> str:
    """The text of `module` with the constants of all modules in `known` as numbers. Raises FoldError where the name of
    one stands for something else as well.
    """
    tree = ast.parse(source)
    own = known.get(module, {})
    names, modules = _imported(tree, known)
    names |= own
    edits: list[tuple[ast.stmt | ast.expr, str]] = []
    settled: set[ast.AST] = set()
    used = set()
    for node in ast.walk(tree):  # a node comes before those inside it
        if node in settled:
            continue
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Call(func=ast.Name(id="const"))) if (
                name in own
            ):
                edits.append((node, "pass"))
                settled.update(ast.walk(node))
            case ast.Attribute(value=ast.Name(id=name), attr=attr) if attr in known.get(
                modules.get(name, ""), {}
            ):
                edits.append((node, f"({known[modules[name]][attr]})"))
                settled.add(node.value)
            case ast.Name(id=name, ctx=ast.Load()) if name in names:
                edits.append((node, f"({names[name]})"))
            case ast.Name(id=name) | ast.arg(arg=name) if name in names:
                raise FoldError(f"{module}, line {node.lineno}: {name} is a constant and something else")
            case ast.Name(id=name):
                used.add(name)
    dropped = names.keys() | (modules.keys() - used) | {"const"}  # which the compiler knows by itself
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            left = [alias for alias in node.names if (alias.asname or alias.name) not in dropped]
            if len(left) < len(node.names):
                text = ast.unparse(ast.ImportFrom(node.module, left, node.level)) if left else "pass"
                edits.append((node, text))
    return _edited(source, edits)


def _imported(tree: ast.Module, known: Constants) -> tuple[dict[str, int], dict[str, str]]:
    """What a module imports by `from`: constants by the names they have there, and modules that define some."""
    names = {}
    modules = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            for alias in node.names:
                if alias.name in known.get(node.module or "", {}):
                    names[alias.asname or alias.name] = known[node.module or ""][alias.name]
                elif known.get(f"{node.module}.{alias.name}"):
                    modules[alias.asname or alias.name] = f"{node.module}.{alias.name}"
    return names, modules


def _edited(source: str, edits: list[tuple[ast.stmt | ast.expr, str]]) -> str:
    """`source` with nodes replaced by texts of one line each; lines that a node no longer needs stay, empty."""
    lines = source.encode().splitlines(keepends=True)
    for node, text in sorted(edits, key=lambda edit: (edit[0].lineno, edit[0].col_offset), reverse=True):
        first, last = node.lineno - 1, (node.end_lineno or node.lineno) - 1
        line = lines[first][: node.col_offset] + text.encode() + lines[last][node.end_col_offset :]
        lines[first : last + 1] = [line, *[b"\n"] * (last - first)]
    return b"".join(lines).decode()
