"""Draw which part of the package imports which, from the imports themselves, into docs/pictures/imports.svg."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from statistics import mean

import networkx as nx

from tools.imports import imports, modules, part_of

TARGET = Path("docs/pictures/imports.svg")
_NAMES = {"face": "Game and what goes with it"}
_HIGH, _LETTER, _BESIDE, _BELOW, _EDGE = 34, 8.4, 26, 46, 24
"""Of a box its height, of a letter its width, between boxes beside and above each other, and around the picture."""
_SWEEPS = 24

Node = str | tuple[str, str, int]
"""A part, or where an arrow between two parts passes a layer that neither is in."""


def part_graph(known: dict[str, Path] | None = None) -> nx.DiGraph[str]:
    """An arrow from every part to each that it imports."""
    known = known or modules()
    graph: nx.DiGraph[str] = nx.DiGraph()
    for module in known:
        if part_of(module) != "__main__":  # `python -m perron`: the command again
            graph.add_node(part_of(module))
            graph.add_edges_from((part_of(module), part_of(other)) for other in imports(module, known))
    graph.remove_edges_from([(part, part) for part in graph])
    return graph


def layered(graph: nx.DiGraph[str]) -> tuple[list[list[Node]], list[tuple[Node, Node]]]:
    """Layers from the top, each arrow pointing one layer down, with few crossings."""
    heights: dict[str, int] = {}
    for part in reversed(list(nx.lexicographical_topological_sort(graph))):
        heights[part] = max((heights[other] + 1 for other in graph.successors(part)), default=0)
    layers: list[list[Node]] = [[] for _ in range(max(heights.values()) + 1)]
    for part in sorted(graph):
        layers[heights[part]].append(part)
    steps: list[tuple[Node, Node]] = []
    for upper, lower in sorted(graph.edges):
        above: Node = upper
        for height in range(heights[upper] - 1, heights[lower], -1):
            layers[height].append((upper, lower, height))
            steps.append((above, (upper, lower, height)))
            above = (upper, lower, height)
        steps.append((above, lower))
    layers.reverse()
    return _untangled(layers, steps), steps


def _untangled(layers: list[list[Node]], steps: list[tuple[Node, Node]]) -> list[list[Node]]:
    """Orders with few crossings: layer by layer, every node goes where its neighbours are, and the best is kept."""
    best, fewest = layers, _crossings(layers, steps)
    layers = [list(layer) for layer in layers]
    for sweep in range(_SWEEPS):
        down = sweep % 2 == 0
        for i in range(1, len(layers)) if down else range(len(layers) - 2, -1, -1):
            beside = layers[i - 1 if down else i + 1]
            place = {node: n / max(1, len(beside) - 1) for n, node in enumerate(beside)}
            near: dict[Node, list[float]] = {node: [] for node in layers[i]}
            for upper, lower in steps:
                node, other = (lower, upper) if down else (upper, lower)
                if node in near and other in place:
                    near[node].append(place[other])
            own = {node: n / max(1, len(layers[i]) - 1) for n, node in enumerate(layers[i])}
            layers[i].sort(key=lambda node, near=near, own=own: (mean(near[node] or [own[node]]), str(node)))  # type: ignore[misc]
        crossings = _crossings(layers, steps)
        if crossings < fewest:
            best, fewest = [list(layer) for layer in layers], crossings
    return best


def _crossings(layers: list[list[Node]], steps: Iterable[tuple[Node, Node]]) -> int:
    place = {node: (i, n) for i, layer in enumerate(layers) for n, node in enumerate(layer)}
    lines = [(place[upper][0], place[upper][1], place[lower][1]) for upper, lower in steps]
    return sum(
        1
        for i, (layer, a, b) in enumerate(lines)
        for other, c, d in lines[i + 1 :]
        if layer == other and (a - c) * (b - d) < 0
    )


def _width(node: Node) -> float:
    return 24 + _LETTER * len(_NAMES.get(node, node)) if isinstance(node, str) else 10


def picture(graph: nx.DiGraph[str]) -> str:
    """The graph as SVG. Arrows that follow from others are left out, or nobody could read it."""
    reduced: nx.DiGraph[str] = nx.transitive_reduction(graph)
    layers, steps = layered(reduced)
    widths = [sum(map(_width, layer)) + _BESIDE * (len(layer) - 1) for layer in layers]
    wide = max(widths)
    middle: dict[Node, tuple[float, float]] = {}
    for i, (layer, width) in enumerate(zip(layers, widths, strict=True)):
        # A layer that is not full is spread, so that arrows run straight down.
        room = (wide - width) / (len(layer) + 1)
        x = _EDGE + room
        for node in layer:
            middle[node] = (x + _width(node) / 2, _EDGE + i * (_HIGH + _BELOW) + _HIGH / 2)
            x += _width(node) + _BESIDE + room
    high = _EDGE * 2 + len(layers) * (_HIGH + _BELOW) - _BELOW
    return "\n".join([_head(wide + 2 * _EDGE, high), *_arrows(steps, middle), *_boxes(middle), "</svg>"]) + "\n"


def _head(wide: float, high: float) -> str:
    return f"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide:.0f} {high:.0f}" \
width="{wide:.0f}" height="{high:.0f}" role="img" aria-labelledby="title" \
font-family="DejaVu Sans, Verdana, sans-serif" font-size="14">
<!-- Written by `python -m tools.import_graph`: do not edit. -->
<title id="title">Which part of Perron imports which; arrows that follow from others are left out</title>
<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto">\
<path d="M0 0.5L8 4L0 7.5z" fill="#6b5138"/></marker></defs>
<rect width="100%" height="100%" rx="12" fill="#f6ecd6"/>"""


def _arrows(steps: Iterable[tuple[Node, Node]], middle: dict[Node, tuple[float, float]]) -> Iterable[str]:
    below = {upper: lower for upper, lower in steps if not isinstance(upper, str)}
    for upper, lower in steps:
        if not isinstance(upper, str):
            continue
        x, y = middle[upper][0], middle[upper][1] + _HIGH / 2
        path, node = f"M{x:.1f} {y:.1f}", lower
        while True:
            to_x, to_y = middle[node][0], middle[node][1] - _HIGH / 2
            path += f"C{x:.1f} {(y + to_y) / 2:.1f} {to_x:.1f} {(y + to_y) / 2:.1f} {to_x:.1f} {to_y:.1f}"
            if isinstance(node, str):
                break
            x, y = to_x, to_y + _HIGH
            path += f"V{y:.1f}"
            node = below[node]
        yield f'<path d="{path}" fill="none" stroke="#6b5138" stroke-width="1.3" marker-end="url(#tip)"/>'


def _boxes(middle: dict[Node, tuple[float, float]]) -> Iterable[str]:
    for node, (x, y) in middle.items():
        if isinstance(node, str):
            wide = _width(node)
            yield (
                f'<rect x="{x - wide / 2:.1f}" y="{y - _HIGH / 2:.1f}" width="{wide:.1f}" height="{_HIGH}" rx="7" '
                f'fill="#fffaf0" stroke="#3b2412"/>'
                f'<text x="{x:.1f}" y="{y + 5:.1f}" text-anchor="middle" fill="#3b2412">{_NAMES.get(node, node)}</text>'
            )


def main() -> None:
    """Write the picture, into the working tree that this is called in."""
    TARGET.write_text(picture(part_graph()), "utf-8")


if __name__ == "__main__":
    main()
