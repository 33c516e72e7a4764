// What the server tells of the chart.

import type { Point } from "../../art/geometry";
import type { Board } from "../../lib/types";

type KeyPart = "industries" | "places" | "lines" | "tracks" | "counter";

export interface Chart {
  coast: number[][];
  rivers: [number, Point[]][];
  lakes: Point[][];
  /** The names of seas and where they stand. */
  seas: [string, number, number][];
  ranges: [number, Point[]][];
  /** The names of the industries by their letters. */
  industries: Record<string, string>;
  /** The parts of the key: a title, and what each sign means. */
  key: Record<KeyPart, Record<string, string>>;
  /** Id, name, letters of industries, heavy flak, and where its name begins, in pixels from the dot. */
  cities: [string, string, string, number, number, number][];
}

export interface City {
  id: string;
  name: string;
  industries: string[];
  flak: boolean;
  x: number;
  y: number;
  dx: number;
  dy: number;
}

export function citiesOf(board: Board): City[] {
  const chart = board.scenery as unknown as Chart;
  const spaces = new Map(board.spaces.map((space) => [space.id, space]));
  return chart.cities.flatMap(([id, name, letters, flak, dx, dy]) => {
    const space = spaces.get(id);
    return space
      ? [{ id, name, industries: Array.from(letters), flak: flak === 1, x: space.x, y: space.y, dx, dy }]
      : [];
  });
}

/** The key to the chart, each part with its title and its signs. */
export function keyOf({ key }: Chart): Record<KeyPart, { title: string; signs: Record<string, string> }> {
  const part = (name: KeyPart): { title: string; signs: Record<string, string> } => {
    const { title = "", ...signs } = key[name];
    return { title, signs };
  };
  return {
    industries: part("industries"),
    places: part("places"),
    lines: part("lines"),
    tracks: part("tracks"),
    counter: part("counter"),
  };
}

/** The signs of industries in a box of 12: each has a shape and a colour of its own. */
export const SIGNS: Record<string, { fill: string; d: string; line?: boolean }> = {
  A: {
    fill: "#2f557a",
    d: "M6 .8 7 4.4l4.3 2.2v1.4L7 7.1l-.2 2.5 1.5 1v.8L6 10.9l-2.3.5v-.8l1.5-1L5 7.1.7 8V6.6L5 4.4z",
  },
  M: { fill: "#5a5238", d: "M6 .8C7.8 2.8 8.4 4.6 8.4 6v2.7H3.6V6C3.6 4.6 4.2 2.8 6 .8zM3.6 9.5h4.8v1.6H3.6z" },
  B: { fill: "#59606b", d: "M6 1.6A4.4 4.4 0 1 1 5.99 1.6M6 4.7A1.3 1.3 0 1 1 5.99 4.7M3.1 5V7M8.9 5V7", line: true },
  C: { fill: "#6d4482", d: "M4.6 1h2.8v1H7v2.7l3.4 5Q10.8 11 9.7 11H2.3q-1.1 0-.7-1.3l3.4-5V2h-.4z" },
  O: { fill: "#1d1b18", d: "M6 .8C8.6 4.2 9.7 5.9 9.7 7.5a3.7 3.7 0 0 1-7.4 0C2.3 5.9 3.4 4.2 6 .8z" },
  R: {
    fill: "#8a5212",
    d: "M3.2.8h1.3v10.4H3.2zM7.5.8h1.3v10.4H7.5zM1.4 2.3h9.2v1.2H1.4zM1.4 5.4h9.2v1.2H1.4zM1.4 8.5h9.2v1.2H1.4z",
  },
  N: { fill: "#136278", d: "M6 1.2v9.2M3.6 4h4.8M1.6 7.2c.4 2.4 2 3.4 4.4 3.6 2.4-.2 4-1.2 4.4-3.6", line: true },
  S: { fill: "#9a3324", d: "M1.8 1.5h8.4v2.4H7.3v4.2h2.9v2.4H1.8V8.1h2.9V3.9H1.8z" },
};
