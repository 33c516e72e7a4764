import { expect, test } from "vitest";
import { actsOf, lastTurn, missed, numbersInShort, summaryOf, withoutVerdict, type Act, type Known } from "./story";
import type { ShownLine } from "./types";

const SPACES = new Set(["G4", "H3", "I4", "I5"]);
const PIECES: Record<string, string> = { "ru-6": "I4", "ge-1": "I5" };
const KNOWN: Known = {
  isSpace: (id) => SPACES.has(id),
  isPiece: (id) => id in PIECES,
  whereIs: (id) => PIECES[id] ?? null,
  name: (id) => id,
};

let number = 0;
const line = (step: number, event: string, more: Partial<ShownLine> = {}): ShownLine => ({
  number: number++,
  step,
  clause: "XX-1",
  event,
  text: [`${event}.`],
  ...more,
});
const move = (step: number, unit: string, to: string): ShownLine =>
  line(step, "moves", { kind: "move", facts: { units: [unit], to } });

test("steps of one piece are one move along its way", () => {
  const [act, ...more] = actsOf([move(1, "ru-6", "G4"), move(2, "ru-6", "H3"), move(3, "ru-6", "I4")], KNOWN);
  expect(more).toEqual([]);
  expect([act?.kind, act?.way, act?.step]).toEqual(["move", ["G4", "H3", "I4"], 3]);
  expect(act?.text).toBe("ru-6: G4 → H3 → I4");
});

test("a stack that goes on together is one move along its way", () => {
  const stack = (step: number, to: string): ShownLine =>
    line(step, "moves", { kind: "move", facts: { units: ["ru-6", "ge-1"], to } });
  const acts = actsOf([stack(1, "G4"), stack(2, "H3"), stack(3, "I4"), move(4, "ge-1", "I5")], KNOWN);
  expect(acts.map((act) => [act.text, act.way])).toEqual([
    ["ru-6 and ge-1: G4 → H3 → I4", ["G4", "H3", "I4"]],
    ["moves.", ["I5"]],
  ]);
});

test("a move names its pieces as the journal does", () => {
  const known = { ...KNOWN, name: (id: string) => (id === "ru-6" ? "Russian G 4-4-7" : id) };
  const told = (step: number, to: string): ShownLine => ({
    ...move(step, "ru-6", to),
    text: [{ ref: "ru-6", text: "Russian G" }, " moves to ", { ref: to, text: to }, "."],
  });
  expect(actsOf([told(1, "G4"), told(2, "H3")], known)[0]?.text).toBe("Russian G: G4 → H3");
});

test("pieces that follow each other to one place are one move, and details are left out", () => {
  const acts = actsOf(
    [move(1, "ru-6", "G4"), line(1, "faces", { kind: "detail", facts: { hex: "G4" } }), move(2, "ge-1", "G4")],
    KNOWN,
  );
  expect(acts.map((act) => [act.text, act.movers])).toEqual([["ru-6 and ge-1 → G4", ["ru-6", "ge-1"]]]);
});

test("nothing comes of an attack that failed: what happens next is told by itself", () => {
  const flak = line(4, "guns", { kind: "attack", facts: { gun: "I4", die: 5 }, mark: "bad", sides: ["german"] });
  const bombs = line(4, "bombed", { kind: "loss", facts: { unit: "ru-6" }, mark: "good", sides: ["american"] });
  const fuel = line(4, "lost_fuel", { kind: "loss", facts: { unit: "ge-1" }, mark: "bad", sides: ["american"] });
  const [first, ...more] = actsOf([flak, bombs, fuel], KNOWN);
  expect([first?.lines, first?.verdict, first?.mark, first?.lost]).toEqual([[flak], "no effect", "bad", []]);
  expect(more.flatMap((act) => act.lines)).toEqual([bombs, fuel]);
});

test("what went well for the other side does not come of a hit", () => {
  const flak = line(4, "guns", { kind: "attack", facts: { gun: "I4", die: 6 }, mark: "good", sides: ["german"] });
  const lost = line(4, "lost_flak", { kind: "loss", facts: { unit: "ru-6" }, mark: "bad", sides: ["american"] });
  const bombs = line(4, "bombed", { kind: "loss", facts: { unit: "ru-6" }, mark: "good", sides: ["american"] });
  const acts = actsOf([flak, lost, bombs], KNOWN);
  expect(acts.map((act) => act.lines)).toEqual([[flak, lost], [bombs]]);
  expect(acts[0]?.verdict).toBe("lost_flak");
});

