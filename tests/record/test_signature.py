"""A signature says who wrote a record: nobody but the organiser can make it."""

import stat
from pathlib import Path

import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, generate_private_key

from referee.error import DataError, StorageError, UsageError
from referee.record.file import RecordFile
from referee.record.outline import outline
from referee.record.reader import parse, read
from referee.record.resume import reopen, take_up
from referee.record.sentence import RecordSentence
from referee.record.signature import (
    CONTEXT,
    SigningKey,
    check_signature,
    make_key,
    public_key,
    signing_key,
)
from referee.record.verify import verify
from tests.errors import raises
from tests.match.driver import START
from tests.record.samples import bodies, forged, toy_record


@pytest.fixture
def key(tmp_path: Path) -> SigningKey:
    """The organiser's key."""
    return make_key(tmp_path / "signing.key")


def keep(path: Path, key: SigningKey | None) -> bytes:
    """Keep the toy record in a file; return what is in it."""
    file = RecordFile(path, key)
    file.append(toy_record())
    file.finish()
    return path.read_bytes()


class TestKey:
    """A private file, and a line that everybody may know."""

    def test_only_its_owner_may_read_it(self, key: SigningKey, tmp_path: Path) -> None:
        assert stat.S_IMODE((tmp_path / "signing.key").stat().st_mode) == 0o600

    def test_it_is_read_as_it_was_made(self, key: SigningKey, tmp_path: Path) -> None:
        assert signing_key(tmp_path / "signing.key").public == key.public

    def test_the_public_one_is_given_as_digits_or_as_a_file(
        self, key: SigningKey, tmp_path: Path
    ) -> None:
        (tmp_path / "signing.pub").write_text(f"{key.public}\n")
        assert public_key(key.public) == bytes.fromhex(key.public)
        assert public_key(str(tmp_path / "signing.pub")) == bytes.fromhex(key.public)

    def test_a_key_is_never_written_over(self, key: SigningKey, tmp_path: Path) -> None:
        with raises(UsageError, RecordSentence.KEY_EXISTS):
            make_key(tmp_path / "signing.key")
        assert signing_key(tmp_path / "signing.key").public == key.public

    def test_a_folder_that_is_not_there_is_named(self, tmp_path: Path) -> None:
        with raises(StorageError, RecordSentence.KEY_NOT_WRITTEN):
            make_key(tmp_path / "none" / "signing.key")

    @pytest.mark.parametrize("data", [b"", b"x", bytes(5000)])
    def test_a_file_that_is_no_private_key_is_named(self, data: bytes, tmp_path: Path) -> None:
        path = tmp_path / "odd.key"
        path.write_bytes(data)
        with raises(UsageError, RecordSentence.NO_KEY):
            signing_key(path)

    def test_a_key_of_another_type_is_refused(self, tmp_path: Path) -> None:
        path = tmp_path / "odd.key"
        path.write_bytes(
            generate_private_key(SECP256R1()).private_bytes(
                serialization.Encoding.PEM,
                serialization.PrivateFormat.PKCS8,
                serialization.NoEncryption(),
            )
        )
        with raises(UsageError, RecordSentence.NO_KEY):
            signing_key(path)

    def test_a_private_key_that_is_not_there_is_named(self, tmp_path: Path) -> None:
        with raises(UsageError, RecordSentence.KEY_NOT_READ):
            signing_key(tmp_path / "none.key")

    def test_a_public_key_that_is_none_is_named(self, key: SigningKey, tmp_path: Path) -> None:
        with raises(UsageError, RecordSentence.PUBLIC_KEY_NOT_READ, text="none"):
            public_key("none")
        for data in (b"\xff", b"12", b""):
            (tmp_path / "odd.pub").write_bytes(data)
            with raises(UsageError, RecordSentence.NO_PUBLIC_KEY):
                public_key(str(tmp_path / "odd.pub"))


