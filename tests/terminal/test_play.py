"""The table in a terminal, played over a pipe as a script would."""

from __future__ import annotations

import io
import re
import sys
from pathlib import Path

import pytest
from rich.cells import cell_len
from rich.console import Console

from sandtable.kernel.game import find_game
from sandtable.kernel.save import load_save, restore
from sandtable.kernel.together import asked_together
from sandtable.terminal.commands import COMMANDS
from sandtable.terminal.plain_screen import PlainScreen
from sandtable.terminal.play import Play
from sandtable.terminal.sitting import Sitting, seated
from sandtable.terminal.text import without_marks
from tests.program import Run

GOLDEN = Path(__file__).parents[1] / "golden"
BOTH = ("--seat", "north=human", "--seat", "south=human")


def test_a_script_plays_a_game_to_the_end(sandtable: Run, tmp_path: Path) -> None:
    ran = sandtable("play", "pearls", "--seed", 1, *BOTH, typed="1\n" * 6 + "auto end\n")
    assert ran.code == 0
    assert "The game is over" in ran.out
    save = next((tmp_path / "home" / "saves").iterdir())
    assert restore(load_save(save))[0].over


def test_the_same_script_gives_the_same_output(sandtable: Run, tmp_path: Path) -> None:
    script = "bid card\n1\ntable\nlog\n?\nauto\nbot\nauto end\n"
    runs = []
    for _ in range(2):
        save = tmp_path / "same.sandtable"
        save.unlink(missing_ok=True)
        runs.append(sandtable("play", "pearls", "--seed", 5, "--save", save, typed=script))
    assert runs[0] == runs[1]
    assert "\x1b" not in runs[0].out


def test_what_is_typed_stands_in_the_transcript(sandtable: Run) -> None:
    assert "\n> frob\n" in sandtable("play", "pearls", "--seed", 1, typed="frob\n").out


def test_by_default_one_person_plays_against_a_bot(sandtable: Run, tmp_path: Path) -> None:
    sandtable("play", "pearls", "--seed", 1, typed="")
    save = load_save(tmp_path / "home" / "saves" / "pearls-1.sandtable")
    assert save.notes["players"] == {"north": "human", "south": "regular"}
    game = find_game("pearls")
    assert seated(game, ("north", "south"), {"south": "human"}) == {"north": "regular", "south": "human"}


def test_everything_chosen_is_in_the_file_at_once(tmp_path: Path) -> None:
    game = find_game("pearls")
    path = tmp_path / "game.sandtable"
    sitting = Sitting.new(game, game.settle({}), "7", dict.fromkeys(("north", "south"), "human"), path, manual=False)
    while not sitting.position.over:
        seat = sitting.to_ask
        sitting.choose(seat, sitting.position.options(seat)[0])
        stored, _ = restore(load_save(path))
        assert stored.digest() == sitting.position.digest()


def test_the_end_of_the_script_saves_and_says_how_to_go_on(sandtable: Run, tmp_path: Path) -> None:
    ran = sandtable("play", "pearls", "--seed", 1, *BOTH, typed="1\n1\n")
    path = tmp_path / "home" / "saves" / "pearls-1.sandtable"
    assert ran.code == 0
    assert f"sandtable play --resume {path}" in ran.out
    assert len(load_save(path).steps) == 2
    again = sandtable("play", "--resume", path, typed="auto end\n")
    assert "The game is over" in again.out
    assert "PE-2.2" in again.out  # what happened last is told again
    assert restore(load_save(path))[0].over


def test_a_second_game_with_the_same_seed_gets_its_own_file(sandtable: Run, tmp_path: Path) -> None:
    for _ in range(2):
        sandtable("play", "pearls", "--seed", 1, typed="1\n")
    names = sorted(path.name for path in (tmp_path / "home" / "saves").iterdir())
    assert names == ["pearls-1-2.sandtable", "pearls-1.sandtable"]


def test_an_existing_file_is_never_overwritten(sandtable: Run, tmp_path: Path) -> None:
    path = tmp_path / "mine.sandtable"
    path.write_text("precious")
    ran = sandtable("play", "pearls", "--save", path)
    assert (ran.code, path.read_text()) == (2, "precious")
    assert "already exists" in ran.err


