"""The guided first game over HTTP."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable.board.lesson import lesson_in, lesson_of, opened
from sandtable.kernel.dice import commitment, seed_from
from sandtable.kernel.game import find_game
from sandtable.server import game_pages
from tests.server.pupil import Pupil
from tests.server.served import Json, Served


def test_a_game_tells_of_its_lesson(served: Served) -> None:
    told = {game["id"]: game["lesson"] for game in served.http.get("/api/games").json()}
    assert told["pearls"] is None
    assert told["warbirds"]["minutes"] == 10
    lesson = served.http.get("/api/games/warbirds/lesson").json()
    assert lesson["steps"][0]["expect"][0] == ["assign", "crew-01", "pilot"]
    assert "seed" not in lesson
    nothing = served.http.get("/api/games/pearls/lesson")
    assert (nothing.status_code, nothing.json()["error"]) == (404, "Pearls has no lesson yet.")


def test_a_lesson_is_founded_with_its_own_options_and_dice(served: Served) -> None:
    told = served.http.post("/api/matches", json={"game": "warbirds", "lesson": True}).json()
    lesson = lesson_of(find_game("warbirds"))
    assert lesson is not None
    assert [seat["player"] for seat in told["seats"]] == ["human"]
    match = served.http.get(f"/api/matches/{told['match']}").json()
    assert match["options"]["mission_order"] == "short_first"
    assert match["commitment"] == commitment(seed_from(lesson.seed))


def test_the_opening_of_a_lesson_has_been_played_and_is_kept(served: Served) -> None:
    told = served.http.post("/api/matches", json={"game": "ontoberlin", "lesson": True}).json()
    assert [seat["player"] for seat in told["seats"]] == ["human", "greedy"]
    game = find_game("ontoberlin")
    lesson = lesson_of(game)
    assert lesson is not None
    match = served.http.get(f"/api/matches/{told['match']}").json()
    assert match["step"] == len(opened(game, lesson).steps) > 100
    assert match["problem"] == ""


def test_other_options_or_a_game_without_a_lesson_are_refused(served: Served) -> None:
    for body, sentence in (
        ({"game": "warbirds", "options": {"players": 2}}, "A lesson sets its own options and seats."),
        ({"game": "pearls"}, "Pearls has no lesson yet."),
    ):
        answer = served.http.post("/api/matches", json={**body, "lesson": True})
        assert (answer.status_code, answer.json()["error"]) == (400, sentence)


def test_a_lesson_that_cannot_be_read_does_not_take_the_games_along(
    served: Served, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = tmp_path / "own" / "warbirds"
    own.mkdir(parents=True)
    own.joinpath("lesson.toml").write_text("steps = 3")
    monkeypatch.setenv("SANDTABLE_DATA", str(own.parent))
    lesson_in.cache_clear()
    game_pages._page.cache_clear()
    try:
        told = {game["id"]: game["lesson"] for game in served.http.get("/api/games").json()}
    finally:
        lesson_in.cache_clear()
        game_pages._page.cache_clear()
    assert told["warbirds"] is None


def test_the_coach_says_what_is_due_and_hears_what_was_chosen(served: Served) -> None:
    told = served.http.post("/api/matches", json={"game": "warbirds", "lesson": True}).json()
    learner = served.sit(told["match"], told["seats"][0]["token"])

    def ask(step: int, since: int) -> Json:
        learner.send(type="coach", id="c1", step=step, since=since, index=0, phase="Briefing", told=True)
        return learner.wait_for("coached")

    first = ask(0, 0)
    assert (first["index"], first["due"], first["shows"]) == (0, True, ["assign", "crew-01", "pilot"])
    assert first["refs"] == ["crew-01", "pilot"]
    learner.choose(["assign", "crew-01", "pilot"])
    assert (ask(1, 0)["index"], ask(1, 0)["otherwise"]) == (1, False)
    assert ask(1, 1)["index"] == 0, "since then nothing was chosen"
    learner.send(type="undo", id="u", step=1)
    learner.wait_for("accepted")
    learner.wait_for("shown")
    learner.choose(["assign", "crew-02", "pilot"])
    assert (ask(1, 0)["index"], ask(1, 0)["otherwise"]) == (1, True)


@pytest.mark.parametrize("stubborn", [False, True], ids=["follows", "does otherwise"])
@pytest.mark.parametrize("game", ["warbirds", "airlift", "luftwaffe", "ontoberlin", "vengeance"])
def test_a_lesson_answers_every_question_and_tells_every_step(served: Served, game: str, stubborn: bool) -> None:
    pupil = Pupil(served, game, stubborn)
    pupil.play(beyond=3)
    assert pupil.told == set(range(len(pupil.lesson.steps)))
    assert pupil.unanswered == []
    assert pupil.astray == []
    assert len(pupil.missed) == len(set(pupil.missed)), "nothing is told twice"
    assert stubborn or pupil.missed == []
    assert (pupil.mark["index"], pupil.mark["due"]) == (len(pupil.lesson.steps), False)


def test_the_coach_stays_until_the_match_is_over_and_no_longer(served: Served) -> None:
    pupil = Pupil(served, "luftwaffe")
    pupil.play(beyond=1000)
    assert pupil.over
    assert pupil.asked > 50
    assert (pupil.mark["index"], pupil.mark["due"], pupil.mark["shows"]) == (len(pupil.lesson.steps), False, None)


def test_nobody_is_advised_in_a_match_that_is_no_lesson(served: Served) -> None:
    told = served.create(game="airlift", options={"scenario": "summer", "players": 2})
    player = served.sit(told["match"], told["seats"][0]["token"])
    player.send(type="coach", id="c", step=0, since=0, index=99, phase="")
    assert player.wait_for("coached")["shows"] is None


def test_a_coach_has_nothing_to_say_about_a_game_without_a_lesson(served: Served) -> None:
    _, north, _ = served.both()
    north.send(type="coach", id="c1", step=0, since=0, index=0, phase="")
    assert north.wait_for("refused")["error"] == "Pearls has no lesson yet."
