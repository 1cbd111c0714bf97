"""Short names: one for each that modules share, letters for what a function binds; what cannot be proved is refused.

The expected names are worked out by hand from the order that `names` describes.
"""

import subprocess

import pytest

from host_tools.targets.names import MEMBERS, Names, NamesError, attributes, short_names, shorten, translated
from host_tools.targets.vm import VM_COMMAND


def both(texts: dict[str, str], outside: str = "") -> dict[str, str]:
    names = short_names(texts, outside)
    return {module: shorten(text, module, texts, names) for module, text in texts.items()}


def refused(text: str) -> str:
    with pytest.raises(NamesError) as error:
        both({"one": text})
    return str(error.value)


def test_two_modules_agree():
    done = both(
        {
            "p.deck": "class Deck:\n    def __init__(self):\n        self.cards = 52\n\n"
            "    def cut(self):\n        return 1\n",
            "p.hand": "from p.deck import Deck\n\nmine = Deck()\nprint(mine.cards, mine.cut())\n",
        }
    )
    assert done == {
        "p.deck": "class A:\n    def __init__(a):\n        a.a = 52\n\n    def b(a):\n        return 1\n",
        "p.hand": "from p.deck import A\n\nB = A()\nprint(B.a, B.b())\n",
    }


def test_what_functions_bind_gets_the_same_letters_in_each():
    done = both(
        {
            "m": "def one(seat, zone):\n    card = seat\n    return card + zone\n\n\n"
            "def two(street):\n    return street\n"
        }
    )
    assert done["m"] == "def A(a, b):\n    c = a\n    return c + b\n\n\ndef B(a):\n    return a\n"


def test_a_keyword_argument_has_one_name_on_both_sides():
    done = both({"m": "def ask(kind, first=0):\n    return first\n\n\nask(1, first=2)\n"})
    assert done["m"] == "def A(a, B=0):\n    return B\n\n\nA(1, B=2)\n"


def test_a_keyword_of_something_else_stays_wherever_it_stands():
    done = both({"m": "def ask(key):\n    return sorted(key, key=None)\n\n\nkey = 1\n"})
    assert done["m"] == "def A(key):\n    return sorted(key, key=None)\n\n\nkey = 1\n"


def test_names_from_outside_stay():
    text = (
        "import struct\nfrom array import array\n\n\n"
        "class Box:\n    def pack_into(self, buf):\n        buf.append(1)\n        return struct.pack_into\n"
    )
    done = both({"m": text})
    assert done["m"] == text.replace("Box", "A").replace("self", "a").replace("buf", "b")
    assert both({"m": "def run():\n    pass\n"}, "import m\nm.run()\n")["m"] == "def run():\n    pass\n"


def test_a_private_constant_keeps_the_underscore_by_which_the_compiler_drops_it():
    text = "from micropython import const\n\n_SIZE = const(4)\nprint(_SIZE)\n"
    assert both({"m": text})["m"] == text


def test_private_names_of_two_modules_share_short_ones_but_not_with_a_base():
    base = "class Chip:\n    def __init__(self):\n        self._gap = 1\n"
    heir = (
        "from base import Chip\n\n\nclass Reader(Chip):\n    def begin(self):\n        self._row = self.due\n"
    )
    other = "class Lamp:\n    def __init__(self):\n        self._colour = 1\n"
    short = short_names({"base": base, "heir": heir, "other": other}, "").short
    assert short["_gap"] == short["_colour"]
    assert short["_gap"] != short["_row"]


def test_names_that_nothing_can_have_both_of_are_the_same():
    texts = {
        "deck": "class Deck:\n    def __init__(self):\n        self.stub = 1\n\n"
        "    def cut(self):\n        self.top = 1\n",
        "lamp": "class Lamp:\n    def __init__(self):\n        self.colour = 1\n\n"
        "    def cut(self):\n        pass\n",
        "m": "def show(deck, lamp):\n    deck.cut()\n    lamp.cut()\n    return deck.stub, lamp.colour\n",
        "n": "def left(deck):\n    return deck.stub\n",
        "o": "def most(deck):\n    return deck.stub\n",
    }
    short = short_names(texts, "").short
    assert short["stub"] == short["colour"]
    assert len({short[name] for name in ("stub", "top", "cut")}) == 3


