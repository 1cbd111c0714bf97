"""Names shortened across the modules of the firmware, for the device alone.

Every module that uses a name carries its spelling, on flash and in its table in the heap. The firmware is closed: what
it defines is used by itself, but for the few names that main.py knows. So before it is compiled

- what modules and classes define, attributes too, gets one short name, the same in every module; two that nothing can
  have both of get the same: variables that no module knows both of, attributes that no object can have both of;
- what a function binds for itself gets a letter by its turn, the same letters in every function;
- what comes from outside (built-in names, members of built-in types, other modules) stays.

They never meet: short names of modules begin with a capital, the others with a small letter, and an attribute never
stands where a variable stands. A keyword argument has one name wherever it is bound. What cannot be proved so is
refused: reflection, f-strings, `**`, modules whose objects have unknown members. Every line keeps its number.
"""

import ast
import builtins
import io
import keyword
import re
import tokenize
from collections.abc import Iterator, Mapping
from itertools import product
from string import ascii_letters, ascii_lowercase, ascii_uppercase, digits
from typing import NamedTuple, NoReturn

# Members of MicroPython's built-in types and of its files, of block devices, and of what a board's
# port takes from machine and select.
_MEMBERS = """
add append args center clear close copy count decode difference difference_update discard encode
endswith errno extend fileno find flush format from_bytes fromhex fromkeys get getvalue hex index
indices insert intersection intersection_update isalpha isdigit isdisjoint islower isspace issubset
issuperset isupper items join keys lower lstrip partition pend_throw pop popitem read readinto
readline readlines remove replace reverse rfind rindex rpartition rsplit rstrip seek send setdefault
sort split splitlines start startswith step stop strip symmetric_difference
symmetric_difference_update tell throw to_bytes union update upper value values write

decrypt digest encrypt feed init ioctl ipoll readblocks readfrom_into register write_readinto writeblocks writeto
"""
MEMBERS = frozenset(_MEMBERS.split())
# Their objects have no others.
_OUTSIDE = (
    "array", "binascii", "cryptolib", "gc", "hashlib", "json", "machine", "micropython", "os", "rp2", "select",
    "struct", "sys", "time",
)  # fmt: skip
_REFLECTION = {
    "getattr", "setattr", "hasattr", "delattr", "globals", "locals", "vars", "eval", "exec", "__import__", "__dict__",
}  # fmt: skip
_RESERVED = frozenset(keyword.kwlist) | set(dir(builtins))


class NamesError(Exception):
    """A name that cannot be shortened for sure; the message is one line."""


class Names(NamedTuple):
    """What stands for each name; `where` are the modules that bind it, `keywords` are arguments."""

    short: Mapping[str, str]
    where: Mapping[str, frozenset[str]]
    keywords: frozenset[str]


def short_names(texts: Mapping[str, str], outside: str) -> Names:
    """The short names for modules, given by their dotted names. Nothing that the script `outside` names is shortened.
    Raises NamesError.
    """
    modules = [_Module(name, text, texts) for name, text in texts.items()]
    kept = _RESERVED | MEMBERS | _words(outside)
    kept |= {part for name in (*texts, *_OUTSIDE) for part in name.split(".")}
    kept |= {name for module in modules for name in module.kept}
    functions = {name for module in modules for name in module.functions}
    keywords = {word for module in modules for _, word in module.keywords}
    kept |= {word for module in modules for callee, word in module.keywords if callee not in functions}
    variables = {name for module in modules for name in module.variables} | keywords
    members = {name for module in modules for name in module.members} - variables
    if letters := sorted(name for module in modules for name in module.kept if len(name) == 1):
        raise NamesError(f"{letters[0]} comes from outside and is a letter, as what functions bind is called")
    users: dict[str, set[str]] = {}
    for module, text in texts.items():
        for word in _words(text):
            users.setdefault(word, set()).add(module)
    families = _families(modules)
    lent = {name for module in modules for name in module.lent}
    where = {name: frozenset(users[name]) for name in variables}
    where |= {
        name: frozenset(texts if name in lent else (m.name for m in modules if name in m.members))
        for name in members
    }
    short: dict[str, str] = {}
    for names, initials in ((variables, ascii_uppercase), (members, ascii_lowercase)):
        taken: dict[str, set[str]] = {}  # by family of modules
        for name in sorted(names - kept, key=lambda name: (-len(users[name]), name)):
            if name[:2] != "__":
                met = [taken.setdefault(family, set()) for family in {families[m] for m in where[name]}]
                free = next(free for free in _shorts(initials, kept) if not any(free in one for one in met))
                short[name] = free
                for one in met:
                    one.add(free)
    return Names(short, {name: where[name] for name in short}, frozenset(keywords))


