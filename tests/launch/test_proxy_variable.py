"""Variables of proxies, which a bot that is tested on this machine does not get."""

from referee.launch.proxy_variable import without_proxies


class TestVariables:
    def test_they_are_removed_however_they_are_written_and_all_others_stay(self) -> None:
        kinds = ("http", "https", "grpc", "all", "no", "no_grpc", "ftp", "socks")
        proxies = {f"{kind}_proxy": "http://127.0.0.1:9" for kind in kinds}
        capitals = {name.upper(): value for name, value in proxies.items()}
        others = {"PATH": "/bin", "my_http_proxy": "x", "HTTP_PROXY_USER": "y", "proxy": "z"}
        assert without_proxies(proxies | capitals | others) == others