def test_private_names_of_a_line_of_classes_are_all_different():
    line = {
        "c": "class C:\n    def __init__(self):\n        self._one = 1\n",
        "a": "from b import B\n\n\nclass A(B):\n    def two(self):\n        self._two = 2\n",
        "b": "from c import C\n\n\nclass B(C):\n    def three(self):\n        self._three = 3\n",
    }
    short = short_names(line, "").short
    assert len({short[name] for name in ("_one", "_two", "_three", "two", "three")}) == 5


def test_a_class_whose_line_is_not_known_is_refused():
    with pytest.raises(NamesError, match="not defined in b"):
        both(
            {
                "a": "class A:\n    pass\n",
                "b": "from a import A\n",
                "c": "from b import A\n\n\nclass C(A):\n    pass\n",
            }
        )
    assert "derives from an expression" in refused("import sys\n\n\nclass A(sys.B):\n    pass\n")


def test_what_another_object_gets_set_is_shared():
    setter = "class Judge:\n    def rule(self, table):\n        table.wagered = 1\n        self._seen = 1\n"
    table = "class Table:\n    def __init__(self):\n        self._live = 1\n"
    short = short_names({"setter": setter, "table": table}, "").short
    assert short["wagered"] != short["_live"]


def test_what_cannot_be_proved_is_refused():
    assert refused("x = 1\ngetattr(x, 'y')\n") == "one, line 2: getattr can use any name"
    assert refused("x = 1\nprint(f'{x}')\n") == "one, line 2: an f-string may hold names"
    assert refused("def f(**more):\n    f(**more)\n") == "one, line 2: ** can pass any name"
    assert "network" in refused("import network\n")
    assert "within a function" in refused("def f():\n    import gc\n")
    assert "binds names of others" in refused("def f():\n    global x\n    x = 1\n")


def test_what_a_vm_printed_has_the_names_of_the_source():
    names = Names(
        {"_gap": "a", "_row": "a", "step": "b"},
        {
            "_gap": frozenset(["p.chip"]),
            "_row": frozenset(["p.reader"]),
            "step": frozenset(["p.chip", "p.reader"]),
        },
        frozenset(),
    )
    printed = '  File "chip", in b\n  File "reader", in b\nAttributeError: no attribute \'a\''
    assert translated(printed, names) == (
        '  File "p.chip", in step\n  File "p.reader", in step\nAttributeError: no attribute \'_row\''
    )


def test_a_script_from_outside_finds_its_attributes():
    assert attributes("step = app.step()", Names({"step": "b"}, {}, frozenset())) == "step = app.b()"


def test_every_member_of_the_types_of_the_vm_is_known(tmp_path):
    """The VM itself says what its built-in types and its files have."""
    script = tmp_path / "members.py"
    script.write_text(
        "import array\n"
        "for one in (1, '', b'', bytearray(), memoryview(b''), [], (), {}, set(), range(1), array.array('B'), "
        "open('members.py'), open('members.py', 'rb'), OSError(1)):\n"
        "    print(*[name for name in dir(one) if not name.startswith('__')])\n"
    )
    done = subprocess.run([*VM_COMMAND, script], cwd=tmp_path, capture_output=True, text=True, check=True)
    members = set(done.stdout.split())
    assert {"append", "readinto", "to_bytes", "errno"} <= members <= MEMBERS


def test_what_is_loaded_on_demand_has_its_name_where_it_is_bound():
    done = both(
        {
            "p.deck": "class Deck:\n    pass\n",
            "p.hand": "def make():\n    from p.deck import Deck\n\n    return Deck()\n",
        }
    )
    assert done["p.hand"] == "def B():\n    from p.deck import A\n\n    return A()\n"
