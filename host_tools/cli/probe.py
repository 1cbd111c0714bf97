"""`railbird probe`: one reader wired to this computer."""

import json
import sys
from typing import Annotated

import typer

from host_tools.bringup import InputError
from host_tools.bringup.probe import ask, over_i2c, over_uart
from host_tools.cli.at_table import Json


def probe(
    i2c: Annotated[
        str | None, typer.Option(metavar="DEV", help="The I2C bus it hangs on, /dev/i2c-N.")
    ] = None,
    uart: Annotated[
        str | None, typer.Option(metavar="DEV", help="The serial port it hangs on, its switches set to HSU.")
    ] = None,
    seconds: Annotated[float, typer.Option(help="How long tags are listened for.", min=0.0)] = 5.0,
    as_json: Json = False,
) -> None:
    """Ask one reader that is wired to this computer what it is, and listen for tags: before it goes into a table.

    Example: railbird probe --i2c /dev/i2c-1

    It takes the extra railbird[probe]: Adafruit's driver, which knows nothing of this project, and Blinka.
    """
    if (i2c is None) == (uart is None):
        raise InputError("expected one reader: --i2c DEV, or --uart DEV")
    driver = over_i2c(i2c) if i2c is not None else over_uart(str(uart))
    said = ask(driver, seconds, heard=lambda uid: print(uid, file=sys.stderr))
    ic, version, revision, supports = said.firmware
    if as_json:
        print(json.dumps(said._asdict()))
    else:
        print(
            f"PN5{ic:02x}, firmware {version}.{revision}, supports {supports:#x}; {len(said.uids)} tags read"
        )
