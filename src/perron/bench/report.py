"""A report: what was measured on what, as a table or as JSON."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field

from rich.console import Console
from rich.table import Table

from perron.bench.clock import Measurement

BUSY = 0.5
"""The load of a machine on which other programs take a share of the cores."""


def _number(value: float) -> str:
    """Three digits that matter."""
    if value >= 1e6:
        return f"{value / 1e6:,.2f} M"
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


@dataclass(frozen=True, slots=True)
class Report:
    """All measurements of one run."""

    machine: dict[str, str]
    measurements: list[Measurement]
    missing: list[str] = field(default_factory=list)
    """What was not measured because it is not installed."""

    def to_json(self) -> str:
        """The report for programs."""
        measurements = [{**asdict(one), "spread": round(one.spread, 4)} for one in self.measurements]
        found = {"machine": self.machine, "measurements": measurements, "missing": self.missing}
        return json.dumps(found, indent=1, ensure_ascii=False) + "\n"

    def show(self, console: Console) -> None:
        """Print the report for people."""
        console.print(", ".join(f"{name} {value}" for name, value in self.machine.items()), highlight=False)
        if float(self.machine.get("load before", 0)) > BUSY:
            console.print("Other programs were busy before this began: a quiet machine gives higher numbers.")
        for group in dict.fromkeys(one.group for one in self.measurements):
            table = Table(title=group, title_justify="left", title_style="bold")
            table.add_column("what")
            table.add_column("median", justify="right", no_wrap=True)
            table.add_column("unit", no_wrap=True)
            table.add_column("spread", justify="right", no_wrap=True)
            table.add_column("runs", justify="right", no_wrap=True)
            for one in self.measurements:
                if one.group == group:
                    spread = f"{100 * one.spread:.0f} %" if one.runs > 1 else "–"
                    table.add_row(one.name, _number(one.median), one.unit, spread, str(one.runs))
            console.print(table)
        if self.missing:
            console.print(f"Not installed, and so not measured: {', '.join(self.missing)}.", markup=False)
