// Made by tools/web_types.py from the records of kernel and server; do not edit it.
// `python tools/web_types.py` writes it again. The server leaves out what has its default, so many fields are optional.

export type Id = string;
export type Option = (string | number)[];
export type Modifier = [number, string, string];
export type Segment = string | { ref: Id; text: string };

/** The board. `art` names the drawing that the client puts behind it; `scenery` is what it needs besides. */
export interface Board {
  width: number;
  height: number;
  spaces: Space[];
  links?: Link[];
  labels?: Label[];
  art?: string;
  /** Read by the game's own drawing only, in a shape of its own: what lies around the spaces and below them. */
  scenery?: Record<string, unknown>;
}

/** A place on the board. `shape` is hex, circle, rect or polygon; x and y are its middle in board units. */
export interface Space {
  id: string;
  x: number;
  y: number;
  shape?: string;
  width?: number;
  height?: number;
  points?: [number, number][];
  label?: string;
  /** What it is, for colours and patterns: a terrain, `station`, `airspace` ... */
  kind?: string;
  /** What hovering says. */
  note?: string;
  /** What else it is; those with a dot before them are for drawings only. */
  tags?: string[];
}

/** A connection or a line on the board: a road, a river, a corridor with its direction, a hexside. */
export interface Link {
  points: [number, number][];
  kind: string;
  a?: string;
  b?: string;
  label?: string;
  one_way?: boolean;
}

/** A name written on the map. */
export interface Label {
  text: string;
  x: number;
  y: number;
  kind?: string;
  turn?: number;
}

/** A clause with the sections of the printed rulebook in which it stands. */
export interface PrintedClause {
  id: string;
  text: string;
  chapter: string;
  printed: string[];
}

/** One thing that is settled before a game begins, with the values it may have. */
export interface OptionSpec {
  name: string;
  values: Option;
  default: string | number;
  text: string;
  labels: string[];
  /** What it is called, in the language that is spoken. */
  label: string;
}

/** The back of the box. */
export interface Box {
  subtitle?: string;
  summary?: string;
  players?: string;
  length?: string;
  weight?: "heavy" | "light" | "medium";
  scenario?: ScenarioCard[];
  option?: Record<string, OptionText>;
  /** An option, or `option=value`, and the values of other options with which it applies. */
  only?: Record<string, Record<string, Option>>;
}

/** What one wants to know before one chooses a scenario. A game without scenarios has one card with an empty id. */
export interface ScenarioCard {
  date: string;
  forces: string;
  length: string;
  /** From 1, for a first game, to 5. */
  difficulty: number;
  decides: string;
  id?: string;
}

/** What an option settles, and what its values are called where they are words of the program. */
export interface OptionText {
  text: string;
  labels?: string[];
}

/** One thing to learn. `expect` holds beginnings of options; with none of them any choice will do. */
export interface LessonStep {
  title: string;
  text: string;
  clause: string;
  at?: string;
  phase?: string;
  expect?: Option[];
  meanwhile?: string[];
  refs?: string[];
  /** What the coach chooses, one after the other, when the learner would rather watch. */
  shows?: Option[];
}

/** Everything that a game brings along for the browser, drawings included. */
export interface GivenLook {
  faces: Record<string, GivenFace>;
  art: string;
  cover: string;
  table: string;
  /** The width of a hex in pixels from which its counters can be read. */
  readable: number;
  /** Kinds of spaces that the art draws itself. */
  drawn: string[];
}

/** A face with its drawing. */
export interface GivenFace {
  svg: string;
  share: number;
  flat: boolean;
}

/** The ending with the curve of the whole game, and what proves the dice. */
export interface ToldEnding {
  ending: Ending;
  curve: CurvePoint[];
  /** The sides of the curve. */
  names: Record<string, string>;
  seed: string;
  commitment: string;
  steps: number;
  luck: Luck[];
}

