"""The built client is served with its files, and nothing else of the disk is."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from sandtable.server.pages import NOT_BUILT
from tests.server.served import Served, serving

PAGE = '<!doctype html><script type="module" src="./assets/index-abc123.js"></script><link href="./assets/a-1.css">'


@pytest.fixture
def built(tmp_path: Path) -> Iterator[Served]:
    static = tmp_path / "static"
    (static / "assets").mkdir(parents=True)
    (static / "index.html").write_text(PAGE)
    (static / "favicon.svg").write_text("<svg/>")
    (static / "assets" / "index-abc123.js").write_text("let x = 1;" * 200)
    (tmp_path / "secret.txt").write_text("secret")
    (static / "link.txt").symlink_to(tmp_path / "secret.txt")
    with serving(tmp_path, static=static) as running:
        yield running


@pytest.mark.parametrize(
    "address", ["/", "/match/abc", "/match/abc?key=1", "/new/pearls", "/rules/pearls", "/about", "/about/pearls"]
)
def test_the_page_is_served_wherever_a_person_comes_in(built: Served, address: str) -> None:
    answer = built.http.get(address)
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/html")
    assert answer.headers["cache-control"] == "no-cache"
    assert 'src="/assets/index-abc123.js"' in answer.text
    assert 'href="/assets/a-1.css"' in answer.text


def test_what_the_build_has_packed_is_sent_to_browsers_that_can_unpack_it(tmp_path: Path) -> None:
    static = tmp_path / "static"
    (static / "assets").mkdir(parents=True)
    (static / "assets" / "index-abc123.js").write_text("let x = 1;" * 200)
    (static / "assets" / "index-abc123.js.br").write_bytes(b"as the build left it")
    with serving(tmp_path, static=static) as served:
        address = f"http://127.0.0.1:{served.port}/assets/index-abc123.js"
        with served.http.stream("GET", address, headers={"accept-encoding": "gzip, br;q=0.9"}) as answer:
            assert answer.headers["content-encoding"] == "br"
            assert b"".join(answer.iter_raw()) == b"as the build left it"
        for others in ("gzip", "gzip, bromide"):
            assert served.http.get(address, headers={"accept-encoding": others}).text == "let x = 1;" * 200


def test_files_with_a_hash_are_cached_for_ever_and_packed(built: Served) -> None:
    answer = built.http.get("/assets/index-abc123.js")
    assert answer.headers["content-type"].startswith(("text/javascript", "application/javascript"))
    assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert answer.headers["content-encoding"] == "gzip"
    assert answer.text == "let x = 1;" * 200
    plain = built.http.get("/assets/index-abc123.js", headers={"accept-encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert plain.text == answer.text
    known = built.http.get("/assets/index-abc123.js", headers={"if-none-match": answer.headers["etag"]})
    assert (known.status_code, known.content) == (304, b"")
    assert built.http.get("/favicon.svg").headers["cache-control"] == "no-cache"
    assert built.http.head("/").status_code in (200, 405)


@pytest.mark.parametrize(
    "path",
    [
        "/../secret.txt",
        "/assets/../../secret.txt",
        "/%2e%2e/secret.txt",
        "/..%2fsecret.txt",
        "/assets/..%2f..%2fsecret.txt",
        "/..%5csecret.txt",
        "//etc/passwd",
        "/%2fetc%2fpasswd",
        "/C:/secret.txt",
        "/assets/%00.js",
        "/link.txt",
        "/assets",
        "/assets/",
        "/nothing.js",
    ],
)
def test_nothing_else_can_be_had(built: Served, path: str) -> None:
    """The request is written by hand, because clients tidy paths up."""
    with socket.create_connection(("127.0.0.1", built.port)) as line:
        line.sendall(f"GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode())
        answer = b"".join(iter(lambda: line.recv(65536), b""))
    assert answer.startswith(b"HTTP/1.1 404")
    assert b"secret" not in answer.partition(b"\r\n\r\n")[2]


def test_a_client_that_was_not_built_says_so(served: Served) -> None:
    answer = served.http.get("/")
    assert (answer.status_code, answer.text) == (503, f"{NOT_BUILT}\n")


def test_long_answers_are_packed(served: Served) -> None:
    assert served.http.get("/api/games/warbirds/rules").headers["content-encoding"] == "gzip"


def test_the_page_and_every_greeting_name_the_build_of_the_client(tmp_path: Path) -> None:
    static = tmp_path / "built"
    static.mkdir()
    (static / "index.html").write_text('<head><script src="./assets/index-1.js"></script></head>')
    with serving(tmp_path, static=static) as served:
        page = served.http.get("/").text
        build = page.split('<meta name="sandtable-build" content="')[1].split('"')[0]
        told, north, _ = served.both()
        assert north.hello["client"] == build
    (static / "index.html").write_text('<head><script src="./assets/index-2.js"></script></head>')
    with serving(tmp_path, static=static) as served:
        assert served.sit(told["match"]).hello["client"] not in ("", build)