def test_a_place_that_cannot_be_written_is_told_before_the_first_move(sandtable: Run, tmp_path: Path) -> None:
    ran = sandtable("play", "pearls", "--save", tmp_path / "no" / "folder" / "x.sandtable", typed="1\n")
    assert ran.code == 2
    assert "Can't write" in ran.err


def test_a_mutilated_save_is_refused(sandtable: Run, tmp_path: Path) -> None:
    sandtable("play", "pearls", "--seed", 1, *BOTH, typed="1\n1\n")
    path = tmp_path / "home" / "saves" / "pearls-1.sandtable"
    path.write_text(path.read_text().replace('"north": "human"', '"north": "robot"'))
    ran = sandtable("play", "--resume", path)
    assert ran.code == 2
    assert "something else in it was changed" in ran.err


def polishing(sandtable: Run, typed: str) -> str:
    """A game in which somebody polishes, with further commands; what was printed after that."""
    out = sandtable("play", "pearls", "--seed", 1, *BOTH, typed=f"1\n1\n{typed}").out
    return out.split("Polish your pearls", 1)[1]


def test_undo_and_redo(sandtable: Run) -> None:
    out = polishing(sandtable, "polish\nundo\nredo\nundo\n")
    assert re.findall(r" [123] ([SPD]\w+)", out) == [
        "Sell", "Polish", "Sell", "Dull", "Sell", "Polish", "Sell", "Dull", "Sell", "Polish",
    ]  # fmt: skip


def test_undo_over_a_barrier_is_refused_and_rewind_offered(sandtable: Run) -> None:
    out = polishing(sandtable, "undo\nrewind\n")
    assert "You can't undo that" in out
    assert "Bid a card" in out


def test_why_names_the_rule(sandtable: Run) -> None:
    out = polishing(sandtable, "polish\nwhy polish\nwhy sell\nwhy\n")
    assert "All your pearls are polished.  PE-3.1" in out
    assert "You can choose that: Sell." in out


def test_why_has_no_gaps(sandtable: Run) -> None:
    """A verb alone gave a sentence with a hole where the piece should be."""
    out = sandtable("play", "vengeance", "--scenario", "train1", "--seed", 3, typed="why setup\nwhy fire\nmove\n").out
    assert "“fire” matches no option now. Name the piece and the place too.  RV-" in out
    assert "“move” matches no option now." in out
    assert "“ " not in out
    assert " ”" not in out


def test_why_knows_things_by_a_part_of_their_name(sandtable: Run) -> None:
    out = sandtable("play", "warbirds", "--seed", 3, typed="why assign halloway copilot\n").out
    assert "Halloway" in out.split("> why", 1)[1]


def test_a_refused_choice_names_its_rule_and_changes_nothing(sandtable: Run) -> None:
    out = polishing(sandtable, "polish\npolish\nsurrender\n9\n")
    assert "All your pearls are polished.  PE-3.1" in out
    assert "You can't choose “Surrender” now.  PE-3.1" in out
    assert "This list has no 9: it runs from 1 to 2." in out
    assert "Saved after 3 choices" in out


def test_rules_can_be_asked(sandtable: Run) -> None:
    out = polishing(sandtable, "?\n? PE-2.2\n?2.2\nrules pearl\nrules zorg\n")
    assert "The winner polishes or dulls his pearls as he likes, then sells." in out
    assert out.count("The higher card takes a pearl. Each tie is rolled off with one die.") == 3
    assert "PE-4.1  When the hands are empty" in out
    assert "No rule mentions 'zorg'." in out


def test_clauses_that_were_searched_have_no_signs_of_markdown() -> None:
    """`rules` listed "**Wall advantage (WA)** is a state of a unit"."""
    assert without_marks("**Wall advantage (WA)** is a *state* of a `unit`,\nfor 2 * 3 hexes") == (
        "Wall advantage (WA) is a state of a unit, for 2 * 3 hexes"
    )


def test_look_log_odds_help_and_save(sandtable: Run, tmp_path: Path) -> None:
    out = polishing(sandtable, f"look table\nlook zorg\nlog 2\nodds\nhelp\nsave {tmp_path}/copy.sandtable\nauto x\n")
    assert "\nTable\n" in out
    assert "There is no 'zorg' on the table." in out
    assert "takes a pearl.  PE-2.2" in out
    assert "No option here has odds to show" in out
    assert "let a bot make this choice" in out
    assert len(load_save(tmp_path / "copy.sandtable").steps) == 2
    assert "`auto end` to the end" in out


