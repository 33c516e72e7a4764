// @vitest-environment node
import {
  differenceCiede2000,
  filterDeficiencyDeuter,
  filterDeficiencyProt,
  filterDeficiencyTrit,
  parse,
  type Color,
  wcagContrast,
} from "culori";
import { expect, test } from "vitest";
import { BADGES, lineColour, sideColour } from "./colours";

const AXIS = ["german", "ss", "luftwaffe", "axis"];
const ALLIES = ["us", "british", "polish", "soviet", "russian", "american", "allied"];
const EYES = [(seen: Color) => seen, filterDeficiencyProt(1), filterDeficiencyDeuter(1), filterDeficiencyTrit(1)];
const difference = differenceCiede2000();

function colourOf(text: string | undefined): Color {
  const colour = parse(text ?? "");
  if (!colour) throw new Error(`${text} is no colour`);
  return colour;
}

/** How different two colours look to the eyes that tell them apart worst. */
function least(one: string | undefined, other: string | undefined): number {
  const [first, second] = [colourOf(one), colourOf(other)];
  return Math.min(...EYES.map((eye) => difference(eye(first), eye(second))));
}

test.each(AXIS.flatMap((axis) => ALLIES.map((ally) => [axis, ally])))(
  "%s and %s counters differ for every kind of colour vision",
  (axis, ally) => {
    expect(least(sideColour(axis).fill, sideColour(ally).fill)).toBeGreaterThan(12);
  },
);

test("good and bad differ for every kind of colour vision", () => {
  expect(least(BADGES.good?.fill, BADGES.bad?.fill)).toBeGreaterThan(12);
});

test.each([...AXIS, ...ALLIES])("ink on %s counters can be read", (side) => {
  const { fill, ink } = sideColour(side);
  expect(wcagContrast(fill, ink)).toBeGreaterThanOrEqual(4.5);
});

test("lines of two sides differ, and a pale side is drawn by its edge", () => {
  expect(lineColour("allied")).toBe(sideColour("allied").fill);
  expect(lineColour("german")).toBe(sideColour("german").edge);
  expect(lineColour("russian")).toBe(sideColour("russian").fill);
});
