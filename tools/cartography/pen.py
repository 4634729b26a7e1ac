"""Small drawings for the boards of cities: ships, mills, churches."""

from __future__ import annotations


def sailing_ship(x: float, y: float, size: float) -> str:
    """A merchantman of 1650; a negative size lets it sail to the left."""
    return (
        f'<g transform="translate({x:.0f} {y:.0f}) scale({size:.2f} {abs(size):.2f})">'
        '<path d="M-24-6q4 10 12 10h24q8-1 12-14l-10 4h-26l-8-4z" fill="#7a5430" stroke="#4a3018" stroke-width="1"/>'
        '<path d="M-20-3h38" stroke="#d9b36a" stroke-width="1.4"/>'
        '<path d="M-11-6v-34M4-6v-42M17-8v-26M-24-8l-11-8" stroke="#4a3018" stroke-width="1.6"/>'
        '<path d="M-18-12q7 5 14 0l-2-11q-5 3-10 0zM-16-25q5 3 10 0l-2-9q-3 2-6 0zM-4-12q8 6 16 0l-2-13q-6 '
        '4-12 0zM-2-27q6 4 12 0l-2-11q-4 2-8 0zM12-14q5 3 10 0l-1-9q-4 2-8 0z" '
        'fill="#fbf3de" stroke="#8a7350" stroke-width=".8"/>'
        '<path d="M4-48q4-4 9 0t9 0l-1 5q-4 3-8 0t-9 0z" fill="#c8443c"/>'
        '<path d="M4-46h9" stroke="#fff" stroke-width="1.4"/>'
        '<path d="M-30 4q5 4 10 0t10 0 10 0 10 0 10 0 10 0" fill="none" stroke="#eef6f3" stroke-width="2"/></g>'
    )


def rowing_boat(x: float, y: float, size: float, turn: float = 0.0) -> str:
    """A barge seen from above."""
    return (
        f'<g transform="translate({x:.0f} {y:.0f}) rotate({turn:.0f}) scale({size:.2f})">'
        '<path d="M-13 0q5-5 13-5t13 5q-5 5-13 5t-13-5z" fill="#8a6238" stroke="#4a3018" stroke-width="1"/>'
        '<path d="M-6-3.4v6.8M0-4v8M6-3.4v6.8" stroke="#4a3018" stroke-width=".9"/></g>'
    )


def windmill(x: float, y: float, size: float) -> str:
    """A mill on a bastion."""
    return (
        f'<g transform="translate({x:.0f} {y:.0f}) scale({size:.2f})">'
        '<path d="M-7 0l3-16h8l3 16z" fill="#e9dcc0" stroke="#5c4526" stroke-width="1"/>'
        '<path d="M-5-16q5-7 10 0z" fill="#9c4a34" stroke="#5c4526" stroke-width="1"/>'
        '<path d="M-14-31l28 26M14-31l-28 26" stroke="#5c4526" stroke-width="1.4"/>'
        '<path d="M-14-31l5 0 6 8-3 2zM14-31l0 5-9 6-2-3zM14-5l-5 0-6-8 3-2zM-14-5l0-5 9-6 2 3z" '
        'fill="#fbf3de" fill-opacity=".8" stroke="#5c4526" stroke-width=".6"/></g>'
    )


def church(x: float, y: float, size: float) -> str:
    """A church of brick with its tower, seen from the south."""
    return (
        f'<g transform="translate({x:.0f} {y:.0f}) scale({size:.2f})" stroke="#7a5636" stroke-width="1" '
        'stroke-linejoin="round" opacity=".85"><path d="M-8 0v-11h22v11z" fill="#e3bd92"/>'
        '<path d="M-8-11l4-8h14l4 8z" fill="#b9705a"/><path d="M-16 0v-22h8v22z" fill="#e9cba4"/>'
        '<path d="M-17-22l5-16 5 16z" fill="#7f98a0"/><path d="M-12-38v-5" fill="none"/>'
        '<path d="M-3-1v-5q2-4 4 0v5zM6-1v-5q2-4 4 0v5z" fill="#7a5636" stroke="none"/></g>'
    )
