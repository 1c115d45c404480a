"""What the answer to a click brings along besides the view: log lines, the reach of what is in hand, overlays."""

from __future__ import annotations

from ostfront.core.errors import OstfrontError
from ostfront.core.page.log import log
from ostfront.core.page.table import Overlay, table_of
from ostfront.core.play.view import View
from ostfront.server.messages import Along, AlongRequest, LogResponse, Refused
from ostfront.server.seat_view import EncodedView

REACH = "reach"
MOST_OVERLAYS = 30


def sent_along(encoded: EncodedView, view: View, moment: int, wanted: AlongRequest) -> Along:
    """Everything in it is made from the seat's view, by the functions that answer single questions."""
    if len(wanted.overlays) > MOST_OVERLAYS:
        raise Refused(400, "malformed", f"At most {MOST_OVERLAYS} overlays are sent along.")
    # lines up to the checkpoint never change; at the end every line may
    start = 0 if encoded.over else max(0, min(wanted.log, encoded.checkpoint))
    overlays = [_overlay(view, one.id, one.about or encoded.in_hand) for one in wanted.overlays]
    return Along(
        LogResponse(start, moment, log(view, start)),
        _overlay(view, REACH, encoded.in_hand) if encoded.in_hand else None,
        [one for one in overlays if one is not None],
    )


def _overlay(view: View, id: str, about: str) -> Overlay | None:
    """None if there is no such overlay, or nothing to show of it now: the click is answered all the same."""
    try:
        found: Overlay = table_of(view.rules).overlay(view, id, about)
    except OstfrontError:
        return None
    return found