class TestRecord:
    """A signed record is the same record, with one entry more."""

    def test_it_verifies_with_the_key_and_without(self, key: SigningKey, tmp_path: Path) -> None:
        keep(tmp_path / "m.tianming", key)
        signed = read(tmp_path / "m.tianming")
        plain = parse(toy_record(), signed.source)
        check_signature(signed, bytes.fromhex(key.public))
        assert verify(signed) == verify(plain)
        assert signed.digest == plain.digest

    def test_its_outline_is_that_of_the_unsigned_one(self, key: SigningKey, tmp_path: Path) -> None:
        data = keep(tmp_path / "m.tianming", key)
        assert outline(data, "signed") == outline(toy_record(), "plain")

    def test_it_is_the_unsigned_one_and_one_entry(self, key: SigningKey, tmp_path: Path) -> None:
        data = keep(tmp_path / "m.tianming", key)
        assert data.startswith(toy_record())
        assert len(data) - len(toy_record()) < 128

    def test_a_match_that_was_sealed_but_not_finished_is_signed_once(
        self, key: SigningKey, tmp_path: Path
    ) -> None:
        path = tmp_path / "m.tianming"
        data = keep(path, key)
        path.rename(tmp_path / "m.tianming.part")
        left = reopen(path, key)
        assert left is not None
        match, _ = take_up(left, START, 0.0)
        assert match.outcome is not None
        left.file.finish()
        assert path.read_bytes() == data


class TestForgery:
    """Whatever a forger does without the private key is found with the public one."""

    def check(self, data: bytes, key: SigningKey) -> str:
        """Return what is wrong with a record; everything else of it is sound."""
        record = parse(data, "m")
        verify(record)
        with pytest.raises(DataError) as caught:
            check_signature(record, bytes.fromhex(key.public))
        assert caught.value.exit_code == 65
        return str(caught.value)

    def test_a_missing_signature_is_named(self, key: SigningKey) -> None:
        assert self.check(toy_record(), key) == (
            "m: the record has no signature: its organiser did not sign it, or somebody has "
            "removed the signature."
        )

    def test_the_signature_of_another_key_is_named(self, key: SigningKey, tmp_path: Path) -> None:
        other = make_key(tmp_path / "other.key")
        assert self.check(keep(tmp_path / "m.tianming", other), key) == (
            f"m: the record is signed with the key {other.public}, not with {key.public}: it does "
            "not come from the organiser with that key."
        )

    def test_a_signature_under_another_record_is_named(
        self, key: SigningKey, tmp_path: Path
    ) -> None:
        signature = parse(keep(tmp_path / "m.tianming", key), "m").signature
        changed = bodies(toy_record())
        changed[0].header.writer = "forger"
        last = type(changed[0])(signature=signature)
        assert self.check(forged([*changed, last]), key) == (
            "m: the signature does not match the record: somebody has changed the record, or "
            "forged the signature."
        )

    @pytest.mark.parametrize("size", [0, 63, 64, 65])
    def test_a_made_up_signature_is_named(self, size: int, key: SigningKey, tmp_path: Path) -> None:
        last = type(bodies(toy_record())[0])()
        last.signature.public_key = bytes.fromhex(key.public)
        last.signature.signature = bytes(size)
        assert "does not match" in self.check(forged([*bodies(toy_record()), last]), key)

    def test_a_signature_anywhere_else_is_no_sound_record(
        self, key: SigningKey, tmp_path: Path
    ) -> None:
        signature = parse(keep(tmp_path / "m.tianming", key), "m").signature
        entries = bodies(toy_record())
        one = type(entries[0])(signature=signature)
        for odd in (
            [entries[0], one, *entries[1:]],
            [*entries, one, one],
            [*entries, one, entries[-1]],
        ):
            with pytest.raises(DataError):
                verify(parse(forged(odd), "m"))

    def test_the_context_is_that_of_the_contract(self) -> None:
        proto = Path(__file__).parents[2] / "proto/tianming/record/v1/record.proto"
        assert f"`{CONTEXT.decode()}`" in proto.read_text()
        assert len(CONTEXT) == 28
