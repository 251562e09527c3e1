"""Write ``py/words/cldr.json``, with each language's rules for lists, dates, and numbers from Unicode's CLDR.

Run ``python3 py cldr`` after adding a language. A test compares the file with the output of this module.
"""

from __future__ import annotations

import json
import sys
from datetime import date
from pathlib import Path

from babel import Locale
from babel.core import get_global
from babel.dates import format_date, format_skeleton

from words import LANGUAGES

FILE = Path(__file__).parents[1] / "words" / "cldr.json"
#: The page counts only numbers below this one.
MOST = 1000
#: The year and day of a date whose numbers can be told apart in the formatted text.
YEAR, DAY = 2001, 15


def general(language: str) -> dict[str, str]:
    """Return the texts that CLDR adds to the catalog of a language, as in the country with the most speakers."""
    _, _, country = str(get_global("likely_subtags")[language]).split("_")
    locale = Locale(language, country)
    months = range(1, 13)
    lists = locale.list_patterns["standard"]
    alternatives = locale.list_patterns["or"]
    if lists["start"] != lists["middle"]:
        message = f"{FILE.name} has one pattern for the start and the middle of lists, and {language} needs two."
        raise ValueError(message)
    forms = {f"cldr.plural.{count}": locale.plural_form(count) for count in range(MOST)}
    return {
        **{f"language.{code}": str(Locale(code).get_display_name()).capitalize() for code in LANGUAGES},
        **{key: form for key, form in forms.items() if form != "other"},
        "cldr.list.two": pattern(lists["2"]),
        "cldr.list.middle": pattern(lists["middle"]),
        "cldr.list.end": pattern(lists["end"]),
        "cldr.or.two": pattern(alternatives["2"]),
        "cldr.or.end": pattern(alternatives["end"]),
        "cldr.decimal": locale.number_symbols["latn"]["decimal"],
        **{f"cldr.date.{month}": of_a_day(format_date(date(YEAR, month, DAY), "long", locale)) for month in months},
        **{
            f"cldr.month.{month}": of_a_day(format_skeleton("yMMMM", date(YEAR, month, DAY), locale=locale))
            for month in months
        },
        "cldr.first-weekday": str(locale.first_week_day),
        **{f"cldr.weekday.{day}": name for day, name in locale.days["stand-alone"]["short"].items()},
    }


def pattern(text: str) -> str:
    """Return CLDR's pattern of a list with the placeholders of our catalog."""
    return text.replace("{0}", "{first}").replace("{1}", "{last}")


def of_a_day(text: str) -> str:
    """Return a formatted date with placeholders for its year and day."""
    return text.replace(str(YEAR), "{year}").replace(str(DAY), "{day}")


def written() -> str:
    """Return the content of the file."""
    return json.dumps({language: general(language) for language in LANGUAGES}, ensure_ascii=False, indent=2) + "\n"


def main() -> None:
    """Write the file."""
    FILE.write_text(written(), encoding="utf-8")
    sys.stdout.write(f"{len(LANGUAGES)} languages are in {FILE.relative_to(FILE.parents[2])}.\n")


if __name__ == "__main__":
    main()
