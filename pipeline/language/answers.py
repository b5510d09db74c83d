"""Answers as text: the form shown, and every other form that is accepted."""

from __future__ import annotations

import datetime
import re
import unicodedata
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from decimal import Context, Decimal, localcontext
from functools import lru_cache
from typing import Literal

from babel import Locale
from babel.dates import format_date
from babel.numbers import NumberFormatError, format_decimal, get_currency_name, parse_decimal
from babel.units import UnknownUnitError, format_compound_unit, format_unit

from pipeline.language.grammar import Grammar
from pipeline.values import Item, Precision, Quantity, Time, label_fault

_LEAP_YEAR = 2000
"""Stands in where the calendar library cannot count: before our era, after 9999."""

MOST_DIGITS = 3
"""Significant digits of an amount that is shown, unless it is a whole number."""

_AMOUNT = re.compile(r"[0-9][0-9.,\s]*(?=\s|$)")
_CURRENCY, _PER = "currency-", " per "
_EXACT = Context(prec=10_000)
_OTHERWISE = {
    "length-meter": ("length-foot", 1 / Decimal("0.3048")),
    "length-kilometer": ("length-mile", 1 / Decimal("1.609344")),
    "area-square-kilometer": ("area-square-mile", 1 / Decimal("2.589988110336")),
    "mass-kilogram": ("mass-pound", 1 / Decimal("0.45359237")),
    "duration-week": ("duration-day", Decimal(7)),
}
"""Unit -> another one that people give such amounts in, and how many of it make one; rounded to the whole."""

_ROUNDED_BY = Decimal("0.005")
"""What is further from the whole is not given in the other unit."""

"""Babel computes with the current context, whose default keeps 28 digits."""


@dataclass(frozen=True, slots=True, order=True)
class AnswerText:
    """An answer's shown form and all accepted forms, the shown one first; `item` is empty for literals."""

    shown: str
    accepted: tuple[str, ...]
    item: str = ""


