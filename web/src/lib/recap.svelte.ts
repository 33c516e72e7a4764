// What a player has missed, in acts: summed up, and stepped through or played on the board.

import { paceOf, SHORTEST } from "./pace";
import { settings } from "./settings.svelte";
import { actsOf, missed, summaryOf, type Act } from "./story";
import type { Tabletop } from "./tabletop.svelte";
import type { Theatre } from "./theatre.svelte";
import type { Id, Piece, Score, Shown, ShownLine, Table } from "./types";

/** Fewer acts than this need no recap: one has just seen them. */
const WORTH_TELLING = 3;

/** What a recap looks back upon: the table now, the tables before it, and the stage on which results are shown. */
export interface Rewound {
  table: Tabletop;
  theatre: Theatre;
  /** The table as it was, without looking at it. */
  tableAt: (step: number) => Promise<Shown | null>;
  lookBack: (step: number) => Promise<void>;
}

export interface Trail {
  piece: Piece;
  from: string;
  to: string;
}

/** How a figure of the score changed. */
export interface ScoreChange {
  label: string;
  side: string;
  before: number;
  now: number;
}

export function scoreChanges(before: Table, now: Table): ScoreChange[] {
  const key = (score: Score): string => `${score.label} ${score.side ?? ""}`;
  const old = new Map((before.scores ?? []).map((score) => [key(score), score.value]));
  return (now.scores ?? []).map((score) => ({
    label: score.label,
    side: score.side ?? "",
    before: old.get(key(score)) ?? score.value,
    now: score.value,
  }));
}

/**
 * The ways of each move, from where its pieces stood: as an earlier move left them, or as they lay before all this. A line
 * of the journal may tell only where a piece went.
 */
export function waysOfMoves(acts: readonly Act[], before: readonly Piece[]): Map<Act, Id[][]> {
  const at = new Map(before.map((piece) => [piece.id, piece.where]));
  const found = new Map<Act, Id[][]>();
  for (const act of acts) {
    const { kind, movers, place } = act;
    if (kind !== "move" || !place) continue;
    const way = act.way.length ? act.way : [place];
    const starts = [...new Set(movers.map((id) => at.get(id)))].filter((id) => id !== undefined && id !== way[0]);
    found.set(act, starts.length ? starts.map((id) => [id as Id, ...way]) : [way]);
    for (const id of movers) at.set(id, place);
  }
  return found;
}

export class Recap {
  acts: Act[];
  /** The act that is shown; -1 for the whole. */
  at = $state(-1);
  playing = $state(false);
  trails = $state.raw<Trail[]>([]);
  /** Pieces that are gone, as they lay before. */
  gone = $state.raw<Piece[]>([]);
  /** The spaces through which the pieces of each move went. */
  ways = $state.raw<ReadonlyMap<Act, Id[][]>>(new Map());
  /** How it stands now, and how it stood before. */
  scores = $state.raw<ScoreChange[]>([]);
  #rewound: Rewound;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #before: Table | null = null;

  constructor(
    rewound: Rewound,
    readonly title: string,
    readonly from: number,
    lines: readonly ShownLine[],
    /** The seats that are told it: what they lost is theirs. */
    readonly mine: readonly string[],
  ) {
    this.#rewound = rewound;
    this.acts = actsOf(lines, rewound.table.known);
    void this.#compare();
  }

  summary = $derived.by(() => summaryOf(this.acts));
  /** Attacks and rolls are numbered on the board; of the rest only what can be pointed at is listed. */
  told = $derived.by(() => this.acts.filter((act) => act.kind !== "event" || act.place || act.mark));

  /** The table before all this, for the trails of pieces that moved and the ghosts of those that are gone. */
  async #compare(): Promise<void> {
    const before = (await this.#rewound.tableAt(this.from))?.table ?? null;
    const now = this.#rewound.table.live?.table;
    if (!before || !now) return;
    this.#before = before;
    this.ways = waysOfMoves(this.acts, before.pieces);
    this.scores = scoreChanges(before, now);
    const at = new Map(now.pieces.map((piece) => [piece.id, piece]));
    const { spaces } = this.#rewound.table;
    this.trails = before.pieces.flatMap((piece) => {
      const to = at.get(piece.id)?.where;
      return to && to !== piece.where && spaces.has(to) && spaces.has(piece.where)
        ? [{ piece, from: piece.where, to }]
        : [];
    });
    const lost = new Set(this.acts.flatMap((act) => act.lost));
    this.gone = before.pieces.filter((piece) => lost.has(piece.id) && !at.has(piece.id) && spaces.has(piece.where));
  }

  async go(to: number): Promise<void> {
    this.at = Math.max(-1, Math.min(this.told.length - 1, to));
    const act = this.told[this.at];
    if (!act) {
      this.#rewound.theatre.hold(null);
      await this.#rewound.lookBack(Infinity);
      return;
    }
    await this.#rewound.lookBack(act.step);
    if (this.told[this.at] !== act) return;
    const lost = new Set(act.lost);
    const gone = (this.#before?.pieces ?? []).filter((piece) => lost.has(piece.id));
    this.#rewound.theatre.hold({ act, gone });
  }

  play(): void {
    this.playing = true;
    if (this.at >= this.told.length - 1) this.at = -1;
    const pace = paceOf(this.told.length, settings.pace);
    const [first, began] = [this.at + 1, performance.now()];
    const next = async (): Promise<void> => {
      if (!this.playing) return;
      if (this.at >= this.told.length - 1) {
        this.stop();
        return;
      }
      const started = performance.now();
      // Where the pictures come too slowly, some are left out: a turn is never longer than its time.
      const due = first + Math.floor((started - began) / pace);
      await this.go(Math.max(this.at + 1, due));
      this.#timer = setTimeout(() => void next(), Math.max(SHORTEST, pace - (performance.now() - started)));
    };
    void next();
  }

  stop(): void {
    this.playing = false;
    clearTimeout(this.#timer);
  }

  close(): void {
    this.stop();
    void this.go(-1);
  }
}

/** What a player who is asked now has not seen yet; nothing if it is not worth telling. */
export function recapOf(rewound: Rewound, mine: readonly string[], since: number): Recap | null {
  const { title, from, lines } = missed(rewound.table.journal, mine, since);
  const recap = new Recap(rewound, title, from, lines, mine);
  return recap.told.length >= WORTH_TELLING ? recap : null;
}
