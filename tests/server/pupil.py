"""Somebody who takes a lesson over the server's own line, as the browser does, and notes what the coach said."""

from __future__ import annotations

from typing import Any

from sandtable.board.lesson import Lesson, learner_of, lesson_of, seen_on
from sandtable.kernel.dice import Dice, seed_from
from sandtable.kernel.game import find_game
from sandtable.kernel.show import show
from tests.server.served import Json, Served

BEGINNING: Json = {"index": 0, "phase": "", "told": False}


class Pupil:
    """Does what the coach says; or, `stubborn`, something else when a step is new, and now and then besides."""

    def __init__(self, served: Served, game: str, stubborn: bool = False) -> None:
        created = served.http.post("/api/matches", json={"game": game, "lesson": True, "pace": 0}).json()
        lesson = lesson_of(find_game(game))
        assert lesson is not None
        self.lesson: Lesson = lesson
        self.served, self.match, self.stubborn = served, str(created["match"]), stubborn
        token = next(seat["token"] for seat in created["seats"] if seat.get("token"))
        self.player = served.sit(self.match, token)
        self.seat = learner_of(find_game(game), lesson)
        self.dice = Dice(seed_from("a stubborn pupil"))
        self.mark: Json = BEGINNING | {"step": self.player.shown["step"]}
        self.due: set[int] = set()
        self.missed: list[int] = []
        self.unanswered: list[str] = []
        self.astray: list[str] = []
        self.asked = 0

    @property
    def rule(self) -> str:
        """The rule of the question."""
        return str((self.player.shown["decision"] or {}).get("rule", ""))

    @property
    def over(self) -> bool:
        return self.player.shown["decision"] is None

    @property
    def told(self) -> set[int]:
        """The steps that the coach has told, in time or afterwards."""
        return self.due | set(self.missed)

    def ask(self) -> Json:
        """What the coach says to where the match stands."""
        known = {key: self.mark[key] for key in ("index", "phase", "told")}
        self.player.send(type="coach", id="c", step=self.player.shown["step"], since=self.mark["step"], **known)
        self.mark = self.player.wait_for("coached")
        self.missed += self.mark["missed"]
        return self.mark

    def answer(self) -> None:
        """Hear the coach on the next question, check what he says, and choose."""
        said, decision = self.ask(), self.player.shown["decision"]
        self.asked += 1
        if not said["due"] and said["index"] < len(self.lesson.steps) and not said["says"]:
            self.unanswered.append(decision["rule"])
        position = self.served.truth(self.match).position
        seen = seen_on(show(position, self.seat).table, position.game.board(position.options_chosen))
        self.astray += [ref for ref in said["refs"] if ref not in seen]
        choice = self.choice(said)
        self.due |= {said["index"]} if said["due"] else set()
        assert self.player.choose(choice)["type"] == "accepted"
        self.player.wait_step(said["step"] + 1)

    def choice(self, said: Json) -> list[Any]:
        options = self.player.options()
        assert said["shows"] in options
        others = [option for option in options if option != said["shows"]]
        new = said["due"] and said["index"] not in self.due
        contrary = self.stubborn and others and (new or self.dice.below(4) == 0)
        return others[self.dice.below(len(others))] if contrary else said["shows"]

    def play(self, beyond: int) -> None:
        """To the end of the lesson and so many questions beyond, or to the end of the match."""
        while not self.over:
            if not self.player.options():
                self.player.receive(30)
                continue
            beyond -= self.mark["index"] == len(self.lesson.steps)
            if beyond < 0:
                break
            self.answer()
        if self.over:
            self.ask()
        self.player.close()
