"""What the site shows, in which order. A page of `docs/` that is not here fails the build."""

from __future__ import annotations

PAGES: dict[str, tuple[str, ...]] = {
    "Start": ("docs/install.md", "docs/cli.md", "docs/playtest.md", "docs/puzzles.md"),
    "Rules and boards": (
        "docs/rules/README.md",
        "docs/rules/europe.md",
        "docs/rules/amsterdam.md",
        "docs/rules/berlin.md",
        "docs/rules/first_journey.md",
        "docs/rules/rulings.md",
        "docs/editions.md",
        "docs/board.md",
    ),
    "Games as text": ("docs/notation.md", "docs/records.md", "docs/review.md"),
    "Bots": ("docs/bots.md", "docs/arena.md", "docs/ladder.md", "docs/learning.md"),
    "Learning": ("docs/environments.md", "docs/baselines.md"),
    "Server": (
        "docs/server.md",
        "docs/deploy.md",
        "docs/runbook.md",
        "docs/operations/backups.md",
        "docs/operations/metrics.md",
        "docs/store.md",
        "docs/protocol.md",
    ),
    "Making Perron": (
        "CONTRIBUTING.md",
        "docs/design.md",
        "docs/benchmarks.md",
        "CHANGELOG.md",
        "SECURITY.md",
        "LICENSE-DATA.md",
    ),
}
"""Pages of the repository by the heading they stand under; README.md is the first page of all."""

REFERENCE: dict[str, str] = {
    "perron": "Games, actions, views, errors",
    "perron.editions": "Editions",
    "perron.editions.check": "Checking an edition file",
    "perron.rules": "The rules as text",
    "perron.record": "Records",
    "perron.receipt": "Receipts of hosted deals",
    "perron.keys": "Keys and seeds",
    "perron.simulate": "Simulation",
    "perron.bots": "Bots",
    "perron.bots.version": "Versions of bots",
    "perron.testing": "Checking a bot",
    "perron.join": "A bot at a server's table",
    "perron.arena": "Arena",
    "perron.playtest": "Playtest",
    "perron.board": "Pictures of boards",
    "perron.env": "Environments",
    "perron.env.aec_env": "PettingZoo",
    "perron.env.gym_env": "Gymnasium",
    "perron.env.vector_env": "Many games at once",
    "perron.env.observation": "Observations",
    "perron.env.numbering": "Actions as numbers",
    "perron.env.resample": "Dealing again what a seat cannot know",
    "perron.env.sb3": "Stable-Baselines3",
    "perron.env.openspiel": "OpenSpiel",
    "perron.env.gpu.vector": "Many games on a GPU",
    "perron.env.gpu.games": "Random play on a GPU",
}
"""The public modules, each with the title of its page. A module that is not here is an inside of those that are."""

FACE: dict[str, str] = {
    "perron.game": "Games",
    "perron.view": "Views",
    "perron.action": "Actions",
    "perron.event": "Events",
    "perron.outcome": "Outcomes",
    "perron.errors": "Errors",
}
"""The modules that the names of `perron` itself come from, with the headings they stand under."""
