"""A bot that plays over the network. Run it with the link of a table: python bot_client.py http://localhost:8000/t/CODE"""

import asyncio
import hashlib
import json
import random
import secrets
import sys
from typing import Any
from urllib.request import Request, urlopen

from websockets.asyncio.client import connect


def post(url: str, body: dict[str, Any], secret: str = "") -> Any:
    """Ask the server for something; it answers in JSON."""
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {secret}"}
    with urlopen(Request(url, json.dumps(body).encode(), headers)) as answer:
        return json.load(answer)


def choose(view: dict[str, Any]) -> str:
    """Claim a route if there is one to claim; else whatever."""
    legal: list[str] = view["legal"]
    return random.choice([text for text in legal if text.startswith("claim")] or legal)


class Word:
    """What this bot adds to the deal: committed to first, and shown when everybody else has committed too."""

    def __init__(self, table: dict[str, Any], seat: int) -> None:
        self.promise, self.seat, self.attempt = table["commitment"], seat, table["deal"]["attempt"]
        self.word = secrets.token_hex(16)
        self.commitment = sha256(f"perron word {table['code']} {self.attempt} {seat} {self.word}")

    def ready(self) -> dict[str, Any]:
        """The commitment alone."""
        return {"seat": self.seat, "commitment": self.commitment, "attempt": self.attempt}

    def shown(self, table: dict[str, Any]) -> dict[str, Any]:
        """The word, with the hash of all that was committed to, if that is what it should be."""
        commitments = [one or "-" for one in table["deal"]["commitments"]]
        if table["commitment"] != self.promise or commitments[self.seat] != self.commitment:
            raise ValueError("the server has changed what it promised")
        text = f"{table['code']} {self.attempt} {table['edition']} {table['rules']} {self.promise}"
        listed = sha256(f"perron list {text} {' '.join(commitments)}")
        return {"seat": self.seat, "attempt": self.attempt, "word": self.word, "list": listed}


def sha256(text: str) -> str:
    """In hex."""
    return hashlib.sha256(text.encode()).hexdigest()


async def play(link: str, name: str = f"Example {secrets.randbelow(1000)}") -> Any:
    """Sit down, be ready, and play to the end; how it ended."""
    table = link.replace("/t/", "/api/tables/")
    sat = post(f"{table}/sit", {"name": name})
    seat, word = sat["seat"], Word(sat["table"], sat["seat"])
    post(f"{table}/ready", word.ready(), sat["secret"])
    async for socket in connect(f"{table}/socket".replace("http", "ws", 1), compression=None):
        await socket.send(json.dumps({"type": "hello", "version": 2, "secrets": [sat["secret"]]}))
        async for text in socket:  # when the connection breaks, the outer loop connects again
            message = json.loads(text)
            told = message.get("table")  # with a welcome, and when something about the table has changed
            if told and told["status"] == "dealing" and seat not in told["deal"]["received"]:
                await asyncio.to_thread(post, f"{table}/word", word.shown(told), sat["secret"])
            elif told and told["status"] == "waiting" and told["deal"]["attempt"] > word.attempt:
                word = Word(told, seat)  # the deal was broken off: this bot agrees to the new attempt
                await asyncio.to_thread(post, f"{table}/ready", word.ready(), sat["secret"])
            view = next(iter(message.get("views") or []), None)  # with every welcome, update and stale answer
            if view and view["outcome"]:
                return view["outcome"]
            if view and view["to_move"] == seat:
                act = {"id": secrets.token_hex(8), "number": message["number"], "seat": seat}
                await socket.send(json.dumps({"type": "act", "action": choose(view), **act}))
    raise ConnectionError("the server is gone")


if __name__ == "__main__":
    print(asyncio.run(play(*sys.argv[1:])))