test("what comes of the enemy's attack is not told of the shot that went before it", () => {
  const shot = line(4, "shot_down", { kind: "attack", facts: { unit: "ge-1" }, mark: "good" });
  const attack = line(4, "attacks", { kind: "attack", facts: { unit: "ru-6" } });
  const killed = line(4, "killed", { kind: "loss", facts: { unit: "ru-6" }, mark: "bad" });
  const next = line(4, "attacks", { kind: "attack", facts: { unit: "ge-1" } });
  const acts = actsOf([shot, attack, killed, next], KNOWN);
  expect(acts.map((act) => [act.lines, act.mark])).toEqual([
    [[shot], "good"],
    [[attack, killed], "bad"],
    [[next], ""],
  ]);
});

const test_of = (man: string, mark: "good" | "bad", skill = 2): ShownLine =>
  line(9, mark === "good" ? "test_passed" : "test_failed", {
    kind: "result",
    mark,
    facts: { who: man, modifiers: [[skill, "WB-14.2", "gunner"]] },
  });

test("where cards decide, a deed is told with the test that it took, and the test of another man by itself", () => {
  const first = test_of("ru-6", "good", 3);
  const kill = line(9, "shot_down", { kind: "attack", mark: "good", facts: { man: "ru-6", at: "G4" } });
  const [second, third] = [test_of("ge-1", "good"), test_of("ru-6", "bad")];
  const acts = actsOf([first, kill, second, third], KNOWN);
  expect(acts.map((act) => [act.kind, act.text, act.verdict, act.mark, act.place])).toEqual([
    ["attack", "shot_down.", "", "good", "G4"],
    ["roll", "test_passed.", "", "good", "I5"],
    ["roll", "test_failed.", "", "bad", "I4"],
  ]);
  expect(acts[0]?.modifiers).toEqual([[3, "WB-14.2", "gunner"]]);
  expect(acts[0]?.lines).toEqual([kill, first]);
});

test("what a card does and what an attack brings is told with it, and what comes of a test with the test", () => {
  const result = (event: string, facts: Record<string, unknown> = {}): ShownLine =>
    line(9, event, { kind: "result", mark: "bad", facts });
  const test = test_of("ru-6", "bad");
  const [evasion, card] = [result("evasion_failed"), line(9, "event_card", { kind: "result" })];
  const [wing, engine] = [result("part_damaged", { part: "H3" }), line(9, "engine_out", { kind: "loss", mark: "bad" })];
  const attack = line(9, "attacks", { kind: "attack", facts: { card: "ge-1" } });
  const hurt = result("injured", { man: "ru-6" });
  const acts = actsOf([test, evasion, card, wing, engine, line(9, "note"), attack, hurt], KNOWN);
  expect(acts.map((act) => [act.text, act.verdict, act.mark, act.place])).toEqual([
    ["test_failed.", "evasion_failed", "bad", "I4"],
    ["event_card.", "part_damaged, engine_out", "bad", "H3"],
    ["note.", "", "", null],
    ["attacks.", "injured", "bad", "I5"],
  ]);
});

test("a goal that is met is told with the cargo that met it", () => {
  const known = { ...KNOWN, isPiece: (id: string) => id in PIECES || id === "parts" };
  const result = (event: string, facts: Record<string, unknown>): ShownLine =>
    line(9, event, { kind: "result", mark: "good", facts });
  const [act, ...more] = actsOf(
    [result("unloaded", { plane: "ru-6", at: "G4" }), result("goal_reached", { colour: "parts" })],
    known,
  );
  expect(more).toEqual([]);
  expect([act?.text, act?.verdict, act?.place]).toEqual(["unloaded.", "goal_reached", "G4"]);
});

test("an event has the mark of the line that tells it", () => {
  const recover = line(4, "recovery", { sides: ["allied"] });
  const routs = line(4, "routs", { facts: { unit: "ge-1" }, mark: "bad" });
  const note = line(4, "supply");
  expect(actsOf([recover, note, routs], KNOWN).map((act) => [act.text, act.mark])).toEqual([
    ["recovery.", ""],
    ["routs.", "bad"],
  ]);
});

