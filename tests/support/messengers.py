"""Links as changed by messaging apps and people."""

import re
from base64 import b64encode
from binascii import b2a_qp
from collections.abc import Callable
from urllib.parse import quote

#: Text that may follow a link: punctuation, quotation marks of several languages, invisible characters, whitespace.
_ENDS = (
    *(".", ")", "]", "!)", "?", "...", "'", ">", '">', "**", "\\", ";"),
    *"\u3002\u300d\u300b\uff01\uff0c\u2026\u201d\u2019\u00bb\u200b\ufeff",
    *("\n", " and so on", "\xa0", "\nSee you", "%20", "%0A", "%E3%80%82", "%E3%80"),
)
#: Changes of a link, by description.
CHANGES: dict[str, Callable[[str], str]] = {
    "as it is": str,
    "encoded": lambda link: quote(link, safe=""),
    "encoded except for the first character": lambda link: link[0] + quote(link[1:], safe=""),
    "encoded twice": lambda link: quote(quote(link, safe=""), safe=""),
    "encoded three times": lambda link: quote(quote(quote(link, safe=""), safe=""), safe=""),
    "equals signs encoded": lambda link: link.replace("=", "%3D"),
    "equals signs encoded twice": lambda link: link.replace("=", "%253d"),
    "HTML": lambda link: link.replace("&", "&amp;"),
    "HTML twice": lambda link: link.replace("&", "&amp;amp;"),
    "capitals": lambda link: re.sub(r"(?<=[?&#])\w+", lambda name: name[0].title(), link),
    "tracked": lambda link: f"?fbclid=IwAR0-x&utm_source=id{link.replace('?', '&', 1)}",
    "tracked at the end": lambda link: f"{link}&utm_source=a&ref=daily&fbclid=IwY2x",
    "tracked after another question mark": lambda link: f"{link}?utm_campaign=id-1",
    "in a mail's source": lambda link: b2a_qp(f"Look: https://x.example/{link} now".encode()).decode(),
    "redirected": lambda link: f"https://l.example/?u={quote('https://x.example/' + link, safe='')}&h=AT0&s=1",
    **{f"before {end!r}": f"{{}}{end}".format for end in _ENDS},
    "after invisible characters": "\u200b\u2060{}".format,
    "with invisible characters": lambda link: re.sub(r"(\w{9})", "\\1\u200b\xad", link),
    "Markdown": "[a game](https://x.example/{}) for you".format,
    "an HTML element": '<p><a href="https://x.example/{}">a game</a></p>'.format,
    "in parentheses": "(https://x.example/{}).".format,
    "in angle brackets": "<https://x.example/{}>".format,
    "in a forum": "[url=https://x.example/{0}]https://x.example/{0}[/url]".format,
    "in a forum with a text": "[url=https://x.example/{}]Beat me[/url]".format,
    "in a wiki": "[https://x.example/{} a game]".format,
    "in a chat": "<https://x.example/{}|Beat me> today".format,
    "in a chat as its own text": "<https://x.example/{0}|https://x.example/{0}>".format,
    "escaped": lambda link: re.sub(r"([^\w\s%])", r"\\\1", f"https://x.example/{link}"),
    "redirected in Outlook's filter": lambda link: CHANGES["in Outlook's filter"](
        f"https://www.google.example/url?q={quote('https://x.example/' + link, safe='')}&sa=D&source=mail&usg=AOv"
    ),
    "in Outlook's filter": lambda link: (
        f"https://eur01.safelinks.protection.outlook.com/?url={quote('https://x.example/' + link, safe='')}"
        "&data=05%7C02%7C%7C0&sdata=a%2Fb%3D&reserved=0"
    ),
    "in Proofpoint's filter": lambda link: (
        "https://urldefense.proofpoint.com/v2/url?u="
        + quote(f"https://x.example/{link}", safe="")
        .replace("-", "%2D")
        .replace("_", "%5F")
        .replace("%2F", "_")
        .replace("~", "%7E")
        .replace("%", "-")
        + "&d=DwMFaQ&c=x&r=y&m=z&s=w&e="
    ),
    "in Proofpoint's other filter": lambda link: (
        f"https://urldefense.com/v3/__https://x.example/{link.replace('#', '*')}__;{'Iw' * ('#' in link)}!!Ab!X_w$"
    ),
    "in a filter with base 64": lambda link: (
        "https://eu-central-1.protection.example.com?d=x.example&u="
        + b64encode(f"https://x.example/{link}".encode()).decode()
        + "&p=m&i=NWZm&t=x&h=y&s=z"
    ),
}
