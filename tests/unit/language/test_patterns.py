import pytest
from jinja2 import UndefinedError
from jinja2.sandbox import ImmutableSandboxedEnvironment

from pipeline.language.patterns import pattern

WORDS = {"o": "the dog", "is": "is"}


@pytest.mark.parametrize(
    "source",
    [
        "",
        "sits",
        "{{ o }}",
        "that {{ o }} {{is}} on",
        "two lines\n\n{{ o }}\n",
        "{# not said #}that {{ o }}{{ o }} {{- is }}",
        "{{ o }}{{ ' with a text' }}",
        "{{ o | upper }}",
        "{% if is == 'is' %}one{% else %}several{% endif %}",
        "{% raw %}{{ o }}{% endraw %}",
    ],
)
def test_patterns_are_filled_as_jinja_fills_them(source: str) -> None:
    expected = ImmutableSandboxedEnvironment().from_string(source).render(WORDS)
    assert pattern(source).render(WORDS) == expected


def test_variables_are_named() -> None:
    assert pattern("{{ o }} {{ is }} {{ o }}").variables == {"o", "is"}
    assert pattern("{% for part in o %}{{ part }}{% endfor %}").variables == {"o"}


def test_what_nothing_fills_is_an_error_that_names_it() -> None:
    with pytest.raises(UndefinedError, match="'y' is undefined"):
        pattern("{{ o }} {{ y }}").render(WORDS)