def test_many_options_are_narrowed_by_words_and_back(sandtable: Run) -> None:
    out = sandtable("play", "pearls", "--seed", 1, *BOTH, typed="bid\nback\nback\n").out
    assert "(3 of 3; `back` for all)" in out
    assert "All options are already shown." in out


def test_dice_of_a_real_table_are_typed(sandtable: Run, tmp_path: Path) -> None:
    """Seeds are tried until a bid is tied and must be rolled off."""
    path = tmp_path / "manual.sandtable"
    out = ""
    for seed in range(40):
        path.unlink(missing_ok=True)
        out = sandtable("play", "pearls", "--seed", seed, "--dice", "manual", "--save", path, *BOTH, typed="1\n1\n").out
        if "Enter what was rolled" in out:
            break
    assert "Enter what was rolled or drawn (North)" in out
    again = sandtable("play", "--resume", path, typed="7\nbot\n4\n2\n")
    assert "This die has no 7" in again.out
    assert "You roll the dice yourself: type the roll." in again.out
    assert "Roll-off 4 to 2." in again.out
    assert "North takes a pearl." in again.out
    assert sandtable("verify", path).code == 0


def test_seats_can_change_hands_when_a_game_is_resumed(sandtable: Run, tmp_path: Path) -> None:
    sandtable("play", "pearls", "--seed", 1, *BOTH, typed="1\n")
    path = tmp_path / "home" / "saves" / "pearls-1.sandtable"
    sandtable("play", "--resume", path, "--seat", "south=random", typed="")
    assert load_save(path).notes["players"] == {"north": "human", "south": "random"}


# -- a screen ----------------------------------------------------------------------------------------------------------


class Screen:
    """A terminal of some size with a person who types these lines."""

    def __init__(self, sitting: Sitting, typed: list[str], width: int = 80, height: int = 24) -> None:
        self.out = io.StringIO()
        self.console = Console(
            file=self.out, force_terminal=True, no_color=True, width=width, height=height, highlight=False, _environ={}
        )
        self.typed = iter(typed)
        self.asked: list[str] = []
        self.play = Play(sitting, PlainScreen(self.console, self.read, interactive=True), COMMANDS)

    def read(self, prompt: str) -> str:
        self.asked.append(prompt)
        try:
            line = next(self.typed)
        except StopIteration:
            raise EOFError from None
        self.out.write(f"{prompt}{line}\n")
        return line

    def pages(self) -> list[list[str]]:
        """What was on the screen each time it was cleared, without styles."""
        return [
            re.sub(r"\x1b\[[0-9;]*[A-Za-z]", "", page).splitlines() for page in self.out.getvalue().split("\x1b[2J")
        ]


def sit(path: Path, **players: str) -> Sitting:
    game = find_game("pearls")
    return Sitting.new(game, game.settle({}), "7", seated(game, ("north", "south"), players), path, manual=False)


def test_between_secret_turns_the_screen_is_cleared_and_the_next_one_called(tmp_path: Path) -> None:
    screen = Screen(sit(tmp_path / "x", north="human", south="human"), ["1", "", "1"])
    hands = dict(screen.play.sitting.position.state.hands)  # type: ignore[attr-defined] # it is a Pearls state
    screen.play.run()
    assert "South is next. Press Enter when only South can see the screen. " in screen.asked
    for page in screen.pages():
        text = "\n".join(page)
        north = any(card.replace("-", " ") in text.split("bids")[0] for card in hands["north"])
        south = any(card.replace("-", " ") in text.split("bids")[0] for card in hands["south"])
        assert not (north and south), text


def test_the_bot_says_what_it_chose_on_the_next_page(tmp_path: Path) -> None:
    """It was told on the page that is wiped out at once."""
    screen = Screen(sit(tmp_path / "x"), ["bot", "auto 5"])
    screen.play.run()
    pages = ["\n".join(page) for page in screen.pages()]
    assert "The bot chose: Bid " in pages[2]
    assert "The bot chose: " not in pages[1]
    assert pages[-1].count("The bot chose: ") >= 2


