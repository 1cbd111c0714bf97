"""`railbird bench secrecy`: can anybody who sees all that leaves a table name its shut cards, and what does sealing
take on a device.
"""

import json
from typing import Annotated

import typer

from host_tools.bench import sealing, secrecy


def secrecy_command(
    hands: Annotated[int, typer.Option(help="Hands of play mode, shared out over the games.", min=3)] = 900,
    weak: Annotated[int, typer.Option(help="Hands of each game in every weakened variant.", min=1)] = 60,
    seed: Annotated[int, typer.Option(help="Of the hands.")] = 1,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object instead of the table.")] = False,
) -> None:
    """An attacker names the shut cards of hold'em, Omaha and stud, in play mode and in variants weakened on purpose.
    Exit status 1 when he hits more or less than chance in play mode, or does not beat a variant.

    Example: railbird bench secrecy --hands 10000 --json
    """
    share = -(-hands // len(secrecy.GAMES))
    rows = [
        secrecy.game(variant, name, share if variant == "play" else weak, seed)
        for variant in secrecy.VARIANTS
        for name in secrecy.GAMES
    ]
    cost = sealing.allocated()
    macs = sealing.macs()
    held = all(
        row["at_chance"] if row["variant"] == "play" else row["hit_rate"] > row["high"] for row in rows
    )
    if as_json:
        print(json.dumps({"rows": rows, "allocated": cost, "macs": macs, "held": held}))
    else:
        for row in rows:
            print(
                f"{row['variant']}, {row['game']}: {row['hits']} of {row['guesses']} guesses hit, "
                f"{row['hit_rate']:.4f}; chance {row['chance']:.4f}, within {row['low']:.4f} to {row['high']:.4f} in "
                f"99 of 100 runs; {row['hands']} hands"
            )
        print(sealing.told(macs))
        for one in cost:
            print(f"allocated on {one['word_bits']}-bit words: {one['text']}")
    if not held:
        raise typer.Exit(1)