test("another piece, a heading or an attack begins another act", () => {
  const acts = actsOf(
    [move(1, "ru-6", "G4"), move(2, "ge-1", "H3"), line(2, "phase", { level: 2 }), move(3, "ge-1", "I5")],
    KNOWN,
  );
  expect(acts.map((act) => act.way)).toEqual([["G4"], ["H3"], ["I5"]]);
});

test("an attack holds its dice, its modifiers, what came of it and where it was", () => {
  const fire = line(4, "fire", {
    kind: "attack",
    facts: { firers: ["ge-1"], target: "I4", dice: [2, 1], modifiers: [[1, "XX-2", "smoke"]], result: "1KIA" },
  });
  const check = line(4, "morale_check", { facts: { unit: "ru-6", dice: [6, 6] }, mark: "bad" });
  const lost = line(4, "eliminated", { kind: "loss", facts: { unit: "ru-6" }, mark: "bad", sides: ["russian"] });
  const [act, ...more] = actsOf([fire, check, lost], KNOWN);
  expect(more).toEqual([]);
  expect(act).toMatchObject({ kind: "attack", place: "I4", dice: [2, 1], mark: "bad", lost: ["ru-6"] });
  expect(act?.verdict).toBe("eliminated");
  expect(summaryOf([act as NonNullable<typeof act>])).toEqual({
    moves: 0,
    attacks: 1,
    rolls: 0,
    losses: { russian: 1 },
  });
});

test("a battle that is told before its dice takes them", () => {
  const battle = line(7, "battle", { kind: "attack", facts: { hex: "H3", attackers: ["ge-1"] } });
  const fires = line(7, "fires", { facts: { die: 6 } });
  const [act, ...more] = actsOf([battle, fires], KNOWN);
  expect(more).toEqual([]);
  expect([act?.place, act?.dice]).toEqual(["H3", [6]]);
});

test("what comes after a heading is no part of the attack before it", () => {
  const [kill, ...rest] = actsOf(
    [
      line(5, "shot_down", { kind: "attack", mark: "good", facts: { at: "I4" } }),
      line(5, "turn_begins", { level: 2, kind: "detail" }),
      line(5, "test_passed", { mark: "good" }),
    ],
    KNOWN,
  );
  expect([kill?.place, kill?.verdict]).toEqual(["I4", ""]);
  expect(rest.map((act) => act.text)).toEqual(["test_passed."]);
});

test("an event of many lines says what each of them brought, and counts only what there is no room for", () => {
  const good = (text: string): ShownLine => line(9, "unloaded", { mark: "good", text: [text] });
  const [act, ...more] = actsOf(
    ["US delivers 3 fuel.", "US meets its goal for fuel.", "RAF delivers 1 food.", "RAF gains.", "RAF wins."].map(good),
    KNOWN,
  );
  expect(more).toEqual([]);
  expect(act?.verdict).toBe("US delivers 3 fuel; US meets its goal for fuel; RAF delivers 1 food; 2 more events");
});

test("a player who is asked has missed the whole turn of the other side, reactions included", () => {
  const journal = [
    line(1, "turn", { level: 1, sides: ["german"], text: ["Turn 1: Germans"] }),
    move(2, "ge-1", "H3"),
    line(3, "turn", { level: 1, sides: ["russian"], text: ["Turn 1: Russians"] }),
    move(4, "ru-6", "G4"),
    move(6, "ru-6", "H3"),
    line(7, "turn", { level: 1, sides: ["german"], text: ["Turn 2: Germans"] }),
  ];
  const told = missed(journal, ["german"], 5);
  expect([told.title, told.from, told.lines.length]).toEqual(["Turn 1: Russians, in short", 3, 4]);
  expect(missed(journal, ["russian"], 5).lines.map((one) => one.step)).toEqual([6, 7]);
});

test("the last turn is asked for in the middle of the next: its heading tells of both", () => {
  const first = [line(1, "turn", { level: 1, text: ["Turn 1: Germans"] }), move(2, "ge-1", "H3")];
  const second = line(3, "turn", { level: 1, text: ["Turn 1: Russians"] });
  const phase = line(3, "phase", { level: 2, text: ["Rally Phase"] });
  const told = (lines: ShownLine[]): [string, number, number] => {
    const { title, from, lines: left } = lastTurn(lines);
    return [title, from, left.length];
  };
  expect(told(first)).toEqual(["Turn 1: Germans, so far", 0, 2]);
  expect(told([...first, second, phase])).toEqual(["Turn 1: Germans, in short", 1, 4]);
  expect(told([...first, second, phase, move(4, "ru-6", "G4")])).toEqual(["Turn 1: Germans, and since", 1, 5]);
});

