import { expect, test } from "vitest";
import { figure, headingOf, percent, turnOf, unbroken } from "./text";

test("a figure below nothing has a minus and no hyphen", () => {
  expect([-3, 0, "-2", "2-3", "4-5-8"].map(figure)).toEqual(["−3", "0", "−2", "2-3", "4-5-8"]);
});

test("a figure and its per cent sign stay on one line", () => {
  expect([0, 0.004, 0.35, 1].map(percent)).toEqual(["0\u00a0%", "<1\u00a0%", "35\u00a0%", "100\u00a0%"]);
  expect(unbroken("15 % to take effect: 1MC 5 %, in % of all")).toBe(
    "15\u00a0% to take effect: 1MC 5\u00a0%, in % of all",
  );
});

test("a short heading is named whole, a sentence by its turn", () => {
  expect(headingOf("Turn 1: German player")).toBe("Turn 1: German player");
  expect(headingOf("Mission 1: briefing, Player 1 commands")).toBe("Mission 1");
});

test("a heading is shortened to its turn", () => {
  expect(turnOf("Autumn, turn 1: USAF 10 is the Active Player")).toBe("Autumn, turn 1");
});
