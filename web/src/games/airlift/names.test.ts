// @vitest-environment node
import { describe, expect, it } from "vitest";
import { around, meet } from "../../lib/labels";
import type { Rect } from "../../lib/layout";
import type { Board, Space } from "../../lib/types";
import { boxOf, namesOf, roomOf, titleOf } from "./names";

const AIRPORTS = ["Tegel", "Tempelhof", "Gatow", "Lake Havel"];
const INSET: [number, number, number, number] = [1118, 1076, 472, 352];
const airport = (name: string, at: number): Space[] => {
  const [x, y] = [at % 2 ? 1422 : 1186, at < 2 ? 1160 : 1338];
  return [
    { id: name, x, y, shape: "circle", width: 84, height: 84, kind: "base", label: name },
    { id: `${name}-maintenance`, x: x + 92, y, shape: "circle", width: 62, height: 62, kind: "station" },
    { id: `${name}-cargo`, x: x + 52, y: y + 66, shape: "rect", width: 190, height: 38, kind: "box" },
  ];
};
const board: Board = {
  width: 1600,
  height: 1440,
  spaces: AIRPORTS.flatMap(airport),
  links: [],
  labels: [{ text: "BERLIN", x: 1354, y: 1102, kind: "region" }],
  scenery: { bases: {}, inset: INSET },
};
const frame: Rect = { x: INSET[0], y: INSET[1], width: INSET[2], height: INSET[3] };
/** A stack of six aircraft in the circle of each airport: it climbs up and to the right. */
const stacks = board.spaces
  .filter(({ kind }) => kind === "base")
  .flatMap(({ x, y }) =>
    [0, 1, 2, 3, 4, 5].map((n) => around([x + (n - 2) * 8, y - (n - 2) * 8], { width: 84, height: 76 })),
  );

describe.each([1.2, 2, 2.5])("names of airports at %d board units for a pixel", (px) => {
  it.each([
    ["empty circles", []],
    ["stacks of six", stacks],
  ])("are all written inside the inset, with %s", (_, taken) => {
    const names = namesOf(board, px, taken).filter(({ kind }) => kind === "base");
    expect(names.map(({ text }) => text).sort()).toEqual([...AIRPORTS].sort());
    const rooms = names.map((name) => around([name.x, name.y], roomOf(name, px)));
    for (const room of rooms) {
      expect(room.y).toBeGreaterThanOrEqual(frame.y);
      expect(room.y + room.height).toBeLessThanOrEqual(frame.y + frame.height);
      expect(rooms.filter((other) => meet(room, other))).toEqual([room]);
    }
  });

  it("keep out of the way of the circles, the boxes and the title", () => {
    const title = titleOf(board, px) as Rect;
    const solid = [...board.spaces.map(boxOf), title];
    for (const name of namesOf(board, px, []))
      expect(solid.filter((one) => meet(around([name.x, name.y], roomOf(name, px)), one))).toEqual([]);
  });
});

it("an airport under many counters is named across its maintenance rather than behind them", () => {
  // As on a small screen: a stack of six that climbs to the edge of the inset.
  const px = 3.2;
  const crowd = [0, 1, 2, 3, 4, 5].map((n) => {
    const climb = (n - 2.5) * 8;
    return around([1422 + climb, 1160 - climb], { width: 80, height: 70 });
  });
  const name = namesOf(board, px, crowd).find(({ text }) => text === "Tempelhof");
  if (!name) throw new Error("Tempelhof has no name");
  const room = around([name.x, name.y], roomOf(name, px));
  expect(crowd.filter((one) => meet(one, room))).toEqual([]);
});

describe.each([1.2, 2.07, 3.1])("names of two bases side by side at %d board units for a pixel", (px) => {
  const base = (id: string, x: number, y: number): Space => ({
    id,
    x,
    y,
    shape: "circle",
    width: 76,
    height: 76,
    kind: "base",
    label: id,
  });
  const small = (id: string, x: number, y: number): Space => ({
    id,
    x,
    y,
    shape: "circle",
    width: 54,
    kind: "station",
  });
  const cargo = (id: string, x: number, y: number): Space => ({
    id,
    x,
    y,
    shape: "rect",
    width: 150,
    height: 34,
    kind: "box",
  });
  const bases = [base("Wiesbaden", 105, 1267.5), base("Rhein-Main", 192, 1326)];
  const pair: Board = {
    ...board,
    labels: [],
    spaces: [
      ...bases,
      ...[small("wm", 101, 1201.5), small("rm", 259, 1322), cargo("wc", 77, 1325.5), cargo("rc", 97, 1386)],
    ],
  };
  const pile = ([x, y]: [number, number]): Rect => around([x, y], { width: 40 * px, height: 36 * px });

  it.each<[string, Rect[]]>([
    ["empty bases", []],
    ["a pile on one of them", [pile([192, 1326])]],
    ["piles on both, moved apart", [pile([80, 1267]), pile([200, 1340])]],
  ])("each is clearly nearer to its own, with %s", (_, taken) => {
    for (const name of namesOf(pair, px, taken).filter(({ kind }) => kind === "base")) {
      const room = around([name.x, name.y], roomOf(name, px));
      const far = ({ x, y }: Space): number =>
        Math.hypot(Math.max(room.x - x, 0, x - room.x - room.width), Math.max(room.y - y, 0, y - room.y - room.height));
      const [own, other] = name.text === "Wiesbaden" ? bases : bases.toReversed();
      expect(far(own as Space) * 1.15).toBeLessThan(far(other as Space));
    }
  });
});
