"""A bot that plays over the network. Run it with the link of a table: python bot_client.py http://localhost:8000/t/CODE"""

import asyncio
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


async def play(link: str, name: str = "Example") -> Any:
    """Sit down, be ready, and play to the end; how it ended."""
    table = link.replace("/t/", "/api/tables/")
    sat = post(f"{table}/sit", {"name": name})
    post(f"{table}/ready", {"seat": sat["seat"], "word": secrets.token_hex(16)}, sat["secret"])
    async for socket in connect(f"{table}/socket".replace("http", "ws", 1), compression=None):
        await socket.send(json.dumps({"type": "hello", "version": 1, "secrets": [sat["secret"]]}))
        async for text in socket:  # when the connection breaks, the outer loop connects again
            message = json.loads(text)
            view = next(iter(message.get("views") or []), None)  # with every welcome, update and stale answer
            if view and view["outcome"]:
                return view["outcome"]
            if view and view["to_move"] == sat["seat"]:
                act = {"id": secrets.token_hex(8), "number": message["number"], "seat": sat["seat"]}
                await socket.send(json.dumps({"type": "act", "action": choose(view), **act}))
    raise ConnectionError("the server is gone")


if __name__ == "__main__":
    print(asyncio.run(play(*sys.argv[1:])))  # noqa: T201
