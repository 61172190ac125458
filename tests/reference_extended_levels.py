"""Ribs and vertebrae that words number, for the oracle of the extended method: method §10.1 in plain loops."""

import re

RIBS = (
    "first", "second", "third", "fourth", "fifth", "sixth",
    "seventh", "eighth", "ninth", "tenth", "eleventh", "twelfth",
)  # fmt: skip
RANGE_JOINERS = ("-", "–", "—", "to", "through", "thru")
LIST_JOINERS = (",", "/", "&", "and")


SPACES = {"interspace", "interspaces", "intercostal", "ics"}


def rib_numbers(span, of_a_device):
    """Ribs that the words number, where they speak of ribs: numbers in runs, with all between the ends of a range.

    A device may lie by a space between ribs as well: "the fourth intercostal space".
    """
    words = re.findall(r"[0-9]+(?:\.[0-9]+)+|[a-z0-9_]+|[-–—,/&.]", span.lower())
    spoken_of = {"rib", "ribs"} | (SPACES if of_a_device else set())
    if not spoken_of & set(words):
        return frozenset()
    found, k = set(), 0
    while k < len(words):
        run, after = number_run(words, k)
        if not run:
            k += 1
            continue
        behind_rib = k > 0 and words[k - 1] in ("rib", "ribs")
        if behind_rib or any(not word.isdigit() for _, word, _ in run):
            for place, (number, _, is_range) in enumerate(run):
                found.add(number)
                if is_range and run[place - 1][0] < number:
                    found.update(range(run[place - 1][0], number))
        k = after
    return frozenset(found)


def number_run(words, k):
    """The numbers joined to each other from word k: (number, word, ends a range), and the place behind the last."""
    run, is_range = [], False
    while k < len(words) and rib_number(words[k]) is not None:
        run.append((rib_number(words[k]), words[k], is_range))
        after = k + 1
        joiner = k + 1
        if words[joiner : joiner + 2] == [",", "and"]:
            joiner += 1
        known = words[joiner] if joiner < len(words) else ""
        if known not in RANGE_JOINERS and known not in LIST_JOINERS:
            return run, after
        following = joiner + 1
        if words[following : following + 1] == ["the"]:
            following += 1
        if following >= len(words) or rib_number(words[following]) is None:
            return run, after
        k, is_range = following, known in RANGE_JOINERS
    return run, k


def rib_number(word):
    """Number of a rib that a word is: "tenth", "10th", "10"; else None."""
    if word in RIBS:
        return RIBS.index(word) + 1
    figures = re.fullmatch(r"(\d+)(st|nd|rd|th)?", word)
    if figures and not word.startswith("0") and int(figures[1]) <= 12:
        return int(figures[1])
    return None


def vertebrae(span):
    """Vertebrae that the words name, each as its place in the canonical order of levels; those between two too."""
    words = re.findall(r"[ctdl]-?\d{1,2}(?![a-z0-9_])|[a-z0-9_]+|[^\sa-z0-9_]", span.lower())
    found = set()
    for k, word in enumerate(words):
        name = vertebra(word)
        if name is None:
            continue
        part, number = name
        numbers = {number}
        if words[k + 1 : k + 2] and words[k + 1] in RANGE_JOINERS:
            following = [w for w in words[k + 2 : k + 4] if w != "the"][:1]
            last = following and (vertebra(following[0]) or vertebra(part + following[0]))
            if last and last[0] == part and last[1] >= number:
                numbers = set(range(number, last[1] + 1))
            elif last and last[0] == part:
                numbers.add(last[1])
        if words[k + 1 : k + 2] == ["/"] and words[k + 2 : k + 3]:
            last = vertebra(words[k + 2]) or vertebra(part + words[k + 2])
            numbers |= {last[1]} if last and last[0] == part else set()
        before, most = {"t": (12, 12), "d": (12, 12), "l": (24, 5), "c": (29, 7)}[part]
        found.update(before + n for n in numbers if n <= most)
    return frozenset(found)


def vertebra(word):
    """Part of the spine and number of a vertebra's name: "t8", "t-8"; else None."""
    name = re.fullmatch(r"([ctdl])-?(\d{1,2})", word)
    if name and not name[2].startswith("0") and int(name[2]) <= 12:
        return name[1], int(name[2])
    return None
