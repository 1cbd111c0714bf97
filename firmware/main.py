import micropython

micropython.kbd_intr(-1)  # Ctrl-C, just armed for this file; start.py arms it where it may be

import os
import sys


def serve(op):
    """What a running table asks of the slots, which are loaded for that moment only."""
    import start

    answer = start.serve(op)
    del sys.modules["start"], sys.modules["slots"]
    return answer


def board(name):
    """A board's definition. Only the start needs it, so the module that holds it is let go."""
    place = "railbird_boards." + name
    definition = __import__(place, None, None, (name,)).BOARD
    del sys.modules[place], sys.modules["railbird_boards"]
    return definition


def main():
    """Start-up, second file: make the table ready and run it. Whatever ends it is a reset, even want of memory; only
    files without slots, which somebody has copied, end as they would by themselves.
    """
    bare = "slots.json" not in os.listdir()
    prompt = bare
    try:
        import start

        table = start.table()
        if table is None:
            prompt = True
            return
        del start, sys.modules["start"], sys.modules["slots"]
        run, port, name, registry, chips, identity, version = table
        run(port, lambda: board(name), registry, chips, identity, None if bare else serve, version)
    except BaseException as error:
        if bare:
            raise
        import start

        prompt = start.over(error)
    finally:
        if not prompt:
            import machine

            machine.reset()


main()
