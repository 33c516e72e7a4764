import { describe, expect, it } from "vitest";
import { letter, type Lettered, type Shift } from "./lettering";

const SHEET = { width: 1000, height: 600 };
const TRIES: Shift[] = [-2, -1, 1, 2].map((y) => ({ along: 0, x: 0, y }));
const level = (text: string, x: number, y: number, tries = TRIES): Lettered => ({
  text,
  size: 20,
  wide: 1,
  lines: [
    [
      [x - 500, y],
      [x, y],
      [x + 500, y],
    ],
  ],
  tries,
});
const still = { along: 0, x: 0, y: 0, line: 0, lost: 0 };

describe("names on a painted map", () => {
  it("stay where they are best when nothing is in the way", () => {
    expect(letter([level("MOABIT", 500, 300)], [], SHEET)).toEqual([still]);
  });

  it("make way for a counter, no farther than they must", () => {
    const counter = { x: 490, y: 290, width: 20, height: 20 };
    const [place] = letter([level("MOABIT", 500, 300)], [counter], SHEET);
    expect(place).toEqual({ ...still, y: -20 });
  });

  it("make way for a name that mattered more", () => {
    const [first, second] = letter([level("REICHSTAG", 500, 300), level("KÖNIGSPLATZ", 560, 305)], [], SHEET);
    expect(first).toEqual(still);
    expect(second).toMatchObject({ y: 20, lost: 0 });
  });

  it("slide along a street that is longer than they are", () => {
    const street = level("ALSEN", 500, 300, [
      { along: 3, x: 0, y: 0 },
      { along: -3, x: 0, y: 0 },
    ]);
    const barricade = { x: 530, y: 285, width: 30, height: 30 };
    expect(letter([street], [barricade], SHEET)).toEqual([{ ...still, along: -60 }]);
  });

  it("keep to the sheet with every letter", () => {
    const [left, corner] = letter([level("TIERGARTEN", 60, 300), level("MOABIT", 990, 595)], [], SHEET);
    // Ten letters of 20 around 60 begin at -40.
    expect(left?.x).toBeCloseTo(46);
    expect(corner?.x).toBeCloseTo(1000 - 990 - 60 - 6);
    expect(corner?.y).toBeCloseTo(600 - 595 - 10 - 6);
  });

  it("stand along another line of theirs where more of them can be read", () => {
    const river = { ...level("SPREE", 300, 300, []), lines: [300, 500].flatMap((y) => level("SPREE", 300, y).lines) };
    const guns = { x: 280, y: 290, width: 40, height: 20 };
    expect(letter([river], [], SHEET)).toEqual([still]);
    expect(letter([river], [guns], SHEET)).toEqual([{ ...still, line: 1 }]);
  });

  it("lose the fewest letters where there is no room", () => {
    const wall = { x: 0, y: 250, width: 470, height: 100 };
    const [place] = letter([level("MOABIT", 500, 300)], [wall], SHEET);
    // The first two letters end at 460 and 480.
    expect(place).toEqual({ ...still, lost: 2 });
  });

  it("are not dragged into the sheet when what they name lies beside it", () => {
    expect(letter([level("MOABIT", -400, 300)], [], SHEET)).toEqual([still]);
  });
});