def shorten(text: str, module: str, texts: Mapping[str, str], names: Names) -> str:
    """One of the modules `texts` with the names that `short_names` found. Raises NamesError."""
    read = _Module(module, text, texts)
    lines = text.splitlines(keepends=True)
    edits: list[tuple[tuple[int, int], str, str]] = []
    before = ""
    origin = False  # between `from` and `import`
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        name = token.string
        if token.type == tokenize.NAME:
            origin = name == "from" or (origin and name != "import")
            own = read.own(token.start, names) if before != "." else {}
            short = own.get(name) or names.short.get(name)
            if short and not origin:
                edits.append((token.start, name, short))
        before = name
    for (line, column), name, short in reversed(edits):
        old = lines[line - 1]
        lines[line - 1] = old[:column] + short + old[column + len(name) :]
    return "".join(lines)


def attributes(script: str, names: Names) -> str:
    """A script that looks into the firmware from outside, with the attributes as they are called there."""
    return re.sub(r"(?<=\.)[^\W\d]\w*", lambda found: names.short.get(found[0], found[0]), script)


def source_name(module: str) -> str:
    """What a compiled module says that its file is called."""
    return module.rpartition(".")[2]


def translated(printed: str, names: Names) -> str:
    """What a VM printed of an exception, with the names of modules, functions and attributes as in the source."""
    modules = {module for found in names.where.values() for module in found}
    full: dict[str, str] = {}

    def replaced(found: re.Match[str]) -> str:
        nonlocal full
        if found["file"]:
            meant = {module for module in modules if source_name(module) == found["file"]}
            full = {short: name for name, short in names.short.items() if meant & names.where[name]}
            return f'File "{" or ".join(sorted(meant)) or found["file"]}"'
        name = found["function"] or found["quoted"]
        return found[0].replace(name, full.get(name, name)) if name else found[0]

    return re.sub(r"""File "(?P<file>[^"]+)"|, in (?P<function>\w+)|'(?P<quoted>\w+)'""", replaced, printed)


