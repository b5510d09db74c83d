"""The frame of figures: well-formed, of the size that was asked for, and text that cannot be markup."""

from __future__ import annotations

from xml.etree import ElementTree

from pipeline.base.svg import dot, framed, polyline, text

SVG = "{http://www.w3.org/2000/svg}"


def test_elements_stand_in_a_frame_of_the_size_on_a_white_ground() -> None:
    parts = [text(1, 2, "a"), dot(3, 4, "red"), polyline([(0, 0), (1.26, 2)], "blue")]
    root = ElementTree.fromstring(framed(parts, width=30, height=20, font_size=9))
    assert (root.get("width"), root.get("height"), root.get("font-size")) == ("30", "20", "9")
    ground, *rest = root
    assert ground.get("fill") == "white"
    assert [element.tag.removeprefix(SVG) for element in rest] == ["text", "circle", "polyline"]
    assert rest[2].get("points") == "0.0,0.0 1.3,2.0"


def test_text_is_escaped_and_has_its_attributes() -> None:
    element = ElementTree.fromstring(text(1, 2, '<b>&"', text_anchor="end"))
    assert (element.text, element.get("text-anchor")) == ('<b>&"', "end")


def test_a_frame_without_elements_is_a_figure_too() -> None:
    assert len(ElementTree.fromstring(framed([], width=1, height=1))) == 1
