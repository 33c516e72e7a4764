// @vitest-environment node
import { expect, test } from "vitest";
import { answersOf, answerTo, detailOf, endsTicked, keyOf, proposed, subjectOf } from "./together";
import type { Piece, ShownOption, ShownQuestion } from "./types";

const option = (...option: string[]): ShownOption => ({ option, text: [option.join(" ")] });
const row = (id: string, chosen: number): ShownQuestion => ({
  prompt: [id],
  options: [option("escort", id, "b17"), option("free", id)],
  default: chosen,
});

test("each row is answered by its default or by what the player said", () => {
  const [first, second] = [row("p47-1", 0), row("p47-2", 0)];
  const answers = answersOf([first, second], new Map([[keyOf(second.options), 1]]));
  expect(answerTo(first.options, answers)).toEqual(["escort", "p47-1", "b17"]);
  expect(answerTo(second.options, answers)).toEqual(["free", "p47-2"]);
});

test("a question that is not among the rows, or has other options now, is not answered", () => {
  const answers = answersOf([row("p47-1", 0)], new Map());
  expect(answerTo(row("p51-9", 0).options, answers)).toBeNull();
  expect(answerTo([option("free", "p47-1")], answers)).toBeNull();
  expect(answerTo([], answers)).toBeNull();
});

test("a row names its subject once", () => {
  const p47 = { ref: "p47-1", text: "P-47 4 FG" };
  const prompt = ["Assign ", p47, " as close escort?"];
  expect(subjectOf(prompt)).toEqual([p47]);
  expect(subjectOf(["Fire?"])).toEqual(["Fire?"]);
});

test("of one question any number is ticked: what was ticked and is still offered comes first, then its end", () => {
  const done = option("done");
  const [first, second, third] = [option("break", "a"), option("break", "b"), option("break", "c")];
  const rows = [first, second, third].map((one) => ({
    prompt: ["Break?"],
    options: [one, done],
    default: 1,
    ticked: true,
  }));
  const answers = answersOf(rows, new Map([[keyOf([second, done]), 0]]));
  expect(answerTo([first, second, third, done], answers)).toEqual(["break", "b"]);
  expect(answerTo([first, third, done], answers)).toEqual(["done"]);
  expect(answerTo([option("break", "new"), done], answers)).toBeNull();
});

test("choices that build on each other are proposed as a whole, but for what ends the question", () => {
  const seats = ["pilot", "nose"].map((station): ShownQuestion => ({
    prompt: ["Man the stations"],
    options: [option("assign", "crew-01", station)],
    proposed: true,
  }));
  const end: ShownQuestion = { prompt: ["Man the stations"], options: [option("ready")] };
  expect(proposed([row("p47-1", 0)])).toEqual([]);
  expect(proposed([...seats, end]).map(({ option }) => option[2])).toEqual(["pilot", "nose"]);
  const answers = answersOf(seats, new Map());
  const offered = [option("ready"), option("assign", "crew-02", "tail"), option("assign", "crew-01", "nose")];
  expect(answerTo(offered, answers)).toEqual(["assign", "crew-01", "nose"]);
  expect(answerTo(offered.slice(0, 2), answers)).toBeNull();
});

test("what is to be ticked is told by its factors and where it lies", () => {
  const squad: Piece = { id: "r-e", face: "infantry", where: "K11", drawing: { parts: [4, 5, 8] } };
  expect(detailOf(squad, (id) => `hex ${id}`)).toBe("4-5-8 · hex K11");
  expect(detailOf({ ...squad, drawing: {} }, (id) => id)).toBe("K11");
  expect(detailOf(undefined, (id) => id)).toBe("");
});

test("the end of a question with ticks is known, so that its one button confirms them", () => {
  const end = option("done");
  const rows = ["r-e", "r-f"].map((id): ShownQuestion => ({
    prompt: [],
    options: [option("break", id), end],
    ticked: true,
  }));
  expect(endsTicked(rows, end)).toBe(true);
  expect(endsTicked(rows, option("break", "r-e"))).toBe(false);
  expect(endsTicked([row("p47-1", 0)], option("free", "p47-1"))).toBe(false);
  expect(endsTicked([], end)).toBe(false);
});
