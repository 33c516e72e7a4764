// @vitest-environment node
import { expect, test } from "vitest";
import { forced, sameAgain, sameKind } from "./again";
import type { Option, ShownOption } from "./types";

const shown = (...options: Option[]): ShownOption[] => options.map((option) => ({ option, text: [String(option[0])] }));

test("the same again is the only option of the verb", () => {
  const options = shown(["fire", "dortmund", "1314"], ["hold_fire", "dortmund"]);
  expect(sameAgain(["fire", "essen", "1213"], options)?.option).toEqual(["fire", "dortmund", "1314"]);
  expect(sameAgain(["hold_fire", "essen"], options)?.option).toEqual(["hold_fire", "dortmund"]);
  expect(sameAgain(["launch", "fw190"], options)).toBeNull();
});

test("of several the one with the same object, and none if that is not clear", () => {
  const escorts = shown(["escort", "p51-2", "b17-1"], ["escort", "p51-2", "b17-2"], ["free", "p51-2"]);
  expect(sameAgain(["escort", "p51-1", "b17-2"], escorts)?.option).toEqual(["escort", "p51-2", "b17-2"]);
  expect(sameAgain(["escort", "p51-1", "b24-9"], escorts)).toBeNull();
  expect(sameAgain(["move", "a"], shown(["move", "b"], ["move", "c"]))).toBeNull();
});

test("a run ends with the rule, the phase or the turn", () => {
  const asked = { rule: "LW-9.7.1", when: "Turn 3 American half-turn" };
  expect(sameKind(asked, { ...asked })).toBe(true);
  expect(sameKind(asked, { ...asked, rule: "LW-6.6" })).toBe(false);
  expect(sameKind(asked, { ...asked, when: "Turn 4 American half-turn" })).toBe(false);
  expect(sameKind(null, asked)).toBe(false);
  expect(sameKind({ rule: "", when: "" }, { rule: "", when: "" })).toBe(false);
});

test("one option without chance is forced", () => {
  expect(forced(shown(["done"]))?.option).toEqual(["done"]);
  expect(forced(shown(["done"], ["pass"]))).toBeNull();
  const rolled: ShownOption = {
    option: ["roll"],
    text: ["Roll"],
    odds: { outcomes: [], modifiers: [], sampled: false, sums: [], row: [], preview: false },
  };
  expect(forced([rolled])).toBeNull();
});