test("who holds several seats has missed nothing of what they did", () => {
  const journal = [
    line(1, "turn", { level: 1, sides: ["us"], text: ["Turn 1: US"] }),
    move(2, "ge-1", "H3"),
    line(3, "turn", { level: 1, sides: ["raf"], text: ["Turn 1: RAF"] }),
    move(4, "ru-6", "G4"),
    line(5, "turn", { level: 1, sides: ["us"], text: ["Turn 2: US"] }),
  ];
  expect(missed(journal, ["us"], 2).title).toBe("Turn 1: RAF, in short");
  expect(missed(journal, ["us", "raf"], 2).title).toBe("");
});

test("a side that a line names is no piece that moved", () => {
  const known = { ...KNOWN, isPiece: (id: string) => id in PIECES || id === "german" };
  const first = line(1, "moves", {
    kind: "move",
    facts: { unit: "ge-1", side: "german", to: "G4" },
    sides: ["german"],
  });
  const second = line(2, "moves", {
    kind: "move",
    facts: { unit: "ru-6", side: "german", to: "G4" },
    sides: ["german"],
  });
  const [act] = actsOf([first, second], known);
  expect([act?.text, act?.movers]).toEqual(["ge-1 and ru-6 → G4", ["ge-1", "ru-6"]]);
});

test("many pieces and long ways are told in short", () => {
  const many = ["a", "b", "c", "d", "e"];
  const known = { ...KNOWN, isPiece: (id: string) => many.includes(id) };
  const [act] = actsOf(
    many.map((unit, at) => move(at, unit, "G4")),
    known,
  );
  expect(act?.text).toBe("a, b and 3 more → G4");
  const way = ["G4", "H3", "I4", "I5", "G4"];
  const [walk] = actsOf(
    way.map((to, at) => move(at, "ru-6", to)),
    KNOWN,
  );
  expect(walk?.text).toBe("ru-6: G4 → … → G4");
});

test("what moved the column is told apart from what is added to the dice", () => {
  const facts = { target: "G4", dice: [5, 2], modifiers: [[-1, "XX-1", "park"]], shifts: [[1, "XX-2", "outflanked"]] };
  const [assault] = actsOf(
    [{ number: 0, step: 1, clause: "", event: "assault", text: ["assault"], kind: "attack", facts }],
    KNOWN,
  );
  expect(assault?.modifiers).toEqual([[-1, "XX-1", "park"]]);
  expect(assault?.shifts).toEqual([[1, "XX-2", "outflanked"]]);
});

test("many numbers at one place are told by the first two and the last", () => {
  expect(numbersInShort([3, 4, 5, 6])).toBe("3 4 5 6");
  expect(numbersInShort([19, 21, 22, 24, 52])).toBe("19 21 … 52");
});

test("a recap is headed by the turn where the heading is a sentence", () => {
  const journal = [
    line(1, "mission", { level: 1, sides: ["one"], text: ["Mission 1: briefing, Player 1 commands"] }),
    move(2, "ge-1", "H3"),
    line(3, "mission", { level: 1, sides: ["two"], text: ["Mission 2: briefing, Player 2 commands"] }),
  ];
  expect(missed(journal, ["two"], 2).title).toBe("Mission 1, in short");
  expect(lastTurn([...journal, move(4, "ge-1", "G4")]).title).toBe("Mission 1, and since");
});

test("a result that ends its own sentence is told once, below it", () => {
  const told = (text: string, verdict: string): string => withoutVerdict({ text, verdict } as Act);
  expect(told("Air Strike on 2922, column G: the units are disrupted (D).", "the units are disrupted (D)")).toBe(
    "Air Strike on 2922, column G.",
  );
  expect(told("Fire at F4, DR 3: 1KIA.", "Russian E is eliminated at F4")).toBe("Fire at F4, DR 3: 1KIA.");
  expect(told("Krause breaks.", "Krause breaks")).toBe("");
  expect(told("JG 302 runs out of fuel.", "JG 302 runs out of fuel at 0609")).toBe("");
  expect(told("A roll", "A roll")).toBe("A roll");
  expect(told("A roll.", "")).toBe("A roll.");
});
