// @vitest-environment node
import { expect, test } from "vitest";
import { applies, settled } from "./box";
import type { Box, OptionSpec } from "./types";

const spec = (name: string, values: (string | number)[]): OptionSpec => ({
  name,
  values,
  default: values[0] ?? "",
  text: "",
  labels: [],
  label: "",
});
const box: Box = {
  only: {
    weather: { scenario: ["campaign"] },
    "first=3": { players: [3, 4] },
  },
};
const specs = [spec("scenario", ["one", "campaign"]), spec("players", [2, 3]), spec("weather", ["fair", "rolled"])];

test("an option applies where the box says so, and everywhere if it says nothing", () => {
  expect(applies(box, { scenario: "one" }, "weather")).toBe(false);
  expect(applies(box, { scenario: "campaign" }, "weather")).toBe(true);
  expect(applies(box, { players: 2 }, "first", 3)).toBe(false);
  expect(applies(box, { players: 3 }, "first", 3)).toBe(true);
  expect(applies(undefined, {}, "anything")).toBe(true);
});

test("what has no effect goes back to its default", () => {
  expect(settled(box, specs, { scenario: "one", players: 2, weather: "rolled" })).toEqual({
    scenario: "one",
    players: 2,
    weather: "fair",
  });
  expect(settled(box, specs, { scenario: "campaign", players: 2, weather: "rolled" }).weather).toBe("rolled");
});