class _Module:
    """What one module says of names.

    variables, members  what it and its classes define
    functions           what can be called with keywords of its own
    kept                what stands for something outside as well
    keywords            callee and name of each keyword argument
    lent                attributes that something else than a method sets
    bases               module and name of each class from which one of its own derives
    """

    def __init__(self, name: str, text: str, texts: Mapping[str, str]) -> None:
        self.name = name
        self.variables: set[str] = set()
        self.members: set[str] = set()
        self.functions: set[str] = set()
        self.kept: set[str] = set()
        self.keywords: list[tuple[str, str]] = []
        self.lent: set[str] = set()
        self.bases: list[tuple[str, str]] = []
        self._own: list[tuple[int, int, list[str]]] = []  # first and last line of a function, what it binds
        self._foreign: set[str] = set()  # modules from outside, as they are called here
        self._origins: dict[str, str] = {}  # where names are imported from
        self._texts = texts
        tree = ast.parse(text)
        for node in ast.walk(tree):
            self._look(node)
        self._define(tree.body, self.variables)
        for node in ast.walk(tree):
            match node:
                case ast.Attribute(value=ast.Name(id=owner), attr=name) if owner in self._foreign:
                    self.kept.add(name)

    def own(self, at: tuple[int, int], names: Names) -> dict[str, str]:
        """The letters of what the function around a place binds, but for keyword arguments."""
        for first, last, bound in self._own:
            if first <= at[0] <= last:
                wanted = [name for name in bound if name not in names.keywords]
                return dict(zip(wanted, ascii_lowercase, strict=False))
        return {}

    def _refuse(self, node: ast.stmt | ast.expr, what: str) -> NoReturn:
        raise NamesError(f"{self.name}, line {node.lineno}: {what}")

    def _look(self, node: ast.AST) -> None:
        """What can be said of a node wherever it stands."""
        match node:
            case ast.Name(id=name) | ast.Attribute(attr=name) if name in _REFLECTION:
                self._refuse(node, f"{name} can use any name")
            case ast.JoinedStr():
                self._refuse(node, "an f-string may hold names")
            case ast.Global() | ast.Nonlocal():
                self._refuse(node, "a function that binds names of others")
            case ast.Attribute(value=owner, attr=name, ctx=ast.Store() | ast.Del()):
                self.members.add(name)
                if not (isinstance(owner, ast.Name) and owner.id == "self"):
                    self.lent.add(name)
            case ast.Call(func=function, keywords=keywords):
                for word in keywords:
                    if word.arg is None:
                        self._refuse(node, "** can pass any name")
                    callee = function.attr if isinstance(function, ast.Attribute) else ast.unparse(function)
                    self.keywords.append((callee, word.arg))
            case ast.Import(names=aliases):
                for alias in aliases:
                    self._foreign_module(node, alias.name)
                    self._foreign.add(alias.asname or alias.name)
            case ast.ImportFrom(module=str(origin), names=aliases) if origin in self._texts:
                self._origins.update({alias.asname or alias.name: origin for alias in aliases})
            case ast.ImportFrom(module=origin, names=aliases):
                self._foreign_module(node, origin or "")
                self.kept.update(alias.name for alias in aliases)

    def _foreign_module(self, node: ast.stmt, name: str) -> None:
        if name not in _OUTSIDE:
            self._refuse(node, f"what the objects of {name} are called is not known")

    def _define(self, body: list[ast.stmt], found: set[str]) -> None:
        """What the statements of a module or of a class define."""
        for statement in body:
            for node in _outer(statement):
                match node:
                    case ast.FunctionDef(name=name):
                        found.add(name)
                        self.functions.add(name)
                        self._function(node)
                    case ast.ClassDef(name=name, body=inner, bases=bases):
                        found.add(name)
                        for base in bases:
                            self._base(base)
                        self.functions.add(name)
                        if found is not self.variables:
                            self._refuse(node, "a class within a class")
                        self._define(inner, self.members)
                    case ast.Assign(targets=[ast.Name(id=name)], value=ast.Call(func=ast.Name(id="const"))):
                        self.kept.add(name)  # the compiler drops it by its underscore
                    case ast.Name(id=name, ctx=ast.Store()):
                        found.add(name)
                    case ast.alias(asname=str(name)):
                        found.add(name)

    def _base(self, base: ast.expr) -> None:
        if not isinstance(base, ast.Name):
            self._refuse(base, "a class that derives from an expression")
        if base.id in self._origins:
            self.bases.append((self._origins[base.id], base.id))

    def _function(self, function: ast.FunctionDef) -> None:
        """Everything that a function binds, and what it holds, in the order in which it is met."""
        bound: dict[str, None] = {}
        for node in ast.walk(function):
            match node:
                case ast.arg(arg=name) | ast.Name(id=name, ctx=ast.Store() | ast.Del()):
                    bound[name] = None
                case ast.ExceptHandler(name=str(name)):
                    bound[name] = None
                case ast.ImportFrom(module=str(origin)) if origin in self._texts:
                    pass  # what the firmware loads on demand has one name wherever it is bound
                case ast.ClassDef() | ast.Import() | ast.ImportFrom():
                    self._refuse(node, "a class or an import from outside within a function")
                case ast.FunctionDef(name=name) if node is not function:
                    bound[name] = None
        outer = [*function.args.defaults, *function.args.kw_defaults, *function.decorator_list]
        for default in outer:
            for node in ast.walk(default) if default is not None else ():
                if isinstance(node, ast.Name) and node.id in bound:
                    self._refuse(function, f"{node.id} is bound in the function and stands in its head")
        if len(bound) > len(ascii_lowercase):
            self._refuse(function, "a function that binds more names than there are letters")
        self._own.append((function.lineno, function.end_lineno or function.lineno, list(bound)))


def _outer(statement: ast.stmt) -> Iterator[ast.AST]:
    """A statement and what is in it, but for the insides of functions and classes."""
    yield statement
    if not isinstance(statement, ast.FunctionDef | ast.ClassDef):
        for node in ast.iter_child_nodes(statement):
            yield from _outer(node)  # type: ignore[arg-type]


def _families(modules: list["_Module"]) -> dict[str, str]:
    """For each module one that stands for all whose classes may make up one object. Raises NamesError."""
    family = {module.name: module.name for module in modules}
    defines = {module.name: module.functions for module in modules}
    for module in modules:
        for origin, base in module.bases:
            if base not in defines[origin]:
                raise NamesError(f"{module.name}: the class {base} is not defined in {origin}")
            one, other = family[module.name], family[origin]
            family = {name: other if found == one else found for name, found in family.items()}
    return family


def _words(text: str) -> set[str]:
    """The names in a source."""
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    return {token.string for token in tokens if token.type == tokenize.NAME}


def _shorts(initials: str, taken: frozenset[str] | set[str]) -> Iterator[str]:
    """Short names without end, the shortest first."""
    size = 0
    while True:
        for letters in product(initials, *[ascii_letters + digits] * size):
            if (name := "".join(letters)) not in taken:
                yield name
        size += 1
