"""Every error says a sentence of an enum, with the fields that the sentence names."""

import ast
import pickle
import re
from collections.abc import Iterator
from pathlib import Path

from referee.error import DataError, Sentence
from referee.league.format.sentence import FormatSentence
from referee.record.sentence import RecordSentence
from tests.wording.sentences import FILE, catalogs, fields, text

ROOT = Path(__file__).parents[2]
SOURCES = [
    path
    for folder in (
        "referee",
        "games/tianming_games",
        "games/tianming_adapters",
        "bots/python/tianming_learn",
    )
    for path in sorted((ROOT / folder).rglob("*.py"))
    if "sentence" not in path.name
]
CATALOGS = {catalog.__name__: catalog for catalog in catalogs()}


def attributes(tree: ast.AST) -> Iterator[tuple[ast.Attribute, Sentence]]:
    """The sentences that a module names."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            catalog = CATALOGS.get(node.value.id)
            if catalog is not None:
                yield node, catalog[node.attr]


def calls(tree: ast.AST) -> Iterator[tuple[ast.Call, Sentence]]:
    """The calls that are given a sentence first, and each field by its name."""
    named = dict(attributes(tree))
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Attribute):
            sentence = named.get(node.args[0])
            if sentence is not None and len(node.args) == 1:
                yield node, sentence


def test_every_error_has_the_fields_that_its_sentence_names() -> None:
    for path in SOURCES:
        for call, sentence in calls(ast.parse(path.read_text(encoding="utf-8"))):
            given = {keyword.arg for keyword in call.keywords}
            assert given == fields(sentence), f"{path}:{call.lineno}: {sentence}"


def test_every_sentence_is_said_somewhere() -> None:
    said = {
        sentence
        for path in SOURCES
        for _, sentence in attributes(ast.parse(path.read_text(encoding="utf-8")))
    }
    assert said == {sentence for catalog in catalogs() for sentence in catalog}


def test_no_sentence_has_two_codes() -> None:
    for catalog in catalogs():
        assert len(catalog.__members__) == len(list(catalog))


def test_the_file_of_sentences_is_what_the_enums_say() -> None:
    assert FILE.read_text(encoding="utf-8") == text(), "run python -m tests.wording.sentences"


def test_an_error_is_the_same_after_pickling() -> None:
    error = DataError(RecordSentence.NO_RECORD, source="a.tianming")
    copy = pickle.loads(pickle.dumps(error))
    assert type(copy) is DataError
    assert (copy.code, copy.fields, str(copy)) == (error.code, error.fields, str(error))


def test_one_thing_is_singular() -> None:
    sentence = FormatSentence.TOO_FEW_BOTS
    assert sentence.words(bots=1, seats=2).startswith("1 bot cannot fill 2 seats:")
    assert sentence.words(bots=0, seats=1).startswith("0 bots cannot fill 1 seat:")


def test_a_number_that_may_be_one_comes_with_its_noun() -> None:
    counts = "bots|count|due|matches|minutes|needed|offered|records|results|rounds|workers"
    wrong = [
        sentence
        for catalog in catalogs()
        for sentence in catalog
        if re.search(rf"\{{({counts})\}} (?!of )([a-z]+ )?[a-z]+s\b", str(sentence.value))
    ]
    assert wrong == [], "write {count:bot|bots}"
