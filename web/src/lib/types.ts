// The records of sandtable.kernel.table and .show as they come over the wire; tests/web/test_types.py compares the fields.
// The server leaves out what has its default, so most fields are optional.

export type Id = string;
export type Option = (string | number)[];
export type Segment = string | { ref: Id; text: string };
export type Modifier = [number, string, string];

export interface Space {
  id: Id;
  x: number;
  y: number;
  shape?: string;
  width?: number;
  height?: number;
  points?: [number, number][];
  label?: string;
  kind?: string;
  note?: string;
  tags?: string[];
}

export interface Link {
  points: [number, number][];
  kind: string;
  a?: Id;
  b?: Id;
  label?: string;
  one_way?: boolean;
}

export interface Label {
  text: string;
  x: number;
  y: number;
  kind?: string;
  turn?: number;
}

export interface Board {
  width: number;
  height: number;
  spaces: Space[];
  links?: Link[];
  labels?: Label[];
  art?: string;
}

export interface Badge {
  text: string;
  kind?: string;
  note?: string;
}

export interface Piece {
  id: Id;
  face: string;
  where: Id;
  label?: string;
  side?: string;
  order?: number;
  facing?: number;
  values?: Record<string, string | number>;
  badges?: Badge[];
  note?: string;
  back?: boolean;
}

export interface Row {
  label: string;
  value?: string | number;
  most?: number;
  note?: string;
  ref?: Id;
  clause?: string;
  tone?: string;
  cells?: string[];
  lit?: boolean;
  /** The pieces that it counts. */
  refs?: Id[];
}

export interface Panel {
  id: Id;
  title: string;
  kind: string;
  rows?: Row[];
  columns?: string[];
  /** Why it is so: told to those who ask. */
  why?: string;
  text?: string;
  seat?: string;
  clause?: string;
}

export interface Overlay {
  id: Id;
  title: string;
  spaces: Id[];
  kind?: string;
  clause?: string;
  /** What is written in some of the spaces. */
  texts?: Record<Id, string>;
  /** Marked without being asked for. */
  shown?: boolean;
}

/** What the ruler says of two spaces. */
export interface Measured {
  a: Id;
  b: Id;
  range: number;
  text: string;
  verdict?: string;
  ends?: Id[];
  stop?: Id;
  marks?: Id[];
  clause?: string;
  modifiers?: Modifier[];
}

export interface Line {
  id: Id;
  path: Id[];
  kind?: string;
  label?: string;
  ref?: Id;
  clause?: string;
}

export interface Table {
  heading: string;
  pieces: Piece[];
  panels: Panel[];
  phases?: string[];
  phase?: string;
  result?: string;
  overlays?: Overlay[];
  lines?: Line[];
}

export interface Odds {
  outcomes: [string, number][];
  modifiers?: Modifier[];
  sampled?: boolean;
  /** What was added up: what it is, how much, by which rule. */
  sums?: [string, string, string][];
  /** What each total of the dice leads to, with its chance. */
  row?: [string, string, number][];
  /** It only shows what this choice would lead to later: nothing is rolled yet. */
  preview?: boolean;
}

export interface ShownOption {
  option: Option;
  text: Segment[];
  odds?: Odds | null;
}

export interface ShownDecision {
  deciders: string[];
  prompt: Segment[];
  rule: string;
  options?: ShownOption[];
}

export interface ShownLine {
  number: number;
  step: number;
  clause: string;
  event: string;
  text: Segment[];
  facts?: Record<string, unknown>;
  /** 1 for a line that begins a turn, 2 for a phase. */
  level?: number;
  /** The seats and sides it is about. */
  sides?: string[];
}

export interface Outcome {
  result: string;
  winners: string[];
  scores: Record<string, number>;
  facts?: Record<string, string | number>;
  drawn?: boolean;
}

export interface Shown {
  step: number;
  seat: string;
  table: Table;
  decision: ShownDecision | null;
  can_undo?: boolean;
  can_redo?: boolean;
  undo_to?: number | null;
  outcome?: Outcome | null;
}

