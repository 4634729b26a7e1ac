"""Playing on the home network: the address that other devices can reach, as text and as a QR code."""

from __future__ import annotations

import socket

import segno

from perron.errors import PerronError

_ELSEWHERE = ("192.0.2.1", 9)  # an address for documentation: nothing is sent to it


def home_address() -> str:
    """This machine's address in the home network; raises PerronError if it is in none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_ELSEWHERE)  # for datagrams this only selects the interface
            address: str = probe.getsockname()[0]
        except OSError:
            address = ""
    if not address or address.startswith(("127.", "0.")):
        raise PerronError("this machine is not in a network in which other devices could reach it")
    return address


def qr_code(text: str) -> str:
    """A QR code made of block characters, for a terminal."""
    code = segno.make_qr(text)
    rows = [list(row) for row in code.matrix_iter(border=2)]
    if len(rows) % 2:
        rows.append([0] * len(rows[0]))
    blocks = {(0, 0): "█", (0, 1): "▀", (1, 0): "▄", (1, 1): " "}  # dark on light, whatever the terminal's colours
    return "\n".join(
        "".join(blocks[upper, lower] for upper, lower in zip(*pair, strict=True))
        for pair in zip(rows[::2], rows[1::2], strict=True)
    )
