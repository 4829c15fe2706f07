"""The address of a file that somebody asked for reaches his browser, also where his page begins to run anew."""

import asyncio
import threading
from types import SimpleNamespace
from typing import Any

import pytest
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.runtime.forward_msg_queue import ForwardMsgQueue

from dashboard.sent import Sent, ToldOnce


def waiting(queue: ForwardMsgQueue) -> ForwardMsgQueue:
    """With a part of a page, the answer to a click and the end of a run in it."""
    part, answer, end = ForwardMsg(), ForwardMsg(), ForwardMsg()
    part.delta.new_element.text.body = "of the run before"
    part.metadata.delta_path.extend((0, 1))
    answer.backend_operation_response.deferred_file.url = "/media/a.csv"
    end.script_finished = ForwardMsg.FINISHED_SUCCESSFULLY
    for message in (part, answer, end):
        queue.enqueue(message)
    return queue


def kinds(queue: ForwardMsgQueue) -> list[str | None]:
    return [message.WhichOneof("type") for message in queue.flush()]


@pytest.mark.parametrize("fragments", [None, ["a"]])
def test_an_answer_outlives_the_beginning_of_a_run_once(fragments: list[str] | None) -> None:
    queue = waiting(Sent())
    for _ in range(2):
        queue.clear(retain_lifecycle_msgs=True, fragment_ids_this_run=fragments)
    assert kinds(queue).count("backend_operation_response") == 1
    assert kinds(queue) == [], "what was sent is sent once"


def test_all_else_goes_and_stays_as_with_streamlit() -> None:
    for keep in (False, True):
        for fragments in (None, ["a"]):
            own, theirs = waiting(Sent()), waiting(ForwardMsgQueue())
            for queue in (own, theirs):
                queue.clear(keep, fragments)
            answer = "backend_operation_response"
            assert [k for k in kinds(own) if k != answer] == [k for k in kinds(theirs) if k != answer]


def test_a_part_that_comes_after_takes_its_place_in_the_page() -> None:
    """Streamlit remembers where in the queue each part of a page stands."""
    queue = waiting(Sent())
    queue.clear(retain_lifecycle_msgs=True)
    for body in ("first", "second"):
        part = ForwardMsg()
        part.delta.new_element.text.body = body
        part.metadata.delta_path.extend((0, 1))
        queue.enqueue(part)
    texts = [m.delta.new_element.text.body for m in queue.flush() if m.WhichOneof("type") == "delta"]
    assert texts == ["second"]


def test_streamlit_still_throws_it_away_by_itself() -> None:
    """Once it does not, `dashboard/sent.py` can go."""
    queue = waiting(ForwardMsgQueue())
    queue.clear(retain_lifecycle_msgs=True)
    assert "backend_operation_response" not in kinds(queue)


class Loop(ToldOnce):
    """What Streamlit's loop does with its queues, without a server."""

    def __init__(self) -> None:
        self.waiting: list[int] = []
        self.told = 0
        loop = asyncio.get_running_loop()
        self.objects: Any = SimpleNamespace(
            need_send_data=asyncio.Event(), eventloop=SimpleNamespace(call_soon_threadsafe=self._call)
        )
        self._own = loop

    def _get_async_objs(self) -> Any:
        return self.objects

    def _call(self, told: Any) -> None:
        self.told += 1
        self._own.call_soon_threadsafe(told)

    def say(self, many: int) -> None:
        for number in range(many):
            self.waiting.append(number)
            self._enqueued_some_message()


def test_the_loop_is_told_once_and_again_after_it_looked() -> None:
    async def run() -> list[int]:
        loop, told = Loop(), []
        for many in (1, 5, 5):
            loop.say(many)
            await asyncio.sleep(0)
            told.append(loop.told)
        loop.objects.need_send_data.clear()
        loop.say(1)
        return [*told, loop.told]

    assert asyncio.run(run()) == [1, 1, 1, 2]


def test_nothing_waits_that_the_loop_was_not_told_of() -> None:
    """Four threads speak while it looks: whatever they said is taken, and nothing is left when they are done."""

    async def run() -> int:
        loop, taken = Loop(), 0
        threads = [threading.Thread(target=loop.say, args=(3000,)) for _ in range(4)]
        for each in threads:
            each.start()
        while taken < 12_000:
            await asyncio.wait_for(loop.objects.need_send_data.wait(), 10)
            loop.objects.need_send_data.clear()
            while loop.waiting:
                loop.waiting.pop()
                taken += 1
        return taken

    assert asyncio.run(run()) == 12_000