/** Who won and why, in the game's own terms. */
export interface Ending {
  title: string;
  why: string;
  clauses?: string[];
  tables?: EndingTable[];
  /** A few figures for the foot of the page: what, how much. */
  facts?: [string, string][];
  /** What `Game.standing` counts: "Victory points". */
  measure?: string;
}

/** A table of the ending: points by source, losses by cause, missions. */
export interface EndingTable {
  title: string;
  columns: string[];
  rows: EndingRow[];
}

/** A row of a table: one value for each of its columns. */
export interface EndingRow {
  label: string;
  values: Option;
  clause?: string;
  total?: boolean;
}

/** How it stood when a turn began. */
export interface CurvePoint {
  label: string;
  step: number;
  values: Record<string, number>;
}

/** How the dice fell for a seat: its rolls with known odds, how many should have taken effect, and how many did. */
export interface Luck {
  seat: string;
  rolls: number;
  expected: number;
  rolled: number;
}

/** The chance of a seat to win with its standard error, and the best few choices if it is to decide. */
export interface AdviceTold {
  seat: string;
  step: number;
  chance: number;
  error: number;
  /** In a sentence, what the choices come to. */
  verdict: string;
  rule: string;
  choices: Advised[];
}

/** One option as the search saw it: its chance to win with the standard error, why, and how it might go on. */
export interface Advised {
  option: string;
  chance: number;
  error: number;
  line: string[];
  reasons: string[];
  /** The option itself, as it is chosen. */
  choice: Option;
}

/** The chances of the seats over a match that is over, and where it turned; steps are counted as a seat does. */
export interface EvaluationTold {
  curve: [number, Record<string, number>][];
  turns: Turn[];
  names: Record<string, string>;
}

/** Where the match turned: the chance of a seat before a step and after it. */
export interface Turn {
  step: number;
  seat: string;
  before: number;
  after: number;
  /** The turn of the game in which it was. */
  heading: string;
}

/** One picture of a game: the board, the table as a seat sees it, and the names of things. */
export interface Still {
  game: string;
  title: string;
  board: Board;
  names: Record<string, string>;
  shown: Shown;
  /** How it looks, if the game is one that the client does not draw itself. */
  look: GivenLook | null;
}

/** All of it. */
export interface Shown {
  step: number;
  seat: string;
  table: Table;
  decision: PackedDecision | null;
  can_undo?: boolean;
  can_redo?: boolean;
  /** The earliest step to which repeated undo leads. */
  undo_to?: number | null;
  outcome?: Outcome | null;
}

/** Everything a seat sees, except the decision and the journal, which the kernel adds. */
export interface Table {
  heading: string;
  pieces: Piece[];
  panels: Panel[];
  phases?: string[];
  phase?: string;
  result?: string;
  overlays?: Overlay[];
  lines?: Line[];
  /** How it stands now, as far as the seat may know. */
  scores?: Score[];
  /** What the last part brought, once one is over. */
  sheet?: PartSheet | null;
}

/** A counter or card. `where` is a space or a panel of kind `cards`; `values` is what is printed on it. */
export interface Piece {
  id: string;
  face: string;
  where: string;
  label?: string;
  side?: string;
  order?: number;
  facing?: number;
  values?: Record<string, string | number>;
  badges?: Badge[];
  note?: string;
  back?: boolean;
  /** What its face draws besides: an outline, a direction, a short text. It is not listed among the values. */
  drawing?: Record<string, string | number | Option>;
}

/** A state of a piece: always a letter or sign as well as a colour. */
export interface Badge {
  text: string;
  kind?: string;
  note?: string;
  /** The face shows this state itself: it is told in words, and no sign for it is put on the piece. */
  drawn?: boolean;
}

/** Something beside the board. Kinds: `facts`, `track`, `cards` (pieces lie in it), `chart`, `text`. */
export interface Panel {
  id: string;
  title: string;
  kind: string;
  rows?: Row[];
  columns?: string[];
  text?: string;
  seat?: string;
  clause?: string;
  /** Why it is so: told to those who ask. */
  why?: string;
}

