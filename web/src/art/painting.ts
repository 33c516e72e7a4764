// A painted map: what a game's painting module gives to the tiles.

import type { Rect } from "../lib/layout";
import type { Board } from "../lib/types";
import type { Canvas } from "./pen";

/** How it is to be painted: `contrast` with pale ground and thick edges. */
export type Tone = "plain" | "contrast";

export interface Painting {
  /** What is painted, in board units: more than the board where its surroundings are known. */
  bounds: Rect;
  /** Paint what lies in the box; the canvas is set up in board units, `scale` is pixels for one of them. */
  paint(on: Canvas, box: Rect, scale: number, tone: Tone): void;
}

export type Painter = (board: Board) => Painting;