export interface OptionSpec {
  name: string;
  values: (string | number)[];
  default: string | number;
  text?: string;
  labels?: string[];
}

export interface Clause {
  id: string;
  text: string;
  chapter: string;
}

// What the server adds around them (docs/build/protocol.md).

export interface GameInfo {
  id: string;
  title: string;
  subtitle?: string;
  summary?: string;
  cooperative?: boolean;
  options: OptionSpec[];
  bots: string[];
  about?: string;
  lesson?: { title: string; summary: string; minutes: number } | null;
}

export interface LessonStep {
  title: string;
  text: string;
  clause: string;
  at?: string;
  phase?: string;
  expect?: Option[];
  meanwhile?: string[];
  refs?: Id[];
  shows?: Option[];
}

/** What is sent of a lesson; its seed and options stay with the server. */
export interface Lesson {
  title: string;
  summary: string;
  end: string;
  steps: LessonStep[];
}

export interface SeatInfo {
  seat: string;
  name: string;
  player: string;
  online?: boolean;
}

export interface UndoAsked {
  by: string;
  to_step: number;
  waiting: string[];
}

export interface Hello {
  type: "hello";
  match: string;
  game: string;
  title: string;
  options: Record<string, string | number>;
  seat: string;
  /** The seats that the key holds: one, several on one screen, or none for a spectator. */
  holds: string[];
  seats: SeatInfo[];
  /** The addresses of the board and of the names of things, which never change. */
  board: string;
  names: string;
  commitment: string;
  step: number;
  version: number;
  journal: ShownLine[];
  shown: Shown;
  undo_asked: UndoAsked | null;
  /** Of an analysis, where it comes from. */
  analysis?: { match: string; step: number; seat: string } | null;
  /** What the ruler of the game tells of two spaces; empty if it has none. */
  ruler?: string;
  /** The faces of pieces about which `survey` tells something. */
  surveyed?: string[];
  /** The number of the first line in `journal`; the earlier ones are asked for with `lines`. */
  from?: number;
}

/** A greeting with what its addresses lead to. */
export interface Greeting extends Omit<Hello, "board" | "names"> {
  board: Board;
  names: Record<Id, string>;
}

export type FromServer =
  | Hello
  | { type: "opening"; percent: number }
  | { type: "lines"; id: string; journal: ShownLine[]; from: number }
  | { type: "shown"; version: number; shown: Shown; journal: ShownLine[]; from: number }
  | { type: "seats"; seats: SeatInfo[] }
  | { type: "accepted"; id: string; step: number }
  | { type: "refused"; id: string; status: number; error: string; rule?: string }
  | { type: "why"; id: string; error: string; rule?: string }
  | { type: "odds"; id: string; odds: Odds | null }
  | { type: "at"; id: string; step: number; shown: Shown }
  | { type: "measured"; id: string; measured: Measured }
  | { type: "surveyed"; id: string; overlays: Overlay[] }
  | ({ type: "undo_asked" } & UndoAsked)
  | { type: "undo_over"; by: string; agreed: boolean }
  | { type: "over"; outcome: Outcome; seed?: string }
  | { type: "pong" };

export type ToServer =
  | { type: "choose"; id: string; step: number; option: Option; version?: number; seat?: string }
  | { type: "undo"; id: string }
  | { type: "redo"; id: string }
  | { type: "ask_undo"; id: string; to_step: number }
  | { type: "agree_undo"; id: string; agree: boolean }
  | { type: "why"; id: string; option: Option }
  | { type: "odds"; id: string; option: Option }
  | { type: "at"; id: string; step: number }
  | { type: "measure"; id: string; a: Id; b: Id }
  | { type: "survey"; id: string; about: Id }
  | { type: "lines"; id: string; before: number }
  | { type: "sit"; seat: string }
  | { type: "hurry" }
  | { type: "ping" };
