"""Whose address an address is: nobody enters under one that merely looks, or folds, like a listed one."""

import pytest

from dashboard import signing_in


@pytest.mark.parametrize(
    ("listed", "came", "same"),
    [
        ("ann@example.org", " Ann@Example.ORG ", True),
        ("weiß@example.org", "weiß@example.org", True),
        ("weiß@example.org", "weiss@example.org", False),
        ("weiss@example.org", "weiß@example.org", False),
        ("ken@example.org", "\N{KELVIN SIGN}en@example.org", False),
        ("ık@example.org", "ik@example.org", False),
    ],
)
def test_an_address_is_another_one_unless_only_the_case_of_plain_letters_differs(
    listed: str, came: str, same: bool
) -> None:
    staff = signing_in.Staff({signing_in.folded(listed): "Ann"})
    user = {"is_logged_in": True, "email": came, "email_verified": True}
    assert staff.who(user) == ("Ann" if same else None)
