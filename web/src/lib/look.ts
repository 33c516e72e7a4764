// What a game adds to the general table: faces, a drawing behind the board, colours. Drawing only.

import type { Component } from "svelte";
import Card from "../faces/Card.svelte";
import Counter from "../faces/Counter.svelte";
import Fighter from "../faces/Fighter.svelte";
import Given from "../faces/Given.svelte";
import Man from "../faces/Man.svelte";
import Marker from "../faces/Marker.svelte";
import { api } from "./api";
import { readDrawing, type GivenDrawing } from "./given";
import type { View } from "./camera.svelte";
import type { Match } from "./match.svelte";
import type { Rect, Size } from "./layout";
import type { Board, GivenLook, Panel, Piece, Table } from "./types";

export interface Face {
  /** `px` is its width on the screen; without it the face has all the room it needs. */
  draw: Component<{ piece: Piece; px?: number }>;
  /** The size of the drawing in its own units; it is drawn from 0,0. */
  width: number;
  height: number;
  /** Drawn flat on the board, without a shadow below it. */
  flat?: boolean;
  /** Its width on the board, in usual lengths of the board (the width of a hex). */
  share: number;
  /** Its least width on the screen in pixels, also where its space is smaller; it may depend on the usual length of the board in pixels. */
  least?: (unit: number) => number;
}

/** A name written along a line of the board. */
export interface NameOnMap {
  text: string;
  kind: string;
  size: number;
  line: [number, number][];
}

/** A small mark with a number that keeps its size on the screen. */
export interface Sign {
  text: string;
  x: number;
  y: number;
}

/** A way that a piece faces, in degrees clockwise from north, and the hexsides in front of it. */
export interface Front {
  to: number;
  sides: number[];
  kind: string;
  /** Drawn at all times; else while the piece is pointed at or asked about. */
  always: boolean;
}

export interface Look {
  /** The ways that a piece faces. */
  fronts?: (piece: Piece) => Front[];
  /** Drawn behind the spaces, in board units; `k` is how many pixels a unit has while the board stands still. */
  art?: Component<{ board: Board; table: Table | null; k: number }>;
  /** Its map is painted by games/<game>/painting.ts. */
  painted?: true;
  /** Drawn over a painted map and below the pieces, where sizes on the screen matter. */
  live?: Component<{ board: Board; view: View; taken: Rect[]; match: Match }>;
  /** A key to the signs of the map. */
  key?: Component<{ board: Board }>;
  /** Faces that the key tells of. */
  keyed?: string[];
  /** What is in sight when the whole board is shown in a room of this size; else exactly the board. */
  frame?: (board: Board, room: Size) => Rect;
  /** What is written on a painted map. */
  names?: (board: Board) => NameOnMap[];
  /** Heights of what is painted. */
  levels?: (board: Board) => Sign[];
  faces?: Record<string, Face>;
  /** Widths of faces on the board in board units, where the usual share does not fit. */
  widths?: Record<string, number>;
  /** How far a closed stack climbs, in widths of its pieces; less than usual where stacks are high and stand close together. */
  climb?: number;
  /** The width of a hex in pixels from which its counters can be read, where they are smaller in it than usual. */
  readable?: number;
  /** Kinds of spaces that the art draws itself; the client only lets them glow. */
  drawn?: string[];
  /** The colour of the table around the board. */
  table?: string;
  /** A drawing in place of the cells of a track, by the id of its panel. */
  dials?: Record<string, Component<{ panel: Panel; match: Match }>>;
  /** A drawing for a panel of cards where the general row of cards does not fit. */
  rooms?: Record<string, Component<{ pieces: Piece[] }>>;
}

const GENERAL: Record<string, Face> = {
  counter: { draw: Counter, width: 64, height: 64, share: 0.68 },
  marker: { draw: Marker, width: 36, height: 36, share: 0.4, flat: true },
  card: { draw: Card, width: 100, height: 140, share: 0.7 },
  man: { draw: Man, width: 120, height: 76, share: 1 },
  fighter: { draw: Fighter, width: 120, height: 84, share: 1 },
};

export function faceOf(piece: Piece, look: Look, onBoard: boolean): Face {
  const general = GENERAL[piece.face] ?? GENERAL[onBoard ? "counter" : "card"];
  return look.faces?.[piece.face] ?? (general as Face);
}

const looks = import.meta.glob<{ default: Look }>("../games/*/look.ts");
const covers = import.meta.glob<{ default: Component }>("../games/*/Cover.svelte");

/** A game drawn by this client, or by drawings that its own package brings along. */
export async function lookOf(game: string, told = api.look): Promise<Look> {
  const load = looks[`../games/${game}/look.ts`];
  return load ? (await load()).default : givenLook(await told(game));
}

export async function coverOf(game: string): Promise<Component | null> {
  const load = covers[`../games/${game}/Cover.svelte`];
  if (load) return (await load()).default;
  const drawing = readDrawing((await api.look(game)).cover);
  return drawing && given(drawing, true);
}

function givenLook(told: GivenLook): Look {
  const faces: Record<string, Face> = {};
  for (const [name, { svg, share, flat }] of Object.entries(told.faces)) {
    const drawing = readDrawing(svg);
    if (drawing) faces[name] = { draw: given(drawing), width: drawing.width, height: drawing.height, share, flat };
  }
  const art = told.art ? readDrawing(told.art) : null;
  return {
    faces,
    ...(art ? { art: given(art) as Component<{ board: Board; table: Table | null; k: number }> } : {}),
    ...(told.table ? { table: told.table } : {}),
    ...(told.readable ? { readable: told.readable } : {}),
    drawn: told.drawn,
  };
}

const NO_PIECE: Piece = { id: "", face: "", where: "" };

/** A component that draws this drawing, for the piece that it gets. */
function given(drawing: GivenDrawing, framed = false): Component<{ piece?: Piece }> {
  return (anchor, props) =>
    Given(anchor, {
      drawing,
      framed,
      get piece() {
        return props.piece ?? NO_PIECE;
      },
    });
}