/**
 * A line of a panel. With `most`, a gauge or track from 0 to that number; `cells` are the columns of a chart.
 *
 * In a chart `note` is told when its line is pointed at or picked.
 */
export interface Row {
  label: string;
  value?: string | number;
  most?: number;
  note?: string;
  ref?: string;
  clause?: string;
  tone?: string;
  cells?: string[];
  lit?: boolean;
  /** The pieces that it counts: pointing at the line shows them. */
  refs?: string[];
  /** Its label where a drawing has little room. */
  short?: string;
  /** The number in a value that is a text, for a drawing that counts it out. */
  count?: number;
}

/** Spaces that a player may want to see marked: zones of control, lines of supply. Shown on demand. */
export interface Overlay {
  id: string;
  title: string;
  spaces: string[];
  /** Its tone: `good`, `bad`, `warn` or `info`; `dark` is a shade, `own` and `foe` are areas with a line around. */
  kind?: string;
  clause?: string;
  /** What is written in some of the spaces: movement factors, a range. */
  texts?: Record<string, string>;
  /** Whether it is marked without being asked for. */
  shown?: boolean;
}

/**
 * A line drawn on the board for now: a plan, a route, what was flown. It ends in an arrow.
 *
 * `path` are the spaces it goes through, from its start to its end; `kind` is `plan`, `route`, `flown` or `threat`,
 * and `ref` the piece to which it belongs. What a seat may not know is not among its lines.
 */
export interface Line {
  id: string;
  path: string[];
  kind?: string;
  label?: string;
  ref?: string;
  clause?: string;
}

/** One figure of how it stands now, in the game's own terms: "Victory points", "Berlin Morale". */
export interface Score {
  label: string;
  value: number;
  /** The seat or side whose figure it is; empty for one that is common to all. */
  side?: string;
}

/** What a part of a longer game brought: a mission, a raid, a quarter, a season, a scenario of a campaign. */
export interface PartSheet {
  /** Another one for each part, so that a front end knows which of them it has shown. */
  id: string;
  title: string;
  why: string;
  clauses?: string[];
  winners?: string[];
  losers?: string[];
  tables?: EndingTable[];
  facts?: [string, string][];
  /** What the curve counts. */
  measure?: string;
  /** How it stood after each part so far. */
  curve?: PartPoint[];
  /** Where the game keeps no record of its parts: the journal's event with which each ends, in place of a curve. */
  event?: string;
  /** The facts of that event that are drawn, by side. */
  counted?: Record<string, string>;
  /** The sides of the curve. */
  names?: Record<string, string>;
}

/** How it stood when a part of the game was over. */
export interface PartPoint {
  label: string;
  values: Record<string, number>;
}

/** The decision as one seat sees it. Seats that do not decide see who does, and no options. */
export interface PackedDecision {
  deciders: string[];
  prompt: Segment[];
  rule: string;
  options?: ((string | number | Option)[])[];
  /** By verb. */
  wordings?: Record<string, Option>;
  /** By verb. */
  tones?: Record<string, "" | "commit" | "done" | "fire" | "harm" | "yield">;
  /** By verb. */
  acts?: Record<string, "" | "done" | "pass" | "roll">;
  /** Of what the options name, as far as this seat calls it otherwise than everybody. */
  names?: Record<string, string>;
  /** What a reader is told for words of the program among what the options name. */
  terms?: Record<string, string>;
  /** By the number of the option. */
  details?: Record<string, OptionDetails>;
  /** Whether questions of its kind may follow that can be answered in one list. */
  together?: boolean;
}

/** What is to be told of one option besides its wording. */
export interface OptionDetails {
  /** Its text, where no wording makes it. */
  text?: Segment[] | null;
  odds?: Odds | null;
  /** The outcomes of its odds that leave everything as it is. */
  nothing?: string[];
  /** The direction that it chooses, in degrees clockwise from north. */
  bearing?: number | null;
}