def test_help_breaks_between_words(tmp_path: Path) -> None:
    screen = Screen(sit(tmp_path / "x"), ["help"], width=60)
    screen.play.run()
    lines = [line for line in screen.pages()[-1] if "--resume" not in line]
    assert all(cell_len(line) <= 60 for line in lines)
    words = {word for line in lines for word in line.split()}
    assert {"`attack", "behind", "anyway)"} <= words


def test_the_first_page_asks_with_the_rule(tmp_path: Path) -> None:
    screen = Screen(sit(tmp_path / "x"), [])
    screen.play.run()
    page = "\n".join(screen.pages()[1])
    assert "Bid a card  PE-2.1" in page
    assert "Chests: North 0" in page


@pytest.mark.parametrize(("width", "height"), [(80, 24), (120, 40)])
def test_every_page_fits_the_screen(tmp_path: Path, width: int, height: int) -> None:
    """A long game of whatever is installed, page by page."""
    game = find_game("warbirds")
    options = game.settle({})
    players = seated(game, game.seats(options), {})
    sitting = Sitting.new(game, options, "fits", players, tmp_path / "x", manual=False)
    screen = Screen(sitting, ["bot"] * 120, width, height)
    screen.play.run()
    pages = screen.pages()
    assert len(pages) > 100
    for page in pages[:-1]:
        assert len(page) <= height + 1, page  # the line that the bot's choice is told on follows the prompt
        assert all(cell_len(line) <= width for line in page), page


def test_ctrl_c_saves_and_leaves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, sandtable: Run) -> None:
    class Interrupted(io.StringIO):
        def readline(self, *_: object) -> str:  # type: ignore[override] # only the interruption matters
            raise KeyboardInterrupt

    monkeypatch.setattr("sandtable.terminal.begin._piped", lambda prompt: Interrupted().readline())
    ran = sandtable("play", "pearls", "--seed", 1)
    assert ran.code == 130
    assert "Saved after 0 choices" in ran.out
    assert sys.stdin is not None


def test_a_full_screen_needs_a_terminal(sandtable: Run) -> None:
    ran = sandtable("play", "pearls", "--full")
    assert ran.code == 2
    assert "--full needs a terminal with a cursor." in ran.err


def test_the_ruler_answers_where_a_game_has_one(sandtable: Run) -> None:
    assert "Pearls has no ruler." in sandtable("play", "pearls", "--seed", 1, typed="los a b\n").out
    typed = "los h6 e5\nlos H6 nowhere\nlos H6\n"
    out = " ".join(sandtable("play", "vengeance", "--scenario", "train1", "--seed", 1, typed=typed).out.split())
    assert "H6 to E5, range 3: Blocked at F5: building. RV-A6.25" in out
    assert "There is no place 'nowhere' on the board." in out
    assert "Name two places" in out


def at_the_escorts(tmp_path: Path) -> Sitting:
    """A raid of the Luftwaffe at the first of many questions about escorts."""
    record = load_save(GOLDEN / "luftwaffe" / "000-draw.sandtable")
    game = find_game("luftwaffe")
    players = dict.fromkeys(game.seats(record.options), "human")
    sitting = Sitting.new(game, record.options, record.seed, players, tmp_path / "raid.sandtable", manual=False)
    for choice in record.steps:
        decision = sitting.position.decision
        if decision is not None and decision.ask == "escort":
            break
        sitting.position.apply(choice.seat, choice.option)
        sitting.recorder.note()
    return sitting


def test_small_questions_are_answered_in_one_list(tmp_path: Path) -> None:
    sitting = at_the_escorts(tmp_path)
    rows = asked_together(sitting.position, "american")
    before = len(sitting.position.steps)
    screen = Screen(sitting, ["together", "2", "", "quit"], width=100, height=60)
    screen.play.run()
    made = [step.option for step in sitting.position.steps[before:]]
    assert len(made) == len(rows) > 5
    assert made[0] == rows[0].default
    assert made[1] != rows[1].default
    assert "`together` answers all similar questions at once" in screen.out.getvalue()


def test_a_list_that_is_left_or_mistyped_changes_nothing(tmp_path: Path) -> None:
    sitting = at_the_escorts(tmp_path)
    before = len(sitting.position.steps)
    Screen(sitting, ["together", "back", "together", "99", "quit"], height=60).play.run()
    assert len(sitting.position.steps) == before
