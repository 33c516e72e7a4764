"""The OpenAPI document is true: it is fresh, and a server that is asked everything it allows answers as it says."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
    unsupported_method,
)

from sandtable.server.app import build
from sandtable.server.board_pages import names_address
from sandtable.server.database import Database
from sandtable.server.openapi import ADDRESS, document, encoded
from tests.server.served import Json, Served, play_on, serving
from tests.toys.pearls import GAME

KEPT = Path(__file__).resolve().parents[2] / "docs" / "build" / "openapi.json"
CALLS = [
    "create_match",
    "create_analysis",
    "describe_match",
    "my_matches",
    "change_seat",
    "close_match",
    "save_match",
    "report_match",
    "import_match",
    "read_journal",
    "read_ending",
    "ask_advice",
    "agree_to_advice",
    "read_evaluation",
    "health",
    "ready",
    "read_profile",
    "read_lobby",
    "join_match",
    "decline_invitation",
    "create_rematch",
    "claim_time",
    "take_vacation",
    "resign_match",
    "read_orders",
    "give_orders",
    "read_talk",
    "say",
    "mute_speaker",
    "report_line",
    "read_notes",
    "write_note",
    "read_account",
    "sign_up",
    "change_account",
    "remove_account",
    "export_account",
    "claim_seats",
    "sign_in",
    "sign_out",
    "sign_out_everywhere",
    "forgot_password",
    "set_password",
    "read_notices",
    "change_notices",
    "send_test",
    "confirm_email",
    "confirm_address",
    "subscribe_push",
    "add_service",
    "remove_place",
    "unsubscribe",
    "read_turns",
    "renew_calendar",
    "remove_calendar",
    "read_calendar",
    "challenge",
    "sign_in_by_passkey",
    "sign_up_by_passkey",
    "add_passkey",
    "rename_passkey",
    "remove_passkey",
    "read_tournaments",
    "create_tournament",
    "read_tournament",
    "join_tournament",
    "withdraw_from_tournament",
    "invite_to_tournament",
    "start_round",
    "decide_pairing",
    "end_tournament",
    "list_games",
    "describe_game",
    "list_seats",
    "list_rules",
    "read_board",
    "read_names",
    "describe_look",
    "describe_lesson",
    "read_document",
]


def here(tmp_path: Path) -> Json:
    return document(build(Database(str(tmp_path / "openapi.db"))).app, "0")


def test_the_document_that_is_kept_is_fresh(tmp_path: Path) -> None:
    """`SANDTABLE_OPENAPI=1` writes it again."""
    told = encoded(here(tmp_path)) + b"\n"
    if os.environ.get("SANDTABLE_OPENAPI"):
        KEPT.write_bytes(told)
    assert KEPT.read_bytes() == told, "run this test with SANDTABLE_OPENAPI=1 in the environment"


def test_it_is_at_its_address_and_names_every_call(served: Served) -> None:
    told = served.http.get(ADDRESS).json()
    calls = [call["operationId"] for methods in told["paths"].values() for call in methods.values()]
    assert sorted(calls) == sorted(CALLS)


CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
    response_headers_conformance,
    unsupported_method,
]
"""Not whether all that the document allows is accepted: which games, seats and options there are is not in it."""


def ask(served: Served, call: str, examples: int) -> int:
    """Ask one call what its description allows, and what it does not; of things that exist, and of others."""
    told, asked = served.create(), 0
    north, south = (served.sit(told["match"], seat["token"]) for seat in told["seats"])
    if call in ("read_ending", "read_evaluation", "save_match"):
        play_on([north, south])
    schema = schemathesis.openapi.from_dict(served.http.get(ADDRESS).json())
    operation = schema.find_operation_by_id(call)
    named = {"match": told["match"], "seat": "south", "game": "pearls", "hash": names_address(GAME).split("/")[5]}
    exists = {name: named[name] for name in named if f"{{{name}}}" in operation.path}
    bearers = ["", told["seats"][1]["token"], told["owner"], "nonsense"]
    # Every word is allowed in an address and in our headers: without a query or a body nothing can be wrong, and
    # Hypothesis would look for it hundreds of times.
    modes = list(GenerationMode) if list(operation.query) or list(operation.body) else [GenerationMode.POSITIVE]
    for mode in modes:
        for places in ({}, exists) if exists else ({},):
            strategy = operation.as_strategy(mode, path_parameters=places or None)

            @settings(max_examples=examples, deadline=None, database=None, suppress_health_check=list(HealthCheck))
            @given(strategy, st.sampled_from(bearers))
            def one(case: Any, key: str) -> None:
                nonlocal asked
                asked += 1
                headers = {"authorization": f"Bearer {key}", "sandtable-keys": key} if key else {}
                answer = case.call(base_url=str(served.http.base_url), headers=headers, timeout=60)
                case.validate_response(answer, checks=CHECKS)

            one()
    return asked


@pytest.mark.parametrize("call", CALLS)
def test_every_call_answers_as_the_document_says(call: str, tmp_path: Path) -> None:
    with serving(tmp_path) as served:
        assert ask(served, call, 5)


@pytest.mark.soak
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("call", CALLS)
def test_every_call_answers_as_the_document_says_at_length(call: str, tmp_path: Path) -> None:
    with serving(tmp_path) as served:
        asked = ask(served, call, 40)
        print(f"{call}: {asked} requests")
        assert asked