/** What an option may lead to: outcomes with their probabilities, and the modifiers that went in. */
export interface Odds {
  outcomes: [string, number][];
  modifiers: Modifier[];
  sampled: boolean;
  /** What was added up before the roll: (what, how much, clause). */
  sums: [string, string, string][];
  /** The row or column of the table that holds: (what is rolled, what it means, its chance). */
  row: [string, string, number][];
  /** Nothing is rolled yet: it shows what the option would lead to later. */
  preview: boolean;
}

/**
 * How a game ended. `facts` are figures for reports: causes of loss, lengths, losses.
 *
 * `lost:b17` is drawn among all facts of `lost` (`fights:5015` on the board), `lost@1943-04` as a point of a curve.
 */
export interface Outcome {
  result: string;
  winners: string[];
  scores: Record<string, number>;
  facts: Record<string, string | number>;
  drawn: boolean;
}

/** A long match is being opened. How many choices it has is told to nobody: some of them may be private. */
export interface Opening {
  type: "opening";
  percent: number;
}

export interface Hello {
  type: "hello";
  match: string;
  game: string;
  title: string;
  options: Record<string, string | number>;
  seat: string;
  holds: string[];
  enemies: string[];
  seats: SeatNow[];
  /** The address of the board; a browser has it already, or fetches it once. */
  board: string;
  names: string;
  commitment: string;
  step: number;
  version: number;
  journal: ShownLine[];
  shown: Shown;
  undo_asked: UndoWanted | null;
  analysis: AnalysisOrigin | null;
  ruler: string;
  surveyed: string[];
  from: number;
  /** What the owner did, the last of it. */
  announced: Announced[];
  closed: string;
  owner: boolean;
  client: string;
}

/** A seat as everyone sees it. */
export interface SeatNow {
  seat: string;
  name: string;
  player: string;
  online: boolean;
  advice: boolean;
}

/** A journal line; `facts` keeps dice and modifiers so that they can be drawn. */
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
  /** How it turned out for what it is about. */
  mark?: "" | "bad" | "good";
  kind?: "" | "attack" | "detail" | "goal" | "loss" | "move" | "result";
}

/** An undo that waits for the agreement of some seats. */
export interface UndoWanted {
  by: string;
  to_step: number;
  waiting: string[];
}

/** Where an analysis comes from: the match, the step, and through whose eyes it was seen. */
export interface AnalysisOrigin {
  match: string;
  step: number;
  seat: string;
}

/** What the owner of the match did. */
export interface Announced {
  type: "announced";
  at: string;
  text: string;
  /** Whether the match is not played on from now. */
  closed: boolean;
}

export interface ShownNow {
  type: "shown";
  version: number;
  shown: Shown;
  journal: ShownLine[];
  from: number;
}

/** The new table as what changed since the one sent last, which stood at version `after`. */
export interface Changed {
  type: "changed";
  version: number;
  after: number;
  patch: ShownPatch;
  journal: ShownLine[];
  from: number;
}

/** What changed of all that is shown. */
export interface ShownPatch {
  set?: Record<string, unknown>;
  table?: TablePatch;
}

/** What changed of a table. Its lists are pieces, panels, overlays and lines. */
export interface TablePatch {
  set?: Record<string, unknown>;
  /** By list: what is new. The first is whole; of each further one only what differs from the one before it. */
  new?: Record<string, Record<string, unknown>[]>;
  /** By list and id: of what was there, the fields that differ. */
  changes?: Record<string, Record<string, Record<string, unknown>>>;
  /** By overlay: where the list of its spaces would be longer. */
  spaces?: Record<string, SpacesPatch>;
  gone?: Record<string, string[]>;
  order?: Record<string, string[]>;
}

/** The spaces that came to an overlay, and those that went. */
export interface SpacesPatch {
  plus?: string[];
  minus?: string[];
}

export interface Accepted {
  type: "accepted";
  id: string;
  step: number;
}

