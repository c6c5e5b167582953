"""Who a bot is: its name, its token, and how long that is good for."""

import pytest

from referee.error import UsageError
from referee.identifier import BotName
from referee.server.identity import Identities, Token, check_bot_name, hashed
from referee.server.sentence import ServerSentence
from referee.server.until import moment
from tests.errors import raises


def call(token: str) -> tuple[tuple[str, str], ...]:
    """The metadata of a call with a token."""
    return (("user-agent", "x"), ("authorization", f"Bearer {token}"))


class TestNames:
    """One published pattern: what could steer a page or a terminal, or pass for another, is out."""

    @pytest.mark.parametrize("name", ["a", "Deep Red", "R2-D2", "v1.0_x", "x" * 40])
    def test_a_plain_name_is_taken(self, name: str) -> None:
        assert check_bot_name(name) == name

    @pytest.mark.parametrize(
        "name",
        [
            "",
            " ",
            " a",
            "a ",
            "-a",
            "a.",
            "x" * 41,
            "x" * 10_000,
            "<b>a</b>",
            "a&amp;b",
            "[a](b)",
            "a\x1b[31m",
            "a\nb",
            "a\0b",
            "a\u202eb",
            "a\u200bb",
            "\u0430lpha",
            "\uff41",
            "e\u0301",
            "../../etc",
            "a/b",
            "a|b",
            "=1+1",
            "a\n",
        ],
    )
    def test_a_deceptive_or_harmful_name_is_refused(self, name: str) -> None:
        with raises(UsageError, ServerSentence.NO_BOT_NAME, name=name[:60]) as refused:
            check_bot_name(name)
        assert str(refused.value).isprintable()
        assert len(str(refused.value)) < 500

    def test_a_token_stands_for_no_other_name(self) -> None:
        identities = Identities()
        for name in ("<b>", "x" * 41):
            with pytest.raises(UsageError):
                identities.admit(BotName(name))
            with pytest.raises(UsageError):
                identities.replace({BotName(name): Token(hashed("t"))})
        assert identities.holder(call("t")) is None


class TestTokens:
    """A token is good for one bot, until it is taken back or its last day is over."""

    def test_it_is_one_only_behind_the_word_bearer(self) -> None:
        identities = Identities()
        token = identities.admit(BotName("a"))
        for value in (token, f"bearer {token}", f"Digest {token}", f"Bearer{token}"):
            assert identities.holder((("authorization", value),)) is None

    def test_a_token_names_its_bot_and_no_other(self) -> None:
        identities = Identities()
        a, b = identities.admit(BotName("a")), identities.admit(BotName("b"))
        found = [identities.holder(call(token)) for token in (a, b)]
        assert [credential.bot for credential in found if credential] == ["a", "b"]

    @pytest.mark.parametrize(
        "metadata",
        [
            (),
            (("authorization", ""),),
            (("authorization", "Bearer "),),
            (("authorization", "Basic secret"),),
            (("authorization", b"Bearer secret"),),
            (("x", "Bearer secret"),),
            (("authorization", f"Bearer {hashed('secret')}"),),
            (("authorization", "Bearer secret "),),
            (("authorization", "Bearer s\u00e9cret"),),
        ],
    )
    def test_anything_else_names_nobody(
        self, metadata: tuple[tuple[str, str | bytes], ...]
    ) -> None:
        identities = Identities()
        identities.add(BotName("a"), "secret")
        assert identities.holder(metadata) is None

    def test_no_token_is_kept_and_no_hash_of_one_that_could_be_compared(self) -> None:
        identities = Identities()
        token = identities.admit(BotName("a"))
        kept = repr(vars(identities))
        assert token not in kept
        assert repr(bytes.fromhex(hashed(token)))[2:-1] not in kept

    def test_an_invalid_hash_is_refused(self) -> None:
        identities = Identities()
        for wrong in ("", "00", "g" * 64, "A" * 64):
            with raises(UsageError, ServerSentence.TOKEN_NOT_HASHED):
                identities.replace({BotName("a"): Token(wrong)})

    def test_a_token_is_good_to_the_end_of_its_last_day(self) -> None:
        now = [moment("2030-12-31T23:59:59Z")]
        identities = Identities(lambda: now[0])
        identities.replace({BotName("a"): Token(hashed("t"), moment("2030-12-31"))})
        credential = identities.holder(call("t"))
        assert credential is not None
        assert identities.accepts(credential)
        now[0] = moment("2031-01-01T00:00:00Z")
        assert identities.holder(call("t")) is None
        assert not identities.accepts(credential)

    def test_a_token_that_was_replaced_is_good_until_its_end_beside_the_new_one(self) -> None:
        now = [moment("2030-06-01T11:59:59Z")]
        identities = Identities(lambda: now[0])
        old = Token(hashed("old"), moment("2030-06-01T12:00:00Z"))
        identities.replace({BotName("a"): Token(hashed("new"), old=old)})
        both = [identities.holder(call(token)) for token in ("old", "new")]
        assert [one and one.bot for one in both] == ["a", "a"]
        now[0] = moment("2030-06-01T12:00:00Z")
        assert [one and identities.accepts(one) for one in both] == [False, True]
        assert identities.holder(call("old")) is None

    def test_a_revoked_token_is_refused_though_it_has_not_expired(self) -> None:
        identities = Identities()
        identities.replace({BotName("a"): Token(hashed("t"), revoked=moment("2026-01-01"))})
        assert identities.holder(call("t")) is None

    def test_another_list_takes_tokens_back_and_leaves_those_that_stay(self) -> None:
        identities = Identities()
        launched = identities.admit(BotName("local"))
        identities.replace({BotName("a"): Token(hashed("1")), BotName("b"): Token(hashed("2"))})
        held = [identities.holder(call(token)) for token in ("1", "2", launched)]
        identities.replace({BotName("a"): Token(hashed("1")), BotName("b"): Token(hashed("3"))})
        assert [bool(one and identities.accepts(one)) for one in held] == [True, False, True]
        assert identities.holder(call("2")) is None
        found = identities.holder(call("3"))
        assert found is not None
        assert found.bot == "b"

    def test_a_token_that_now_stands_for_another_bot_is_not_accepted_for_the_first(self) -> None:
        identities = Identities()
        identities.replace({BotName("a"): Token(hashed("1"))})
        held = identities.holder(call("1"))
        assert held is not None
        identities.replace({BotName("b"): Token(hashed("1"))})
        assert not identities.accepts(held)

    def test_a_list_that_cannot_be_leaves_the_last_one(self) -> None:
        identities = Identities()
        identities.replace({BotName("a"): Token(hashed("1"))})
        with pytest.raises(UsageError):
            identities.replace({BotName("b"): Token(hashed("2")), BotName("c"): Token("no hash")})
        assert identities.holder(call("1")) is not None
        assert identities.holder(call("2")) is None
