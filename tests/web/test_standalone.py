"""Pages as files: all that they need is inside, and nothing in their data can act."""

import json
import re
from base64 import b64encode
from hashlib import sha256
from html import unescape

from referee.web.api.match import MatchPage
from referee.web.api.model import Problem
from referee.web.standalone import STATIC, PagePlace, Shell

HOSTILE = "</script><script>alert(1)</script><!-- & \u2028"
ANSWERS = {"matches/a": Problem(error="none", message=HOSTILE)}


class TestPage:
    """A file of a static site finds the files beside it."""

    def test_it_loads_its_files_by_the_way_to_the_folder_of_the_site(self) -> None:
        html = Shell().page(PagePlace("bot", "Ada"), "../", {})
        loaded = re.findall(r'(?:src|href)="(.*?)"', html)
        assert all((STATIC / path.removeprefix("../")).is_file() for path in loaded)
        assert 'data-root="../"' in html

    def test_it_says_which_page_it_is(self) -> None:
        html = Shell().page(PagePlace("bot", 'A "B" <C>'), "../", {})
        assert 'data-page="bot" data-key="A &quot;B&quot; &lt;C&gt;"' in html

    def test_its_answers_are_data_whatever_they_hold(self) -> None:
        html = Shell().page(PagePlace("match", "a"), "../", ANSWERS)
        (data,) = re.findall(r'<script type="application/json" data-api=".*?">(.*?)</sc', html)
        assert json.loads(data) == {"error": "none", "message": HOSTILE}

    def test_fields_that_have_their_default_are_left_out(self) -> None:
        page = MatchPage(total=0, page=1, size=1, matches=[])
        assert '"matches":[]' in Shell().page(PagePlace("matches"), "./", {"matches": page})


class TestOneFile:
    """A page that is one file loads nothing."""

    HTML = Shell().one_file(PagePlace("match", "a"), ANSWERS)

    def test_it_names_no_other_file(self) -> None:
        assert re.findall(r'(?:src|href)="', self.HTML.partition("<script>")[0]) == []

    def test_its_policy_allows_its_own_script_and_style_and_nothing_else(self) -> None:
        (policy,) = re.findall(r'Content-Security-Policy" content="(.*?)"', self.HTML)
        for tag in ("script", "style"):
            (text,) = re.findall(f"<{tag}>(.*?)</{tag}>", self.HTML, re.DOTALL)
            digest = b64encode(sha256(text.encode()).digest()).decode()
            assert f"{tag}-src 'sha256-{digest}'" in unescape(policy)
        assert unescape(policy).startswith("default-src 'none';")