export interface NotAccepted {
  type: "refused";
  id: string;
  status: number;
  error: string;
  rule: string;
}

export interface WhyAnswer {
  type: "why";
  id: string;
  error: string;
  rule: string;
}

export interface OddsAnswer {
  type: "odds";
  id: string;
  odds: Odds | null;
}

export interface AtAnswer {
  type: "at";
  id: string;
  step: number;
  shown: Shown;
}

export interface MeasureAnswer {
  type: "measured";
  id: string;
  measured: Measured;
}

/**
 * What the ruler says of two spaces. `verdict` is `clear`, `hindered`, `blocked`, or empty where only range counts.
 *
 * `ends` are the spaces between whose middles the thread runs, `marks` the spaces on its way that matter, `stop` the
 * one where it ends.
 */
export interface Measured {
  a: string;
  b: string;
  range: number;
  text: string;
  verdict?: string;
  ends?: string[];
  stop?: string;
  marks?: string[];
  clause?: string;
  modifiers?: Modifier[];
}

export interface SurveyAnswer {
  type: "surveyed";
  id: string;
  overlays: Overlay[];
}

export interface TogetherAnswer {
  type: "asked_together";
  id: string;
  /** None where the question stands alone. */
  rows: ShownQuestion[];
}

/** A row of questions asked together: what is asked, the options, and which of them is taken if nobody says. */
export interface ShownQuestion {
  prompt: Segment[];
  options: ShownOption[];
  default?: number;
  /** Whether it is one thing to tick: the first option takes it, the second ends the question for all rows. */
  ticked?: boolean;
  /** Whether it builds on the rows before it: only what a sensible player would choose is told. */
  proposed?: boolean;
}

/** An option with its text; `odds` when it depends on chance and there are not too many options. */
export interface ShownOption {
  option: Option;
  text: Segment[];
  odds?: Odds | null;
  tone?: "" | "commit" | "done" | "fire" | "harm" | "yield";
  /** The outcomes of its odds that leave everything as it is. */
  nothing?: string[];
  /** The direction that it chooses, in degrees clockwise from north. */
  bearing?: number | null;
  act?: "" | "done" | "pass" | "roll";
}

export interface LinesAnswer {
  type: "lines";
  id: string;
  journal: ShownLine[];
  from: number;
}

/** The step that the learner is at, whether it is due, and what the coach would choose. */
export interface CoachAnswer {
  type: "coached";
  id: string;
  step: number;
  index: number;
  phase: string;
  /** Whether the step has been due, now or before. */
  told: boolean;
  due: boolean;
  /** Something else was chosen than the coach had asked for. */
  otherwise: boolean;
  shows: Option | null;
  /** What he points at, as far as it is on the table. */
  refs: string[];
  /** His answer to a question for which no step is due. */
  says: string;
  /** The steps that passed before they were due: they are told now. */
  missed: number[];
}

export interface Seats {
  type: "seats";
  seats: SeatNow[];
}

export interface UndoAsked {
  type: "undo_asked";
  by: string;
  to_step: number;
  waiting: string[];
}

export interface UndoOver {
  type: "undo_over";
  by: string;
  agreed: boolean;
}

export interface Over {
  type: "over";
  outcome: Outcome;
  seed: string;
}

export interface Pong {
  type: "pong";
}

/** The clock of a match, when it is greeted and whenever it changes. */
export interface Clocked {
  type: "clock";
  control: TimeControl;
  /** The seats whose time runs. */
  running: string[];
  /** The seconds that each seat has now; below zero if its time is over and nobody has claimed yet. */
  left: Record<string, number>;
  /** Until when seats are on vacation. */
  away: Record<string, string>;
  /** The days of vacation that each seat has left. */
  vacation: Record<string, number>;
}

