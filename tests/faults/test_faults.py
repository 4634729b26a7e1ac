"""The list of seeded faults fits the source: each has its place, and tests that are to catch it."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.faults.seeded import ROOT, VITEST, Fault, read_faults

PARTS = {"engine", "views", "records", "bots", "store", "protocol", "environments", "gpu", "page"}


@pytest.mark.parametrize("fault", read_faults(), ids=lambda fault: fault.name)
def test_a_fault_has_its_place_in_the_source_and_tests_that_are_to_catch_it(fault: Fault) -> None:
    text = (ROOT / fault.file).read_text("utf-8")
    assert fault.seeded(text) != text
    assert fault.tests
    assert all(path == VITEST or (ROOT / path).exists() for path in fault.tests)


def test_there_are_faults_in_every_part_and_no_name_twice() -> None:
    faults = read_faults()
    assert len(faults) >= 60
    assert {fault.part for fault in faults} == PARTS
    assert max(Counter(fault.name for fault in faults).values()) == 1
