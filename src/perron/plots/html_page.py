"""The frame of pages that are one file: style, cards and cells; readable offline and on a phone, in light and dark."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

_STYLE = """
:root { color-scheme: light dark; --page: #f6f7f9; --card: #fff; --text: #1b2430; --soft: #5b6675; --line: #dfe3e8;
  --accent: #1f6feb; --pale: #b9c3cf; --warm: #c2410c; }
@media (prefers-color-scheme: dark) { :root { --page: #12161c; --card: #1a2029; --text: #e6eaf0; --soft: #9aa5b4;
  --line: #2c3542; --accent: #6aa6ff; --pale: #4a5667; --warm: #ff9a5c; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--text); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 1120px; margin: 0 auto; padding: 28px 20px 48px; }
h1 { font-size: 1.7rem; line-height: 1.2; margin: 0 0 4px; }
h2 { font-size: 1.05rem; margin: 0 0 2px; }
p { margin: 0 0 12px; } .soft, .note { color: var(--soft); } .note { font-size: .875rem; margin-bottom: 12px; }
.cards { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 420px), 1fr)); gap: 16px; }
section { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 16px 18px; }
section { min-width: 0; }
section.wide { margin: 20px 0 16px; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; font-size: .9375rem; }
th { font-weight: 600; color: var(--soft); font-size: .8125rem; text-align: right; vertical-align: bottom; }
th, td { padding: 7px 10px; border-bottom: 1px solid var(--line); text-align: right; white-space: nowrap; }
tr:last-child > * { border-bottom: 0; }
th:first-child, td:first-child { text-align: left; padding-left: 0; }
td small, th small { color: var(--soft); display: block; }
tbody th small { font-weight: 400; font-size: .8125rem; }
tbody th { color: var(--text); font-size: .9375rem; } tbody > * > * { vertical-align: top; }
.scroll th:first-child { position: sticky; left: 0; background: var(--card); }
.matrix td, .matrix thead th { text-align: center; }
.matrix td { border: 2px solid var(--card); border-radius: 4px; }
.words td, .facts td:first-child { white-space: normal; text-align: left; }
.words td { min-width: 11em; overflow-wrap: anywhere; }
svg { display: block; width: 100%; max-width: 560px; height: auto; font: 13px system-ui, sans-serif; }
svg text { fill: var(--text); } svg .axis { fill: var(--soft); font-size: 12px; } svg .value { font-weight: 600; }
.grid { stroke: var(--line); } .base { stroke: var(--pale); } .fair { stroke: var(--soft); stroke-dasharray: 4 4; }
.whisker { stroke: var(--accent); stroke-width: 2; }
.dot, .bar, .completed { fill: var(--accent); } .bar { opacity: .75; }
.missed { fill: var(--pale); } .mean { stroke: var(--warm); stroke-width: 2; }
.course { fill: none; stroke: var(--accent); stroke-width: 2; }
.key::before { content: ""; display: inline-block; width: .7em; height: .7em; border-radius: 2px; margin-right: .35em; }
.key.completed::before { background: var(--accent); } .key.missed::before { background: var(--pale); }
.key { margin-right: 1em; }
@media (max-width: 560px) { main { padding: 18px 12px 32px; } section { padding: 14px 12px; } h1 { font-size: 1.4rem; }
  th, td { padding: 6px 7px; } }
"""


def document(title: str, body: str, style: str = "") -> str:
    """The whole page; `body` is HTML, `style` what it has beyond the common style."""
    return (
        f'<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>{escape(title)}</title>\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<style>{_STYLE}{style}</style>\n</head>\n<body>\n<main>\n{body}</main>\n</body>\n</html>\n"
    )


def card(heading: str, note: str, content: str, kind: str = "") -> str:
    """A part of the page; `note` and `content` are HTML, `kind` is its class."""
    opened = f'<section class="{kind}">' if kind else "<section>"
    return f'{opened}<h2>{escape(heading)}</h2><p class="note">{note}</p>{content}</section>\n'


def table_cells(tag: str, values: Iterable[str]) -> str:
    """Cells of a table; the values are HTML."""
    return "".join(f"<{tag}>{value}</{tag}>" for value in values)
