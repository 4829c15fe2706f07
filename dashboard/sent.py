"""What waits to be sent to one browser: the address of a file outlives the beginning of another run.

Where a page begins to run anew, Streamlit throws away what it has not sent yet of the run before. The answer to a click
on the button of a file is no part of any run, and nothing would be said a second time: the click would do nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from streamlit.runtime import Runtime
from streamlit.runtime.forward_msg_queue import ForwardMsgQueue

if TYPE_CHECKING:
    from streamlit.proto.ForwardMsg_pb2 import ForwardMsg


class Sent(ForwardMsgQueue):
    """Streamlit's own, which keeps the answers to what a browser asked for beside the page."""

    def clear(self, retain_lifecycle_msgs: bool = False, fragment_ids_this_run: list[str] | None = None) -> None:
        """As Streamlit's; where it keeps anything, the answers too, before all the rest."""
        answers = [one for one in self._queue if _answers(one)] if retain_lifecycle_msgs else []
        super().clear(retain_lifecycle_msgs, fragment_ids_this_run)
        self._queue = [*answers, *(one for one in self._queue if not _answers(one))]


class ToldOnce(Runtime):
    """Streamlit's own, whose loop is told once that something waits.

    It takes whatever waits for anybody each time, but every message woke it: it then asked for the interpreter, dozens
    of times a page, while that page was computed.
    """

    def _enqueued_some_message(self) -> None:
        """By any thread, after the message was put in its queue; the loop forgets that it was told before it looks."""
        if not self._get_async_objs().need_send_data.is_set():
            super()._enqueued_some_message()


def _answers(message: ForwardMsg) -> bool:
    return message.WhichOneof("type") == "backend_operation_response"
