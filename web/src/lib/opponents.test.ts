import { expect, test } from "vitest";
import { opponentName, opponentShort, opponents } from "./opponents";
import { usual } from "./start";

const bots = ["recruit", "regular", "veteran", "elite", "random", "greedy", "clever"];

test("the regular is listed once, under his level", () => {
  expect(opponents(bots)).toEqual(["recruit", "regular", "veteran", "elite", "random", "clever"]);
  expect(opponents(bots, "greedy")).toContain("greedy");
  expect(opponents(["random", "greedy"])).toEqual(["random", "greedy"]);
});

test("levels say what they do, other bots keep their names", () => {
  expect(opponentName("veteran")).toBe("Veteran: an experienced player");
  expect(opponentName("clever")).toBe("bot clever");
  expect([opponentShort("elite"), opponentShort("clever")]).toEqual(["elite bot", "bot clever"]);
});

test("the usual opponent is a regular", () => {
  expect(usual(0, bots)).toBe("me");
  expect(usual(1, bots)).toBe("regular");
  expect(usual(1, ["random", "greedy"])).toBe("greedy");
});