class Answers:
    """Writes values in one language; `units` maps a unit's item to its CLDR id, `names` to its label.

    `broader` gives the items that are as true as an item (`pipeline.knowledge.beside`): their names are
    accepted too.
    """

    def __init__(
        self,
        grammar: Grammar,
        units: Mapping[str, str],
        names: Mapping[str, str],
        broader: Callable[[str], tuple[Item, ...]] = lambda _: (),
    ) -> None:
        self.grammar, self._units, self._names, self._broader = grammar, units, names, broader
        self._locale = Locale.parse(grammar.locale)
        self._texts: dict[Hashable, AnswerText] = {}

    def text(self, value: Item | Time | Quantity | str) -> AnswerText:
        """Return a value's forms."""
        known = _identity(value)
        if known not in self._texts:
            self._texts[known] = self._text(value)
        return self._texts[known]

    def _text(self, value: Item | Time | Quantity | str) -> AnswerText:
        match value:
            case Item():
                return self._item(value)
            case Time():
                forms = self._dates(value)
            case Quantity():
                with localcontext(_EXACT):
                    forms = self._quantities(value)
            case str():
                forms = [value]
        return AnswerText(forms[0], tuple(dict.fromkeys(forms)))

    def _item(self, item: Item) -> AnswerText:
        names = [name for true in (item, *self._broader(item.item)) for name in self._names_of(true)]
        return AnswerText(item.label, tuple(dict.fromkeys(names)), item.item)

    def _names_of(self, item: Item) -> list[str]:
        script = self.grammar.script
        aliases = (name for name in item.aliases if label_fault(name, script=script) is None)
        names = list(dict.fromkeys((item.label, *aliases)))
        names += [shorter for name in names if (shorter := self._shortened(name))]
        names += [other for name in names for other in self.grammar.answers.variants(name)]
        return [*names, *(unaccented(name) for name in names)]

    def _shortened(self, name: str) -> str:
        """Return a name without an ending that people leave out ("Gothic" for "Gothic architecture")."""
        endings = self.grammar.answers.endings
        return next((name.removesuffix(ending) for ending in endings if name.endswith(ending)), "")

    def _dates(self, time: Time) -> list[str]:
        """Forms at the precision held, then coarser ones: who knows the year only is right as well."""
        forms = self._with_era(self._written(time), time)
        match time.precision:
            case Precision.DAY:
                return [*forms, *self._dates(Time(time.year, time.month, 0, Precision.MONTH))]
            case Precision.MONTH:
                return [*forms, *self._dates(Time(time.year, 0, 0, Precision.YEAR))]
        return forms

    def _written(self, time: Time) -> list[str]:
        if time.precision >= Precision.MONTH:
            return self._calendar_forms(time)
        patterns: tuple[str, ...] = getattr(self.grammar.dates, time.precision.word)
        return [self._counted(pattern, time) for pattern in patterns]

    def _with_era(self, forms: list[str], time: Time) -> list[str]:
        dates = self.grammar.dates
        if time.is_bce:
            return [pattern.format(date=form) for form in forms for pattern in dates.bce]
        if time.precision >= Precision.YEAR and time.year < dates.early_before:
            return [pattern.format(date=form) for pattern in dates.early for form in forms]
        return forms

    def _counted(self, pattern: str, time: Time) -> str:
        dates = self.grammar.dates
        return (
            pattern.replace("y", str(time.year_of_era))
            if "{" not in pattern
            else pattern.format(
                decade=time.decade,
                century=dates.ordinal(time.century),
                millennium=dates.ordinal(time.millennium),
            )
        )

    def _calendar_forms(self, time: Time) -> list[str]:
        dates = self.grammar.dates
        word = time.precision.word
        patterns: tuple[str, ...] = getattr(dates, f"{word}_bce" if time.is_bce else word)
        day = datetime.date(_LEAP_YEAR, time.month, time.day or 1)
        year = str(time.year_of_era)
        return [
            format_date(day, pattern.replace("y", "'@'"), locale=self._locale).replace("@", year)
            for pattern in patterns
        ]

    def _quantities(self, quantity: Quantity) -> list[str]:
        """Long form, symbol form, both also without grouping; a bare number only where there is no unit.

        More digits than anyone would say are rounded away; the exact amount is accepted too.
        """
        shown = quantity.rounded(MOST_DIGITS)
        forms = self._exact_forms(shown)
        exact = [] if shown == quantity else self._exact_forms(quantity)
        return [*forms, *exact, *self._elsewhere(quantity)]

    def _elsewhere(self, quantity: Quantity) -> list[str]:
        """Return the amount in the unit that others would give it in: feet for meters, days for weeks."""
        other, ratio = _OTHERWISE.get(self._units.get(quantity.unit, ""), ("", Decimal(1)))
        item = next((item for item, unit in self._units.items() if unit == other), "") if other else ""
        if not item:
            return []
        whole = Decimal(round(quantity.amount * ratio))
        near = abs(whole - quantity.amount * ratio) <= abs(whole) * _ROUNDED_BY
        return self._exact_forms(Quantity(whole, item)) if whole and near else []

    def _exact_forms(self, quantity: Quantity) -> list[str]:
        plain, grouped = quantity.plain, self.number(quantity.amount)
        word = dict(enumerate(self.grammar.answers.numerals)).get(int(plain)) if plain.isdecimal() else None
        spelt = [grouped, plain, *([word] if word else [])]
        if not self._units.get(quantity.unit, quantity.unit):
            return spelt
        long, short = self._with_unit(quantity, "long"), self._with_unit(quantity, "short")
        forms = [form.replace(grouped, plain) for form in (long, short)]
        return [long, forms[0], short, forms[1], *(long.replace(grouped, word, 1) for word in spelt[2:])]

    def compared(self, text: str) -> str:
        """Return a text as options are compared: in normal form, an amount at its beginning as a number."""
        amount = _AMOUNT.match(text)
        try:
            number = parse_decimal(amount[0], locale=self._locale) if amount else None
        except NumberFormatError:
            number = None
        if amount is None or number is None:
            return normal_form(text)
        return f"{number.normalize():f} {normal_form(text[amount.end() :])}"

    def amount_of(self, text: str) -> Decimal | None:
        """Return the amount at the beginning of a text; None if there is none."""
        sign, rest = text[:1] == "-", text.removeprefix("-")
        found = _AMOUNT.match(rest)
        try:
            amount = parse_decimal(found[0].strip(), locale=self._locale) if found else None
        except NumberFormatError:
            return None
        return -amount if sign and amount is not None else amount

    def number(self, number: Decimal) -> str:
        """Return a number with the language's grouping, with all its digits."""
        with localcontext(_EXACT):
            text: str = format_decimal(number, _pattern(number), locale=self._locale)
        return text

    def _with_unit(self, quantity: Quantity, length: Literal["long", "short"]) -> str:
        unit = self._units.get(quantity.unit)
        amount, locale = quantity.amount, self._locale
        if unit is None:
            return self._with_label(quantity)
        pattern = _pattern(amount)
        try:
            if unit.startswith(_CURRENCY):
                code = unit.removeprefix(_CURRENCY)
                name: str = get_currency_name(code, count=amount, locale=locale)
                return f"{self.number(amount)} {name}"
            if _PER in unit:
                above, _, below = unit.partition(_PER)
                text = format_compound_unit(
                    amount, above, denominator_unit=below, length=length, format=pattern, locale=locale
                )
            else:
                text = format_unit(amount, unit, length=length, format=pattern, locale=locale)
        except UnknownUnitError:
            text = None
        return text or self._with_label(quantity)

    def _with_label(self, quantity: Quantity) -> str:
        name = self._names[quantity.unit]
        if not name:
            raise ValueError(f"the unit {quantity.unit} has no label")
        return f"{self.number(quantity.amount)} {name}"


def _identity(value: Item | Time | Quantity | str) -> Hashable:
    """Return what the text of a value depends on: of equal amounts (1 and 1.0) also how they are written."""
    match value:
        case Item():
            return value.item, value.label, value.aliases
        case Quantity():
            return str(value.amount), value.unit
    return value


def _pattern(number: Decimal) -> str:
    """Return the CLDR pattern that groups a number and keeps all its digits."""
    exponent = number.as_tuple().exponent
    places = -exponent if isinstance(exponent, int) and exponent < 0 else 0
    return "#,##0" + ("." + "#" * places if places else "")


_BARE_LETTERS = str.maketrans({"ł": "l", "Ł": "L", "ø": "o", "Ø": "O", "đ": "d", "Đ": "D", "ı": "i"})


def unaccented(text: str) -> str:
    """Return a text as one types it on a plain keyboard: "Kenzo Tange" for "Kenzō Tange"."""
    bare = unicodedata.normalize("NFD", text.translate(_BARE_LETTERS))
    return unicodedata.normalize("NFC", "".join(char for char in bare if not unicodedata.combining(char)))


@lru_cache(maxsize=200_000)
def normal_form(text: str) -> str:
    """Return a text as answers are compared: case folded, without marks, white space reduced."""
    folded = unicodedata.normalize("NFC", text).replace("İ", "I").casefold()
    return " ".join(re.sub(r"[^\w\s.]", " ", folded).split())