/** How long players may take: so long for every turn (`move`), or a bank for the whole match (`bank`). */
export interface TimeControl {
  kind: "bank" | "move";
  /** For one turn, or in the bank at first. */
  seconds: number;
  /** What a turn that is over brings back into the bank, which never holds more than at first. */
  increment: number;
  /** Days on which a player may stop their clock. */
  vacation: number;
}

/** Somebody has said something. */
export interface Spoken {
  type: "spoken";
  line: LineTold;
}

/** Something that was said, as one of those who may read it sees it. */
export interface LineTold {
  number: number;
  at: string;
  name: string;
  /** The seat of a player; a spectator has none. */
  seat: string;
  /** Empty if you have muted who said it, or the operator has erased it. */
  text: string;
  yours: boolean;
  muted: boolean;
}

/** A choice; `step` and `version` say which question it answers. */
export interface MakeChoice {
  type: "choose";
  id: string;
  seat?: string;
  option: Option;
  step: number;
  version?: number | null;
}

export interface Undo {
  type: "undo";
  id: string;
  seat?: string;
}

export interface Redo {
  type: "redo";
  id: string;
  seat?: string;
}

export interface AskUndo {
  type: "ask_undo";
  id: string;
  seat?: string;
  to_step: number;
}

/** `to_step` says what is agreed to: a word that is sent again must not answer another question. */
export interface AgreeUndo {
  type: "agree_undo";
  id: string;
  seat?: string;
  agree: boolean;
  to_step?: number | null;
}

export interface Why {
  type: "why";
  id: string;
  seat?: string;
  option: Option;
}

export interface AskOdds {
  type: "odds";
  id: string;
  seat?: string;
  option: Option;
}

export interface At {
  type: "at";
  id: string;
  seat?: string;
  step: number;
}

/** What the ruler says of two spaces. */
export interface AskMeasure {
  type: "measure";
  id: string;
  seat?: string;
  a: string;
  b: string;
}

/** What can be marked on the board about one piece. */
export interface Survey {
  type: "survey";
  id: string;
  seat?: string;
  about: string;
}

/** The questions of one kind that can be answered in one list, beginning with the one that is asked now. */
export interface AskTogether {
  type: "together";
  id: string;
  seat?: string;
}

/** The lines of the journal before one of them: a greeting brings only the last. */
export interface AskLines {
  type: "lines";
  id: string;
  seat?: string;
  before: number;
}

/**
 * What the coach of a lesson says to the question at a step.
 *
 * The browser keeps how far the learner had come at an earlier one (`since`, `index`, `phase`, `told`); the server
 * knows what was chosen between the two.
 */
export interface AskCoach {
  type: "coach";
  id: string;
  seat?: string;
  step: number;
  since: number;
  index: number;
  phase: string;
  told?: boolean;
}

/** The first message on every connection: the key, nothing for a spectator, and the seat to look through. */
export interface Enter {
  type: "enter";
  key?: string;
  seat?: string;
  /** The language to be spoken to in; without one, the first that the browser asks for. */
  language?: string;
}

export interface Sit {
  type: "sit";
  seat: string;
}

/** The whole table, please: what was sent last is not known here. */
export interface AskTable {
  type: "table";
}

export interface Hurry {
  type: "hurry";
}

export interface Ping {
  type: "ping";
}

export type FromServer =
  | Opening
  | Hello
  | ShownNow
  | Changed
  | Accepted
  | NotAccepted
  | WhyAnswer
  | OddsAnswer
  | AtAnswer
  | MeasureAnswer
  | SurveyAnswer
  | TogetherAnswer
  | LinesAnswer
  | CoachAnswer
  | Seats
  | Announced
  | UndoAsked
  | UndoOver
  | Over
  | Pong
  | Clocked
  | Spoken;

export type ToServer =
  | MakeChoice
  | Undo
  | Redo
  | AskUndo
  | AgreeUndo
  | Why
  | AskOdds
  | At
  | AskMeasure
  | Survey
  | AskTogether
  | AskLines
  | AskCoach
  | Enter
  | Sit
  | AskTable
  | Hurry
  | Ping;
