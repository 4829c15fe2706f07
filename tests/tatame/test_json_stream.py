"""A document written piece by piece has the bytes that it has written at once."""

import json

from hypothesis import given
from hypothesis import strategies as st

from tatame import json_stream

values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)
objects = st.dictionaries(st.text(max_size=5).map("a{}".format), values, max_size=3)


@given(objects, st.lists(values, max_size=4), objects)
def test_it_is_what_json_makes_of_the_whole(
    head: dict[str, object], items: list[object], tail: dict[str, object]
) -> None:
    after = {f"z{name}": value for name, value in tail.items()}
    whole = json.dumps({**head, "list": items, **after}, ensure_ascii=False, indent=1) + "\n"
    assert "".join(json_stream.document(head, "list", items, lambda: after)) == whole


def test_what_comes_last_is_asked_for_last() -> None:
    seen: list[int] = []
    items = (seen.append(n) or n for n in range(3))  # type: ignore[func-returns-value]
    text = "".join(json_stream.document({}, "list", items, lambda: {"seen": len(seen)}))
    assert json.loads(text) == {"list": [0, 1, 2], "seen": 3}
