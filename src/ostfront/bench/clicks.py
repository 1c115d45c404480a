"""What is needed of a view to click: reading all of it would take time from the servers that are measured."""

from __future__ import annotations

import msgspec


class ClickGroup(msgspec.Struct):
    verb: str
    text: str
    targets: list[str]
    paths: list[list[str]]


class ClickQuestion(msgspec.Struct):
    groups: list[ClickGroup]


class ClickDraft(msgspec.Struct):
    after: int
    actions: list[str]


class ClickView(msgspec.Struct):
    """A view, as far as somebody reads it who clicks at random."""

    asked: list[ClickQuestion]
    draft: ClickDraft
    etag: str = ""
    moment: int = 0


def actions_in(view: ClickView) -> list[str]:
    """Every action that a view offers."""
    found: list[str] = []
    for question in view.asked:
        for group in question.groups:
            found += [group.text] if group.text else []
            found += [f"{group.verb} {target}" for target in group.targets]
            found += [" ".join([group.verb, *path]) for path in group.paths]
    return found
