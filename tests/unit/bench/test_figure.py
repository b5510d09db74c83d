"""The figure of growth."""

from __future__ import annotations

import re
from xml.etree import ElementTree

from pipeline.bench.figure import growth_figure


def test_points_stand_in_their_order_and_carry_their_values() -> None:
    figure = growth_figure({"seconds": [(100, 2.0), (1_000, 9.0)]})
    ElementTree.fromstring(figure)
    (x, y), (further, higher) = re.findall(r'<circle cx="([\d.]+)" cy="([\d.]+)"', figure)
    assert float(x) < float(further)
    assert float(y) > float(higher)
    assert ">9<" in figure and ">1,000<" in figure
