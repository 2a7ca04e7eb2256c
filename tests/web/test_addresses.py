"""Where the server says it is: at home, behind a proxy, and in the links that it makes."""

from __future__ import annotations

import ipaddress
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
import segno

from goldfield.web.addresses import answers_to, of_interfaces, public_url
from goldfield.web.qr import QUIET, qr
from tests.web.server import Running

PUBLIC = "https://play.example.org"
COMMAND = "import sys, goldfield.cli; sys.exit(goldfield.cli.main())"


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("https://play.example.org", PUBLIC),
        ("https://Play.Example.org/", PUBLIC),
        ("https://play.example.org:443", PUBLIC),
        ("http://gold.lan:8080", "http://gold.lan:8080"),
        ("http://192.168.1.7:80/", "http://192.168.1.7"),
        ("https://[fd00::7]:9000", "https://[fd00::7]:9000"),
    ],
)
def test_a_public_address_is_kept_in_one_form(given: str, kept: str) -> None:
    assert public_url(given) == kept


@pytest.mark.parametrize(
    "wrong",
    [
        "play.example.org",
        "ftp://play.example.org",
        "https://",
        "https://jana:secret@play.example.org",
        "https://play.example.org/gold",
        "https://play.example.org?x=1",
        "https://play.example.org:port",
        "https://play example.org",
        "https://[fd00::7",
        "https://..",
    ],
)
def test_a_wrong_public_address_is_a_sentence_and_status_2(wrong: str, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"is not possible: .* is needed"):
        public_url(wrong)
    if wrong.endswith("/gold"):
        ended = subprocess.run(
            [sys.executable, "-c", COMMAND, "serve", "--database", str(tmp_path / "x.sqlite3")],
            env={**os.environ, "GOLDFIELD_URL": wrong},
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        assert ended.returncode == 2
        assert ended.stderr.count("\n") == 1
        assert "nothing may follow the host" in ended.stderr
        assert not (tmp_path / "x.sqlite3").exists()


@pytest.mark.parametrize(
    ("host", "answered"),
    [
        ("play.example.org", True),
        ("play.example.org.", True),
        ("play.example.org:443", True),
        ("127.0.0.1:8000", True),
        ("localhost:8000", True),
        ("[::1]:8000", True),
        ("192.168.1.7", True),
        ("evil.example", False),
        ("play.example.org.evil.example", False),
        ("127.0.0.1.evil.example", False),
        ("", False),
    ],
)
def test_names_that_a_server_with_a_public_address_answers_to(host: str, answered: bool) -> None:
    assert answers_to(PUBLIC, host) is answered


def test_behind_a_proxy_links_cookies_and_names_are_those_that_were_set(database: Path) -> None:
    running = Running(database, url=PUBLIC).start()
    try:
        jana = running.guest("Jana")
        first = jana.http.get("/", headers={"host": "127.0.0.1:8000"})
        assert first.status_code == 200
        table = jana.open_table()
        for host in ("127.0.0.1:1234", "play.example.org"):
            page = jana.get(f"/table/{table}", host=host).text
            assert f"{PUBLIC}/table/{table}" in page
            assert 'class="qr"' in page
            assert "opens on this computer only" not in page
        stranger = running.guest().http
        stranger.cookies.clear()
        asked = {"host": "play.example.org"}
        assert "secure" in stranger.get("/", headers=asked).headers["set-cookie"].lower()
        stranger.cookies.clear()
        plain = stranger.get("/", headers={"host": "127.0.0.1:8000"}).headers["set-cookie"]
        assert "secure" not in plain.lower(), "a cookie over plain http must come back"
        for path in ("/", f"/table/{table}", "/live", "/static/x/page.js"):
            wrong = stranger.get(path, headers={"host": "evil.example"})
            assert wrong.status_code == 421
            assert PUBLIC in wrong.text
        # A proxy that does not pass the name on: the browser's word for where the form was counts.
        jana.get(f"/table/{table}")
        seat = {"seat": "2", "kind": "bot:random"}
        for origin, status in ((PUBLIC, 200), ("https://evil.example", 403)):
            answer = jana.post(
                f"/table/{table}/seat", seat, origin=origin, accept="application/json"
            )
            assert answer.status_code == status
    finally:
        running.see_off()
        running.stop()


def test_at_home_links_on_localhost_name_the_address_for_the_others(database: Path) -> None:
    running = Running(database, nearby="http://192.168.1.7:8000").start()
    try:
        jana = running.guest("Jana")
        table = jana.open_table()
        page = jana.get(f"/table/{table}").text
        assert f'value="http://192.168.1.7:8000/table/{table}"' in page
        assert f"QR code of the link http://192.168.1.7:8000/table/{table}" in page
        assert "opens on this computer only" not in page
        other = jana.get(f"/table/{table}", host="10.0.0.5:8000").text
        assert f'value="http://10.0.0.5:8000/table/{table}"' in other
        links = jana.post(f"/table/{table}/links", {"seat": "1"}).text
        assert re.search(r'value="http://192\.168\.1\.7:8000/seat/\w+"', links)
        assert 'class="qr"' in links
    finally:
        running.see_off()
        running.stop()


def test_a_link_that_only_this_computer_can_open_has_no_code(running: Running) -> None:
    jana = running.guest("Jana")
    table = jana.open_table()
    assert 'class="qr"' not in jana.get(f"/table/{table}").text
    assert 'class="qr"' in jana.get(f"/table/{table}", host="192.168.1.7:8000").text


def test_the_code_is_the_link_and_is_safe_markup() -> None:
    link = "http://192.168.1.7:8000/table/abc"
    markup = str(qr(link, 'A "name" <b>'))
    assert "<b>" not in markup
    assert "style" not in markup
    drawn = {(int(x), int(y)) for x, y in re.findall(r"M(\d+) (\d+)h1v1h-1z", markup)}
    matrix = segno.make(link, error="m", micro=False).matrix
    dark = {(x + QUIET, y + QUIET) for y, r in enumerate(matrix) for x, on in enumerate(r) if on}
    assert drawn == dark


def test_addresses_of_interfaces_can_be_used_by_others() -> None:
    for text in of_interfaces():
        address = ipaddress.ip_address(text)
        assert not address.is_loopback
        assert not address.is_link_local
