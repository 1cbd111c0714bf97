"""`railbird bench rp2040`: the firmware on an emulated Pico, measured."""

import json
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from host_tools.cli.emulated import emulated_pico


def rp2040_command(
    uf2: Annotated[
        Path | None, typer.Option(help="MicroPython's image for RPI_PICO.", envvar="RAILBIRD_UF2")
    ] = None,
    seed: Annotated[int, typer.Option(help="Of the hand that is dealt.", min=0)] = 1,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object instead of the table.")] = False,
) -> None:
    """Heap at a full table, start, and what the processor needs for each thing, on an emulated Pico.

    Example: railbird bench rp2040 --uf2 RPI_PICO-20260406-v1.28.0.uf2 --json
    """
    emulated_pico(uf2)  # says what is missing
    from host_tools.bench import rp2040

    assert uf2 is not None
    figures = rp2040.measure(uf2, seed)
    if as_json:
        print(json.dumps(figures))
        return
    console = Console(soft_wrap=True, highlight=False)
    console.print(
        f"[bold]{figures['board']}, {figures['seats']} seats, every card of a hand dealt[/bold]  emulated RP2040 at "
        f"125 MHz, stock MicroPython, {figures['emulated_s']} s of its time",
        f"    heap free {figures['heap_free_bytes'] / 1024:.1f} KB, largest block "
        f"{figures['heap_largest_free_bytes'] / 1024:.1f} KB",
        f"    power to the first fact at the host {figures['boot_to_first_fact_ms']} ms, of it the app's start "
        f"{figures['start_of_the_app_ms']} ms",
        *(
            f"    {row['what']}: {row['measured_us']} us; the timing table says {row['timing_us']}, "
            f"{row['ratio']} times that{' (differs)' if row['differs'] else ''}"
            for row in figures["processor"]
        ),
        *(
            f"    {row['what']}: {row['mean_us']} us on the mean of {row['steps']}, {row['max_us']} at most"
            for row in figures["loop"]
        ),
        f"    a loop has {figures['transactions_a_loop']} bus transactions, {figures['wire_us_a_loop']} us of wire",
        sep="\n",
    )
