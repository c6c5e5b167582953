"""Fields of header blocks are counted as a decoder of HPACK counts them."""

import pytest
from hpack import Encoder
from hypothesis import given
from hypothesis import strategies as st

from referee.server.front.hpack import BadBlockError, count_fields
from tests.server import http2

TEXT = st.text(st.characters(min_codepoint=33, max_codepoint=126), max_size=300)
HEADERS = st.lists(st.tuples(TEXT, TEXT), max_size=30)


class TestCount:
    """The count of fields."""

    @given(blocks=st.lists(HEADERS, min_size=1, max_size=3), huffman=st.booleans())
    def test_it_is_the_number_of_headers_that_an_encoder_was_given(
        self, blocks: list[list[tuple[str, str]]], huffman: bool
    ) -> None:
        encoder = Encoder()
        for headers in blocks:
            block = encoder.encode(headers, huffman=huffman)
            assert count_fields(block, len(headers)) == len(headers)

    def test_a_change_of_the_tables_size_counts(self) -> None:
        encoder = Encoder()
        encoder.header_table_size = 100
        assert count_fields(encoder.encode([("a", "b")]), 2) == 2

    def test_the_headers_of_a_call_are_seven(self) -> None:
        assert count_fields(http2.block("/a/b", authorization="Bearer x"), 7) == 7

    def test_the_same_byte_a_thousand_times_is_a_thousand_fields(self) -> None:
        assert count_fields(b"\x82" * 1000, 1000) == 1000


class TestRefusal:
    """Blocks that are refused."""

    def test_a_field_over_the_limit_is_refused(self) -> None:
        with pytest.raises(BadBlockError, match="has more than 64 fields"):
            count_fields(b"\x82" * 65, 64)

    @pytest.mark.parametrize(
        "block",
        [
            b"\0",
            b"\0\x01a",
            b"\0\x05ab",
            b"\x40\x01a\x7f",
            b"\xff",
            b"\xff\x80",
            b"\x3f",
            b"\0\x7f\xff\xff\xff\x7f",
        ],
    )
    def test_a_block_that_ends_within_a_field_is_refused(self, block: bytes) -> None:
        with pytest.raises(BadBlockError, match="ends within a field"):
            count_fields(block, 64)

    def test_an_integer_that_does_not_end_is_refused(self) -> None:
        with pytest.raises(BadBlockError, match="integer that does not end"):
            count_fields(b"\xff" + b"\x80" * 20, 64)
