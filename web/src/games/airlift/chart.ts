// What the server tells of the chart.

import type { Point } from "../../art/geometry";
import type { Range } from "../../art/relief";

export interface Chart {
  /** The names of the goods by their colours. */
  goods: Record<string, string>;
  /** The short names of the bases. */
  bases: Record<string, string>;
  /** Which boxes of the morale track hold finished products. */
  finished_boxes: number[];
  /** Outlines of land, x and y in turn. */
  coast: number[][];
  /** The Soviet zone. */
  zone: Point[];
  ranges: Range[];
  /** Degrees and where their lines run. */
  meridians: [number, number][];
  parallels: [number, number][];
  /** Left, top, width and height of the inset with the airports of Berlin. */
  inset: [number, number, number, number];
}
