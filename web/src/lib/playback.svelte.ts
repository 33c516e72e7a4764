// What just happened is played: rolls stand at their place, pieces go the way they went, and what was missed is told.

import { refsOf } from "./drawn";
import { makeSound } from "./hear";
import { Recap, recapOf, type Rewound } from "./recap.svelte";
import { settings } from "./settings.svelte";
import { actsOf, lastTurn, type Act } from "./story";
import type { Tabletop } from "./tabletop.svelte";
import { Theatre, type Scene } from "./theatre.svelte";
import type { Id, Shown, ShownLine } from "./types";

export class Playback {
  /** Results at their place on the board, for a moment each. */
  theatre = new Theatre();
  /** The spaces through which pieces came to where they lie now. */
  ways: ReadonlyMap<Id, Id[]> = new Map();
  /** What was missed, while it is looked at. */
  recap = $state.raw<Recap | null>(null);
  /** The step of the last choice that was made here; null when all that followed it was told. */
  #chose: number | null = null;
  /** On a screen for several seats: the step at which each of them chose last, as it counts them. */
  #lastOf = new Map<string, number>();
  #table: Tabletop;
  #rewound: Rewound;

  constructor(table: Tabletop, look: Pick<Rewound, "tableAt" | "lookBack">) {
    this.#table = table;
    this.#rewound = { table, theatre: this.theatre, ...look };
  }

  /** Play what came with a table that is drawn now; `before` is the one that it replaced. */
  play(before: Shown | null, fresh: readonly ShownLine[]): void {
    this.ways = this.#waysOf(before, fresh);
    const scenes = this.#scenes(before, fresh);
    this.theatre.play(scenes);
    const [heard] = scenes;
    if (heard) makeSound(heard.act.kind === "attack" ? "shot" : "dice");
    const asked = this.#table.live?.decision?.options?.length;
    if (asked && this.#chose !== null && settings.pace !== "off") this.#tell(this.#chose, false);
  }

  /** A choice was made here: what follows it is told when this player is asked again. */
  chose(step: number): void {
    this.#chose = step;
    this.#lastOf.set(this.#table.live?.seat ?? "", step);
    this.theatre.skip();
    this.closeRecap();
  }

  /** The screen was passed to another seat: what the others did since it chose, or in the turn before this one. */
  tellNext(): void {
    const { hello, live, journal } = this.#table;
    if (!hello || !live?.decision?.options?.length || live.outcome || settings.pace === "off") return;
    const turns = journal.filter((line) => line.level === 1);
    const since = this.#lastOf.get(hello.seat) ?? turns.at(-2)?.step ?? 0;
    this.recap = recapOf(this.#rewound, [hello.seat], since);
  }

  /** What happened while nobody looked. */
  tellMissed(since: number): void {
    this.#tell(since, true);
  }

  /** Tell what was missed since a step, in its own panel. On a screen for all seats `tellNext` does it. */
  #tell(since: number, away: boolean): void {
    const { hello, live, seats } = this.#table;
    if (!hello?.holds.length || !live || hello.holds.length === seats.length || live.outcome) return;
    const recap = recapOf(this.#rewound, hello.holds, since);
    if (recap && (away || recap.title)) this.recap = recap;
    if (!away) this.#chose = null;
  }

  /** The last turn, and what has happened since. */
  tellAgain(): void {
    const { title, from, lines } = lastTurn(this.#table.journal);
    this.recap = new Recap(this.#rewound, title, from, lines, this.#table.hello?.holds ?? []);
  }

  closeRecap(): void {
    this.recap?.close();
    this.recap = null;
  }

  /**
   * Rolls with a place on the board become scenes, and so do attacks that cards or rules decide; what went with them is
   * kept as it lay.
   */
  #scenes(before: Shown | null, fresh: readonly ShownLine[]): Scene[] {
    const { known, spaces, pieces } = this.#table;
    const old = new Map((before?.table.pieces ?? []).map((piece) => [piece.id, piece]));
    const told = actsOf(fresh, { ...known, whereIs: (id) => known.whereIs(id) ?? old.get(id)?.where ?? null });
    return told
      .filter((act) => isDecided(act) && act.place !== null && spaces.has(act.place))
      .map((act) => {
        const named = new Set([...act.lost, ...act.lines.flatMap(refsOf)]);
        return { act, gone: [...named].flatMap((id) => (pieces.has(id) ? [] : (old.get(id) ?? []))) };
      });
  }

  #waysOf(before: Shown | null, fresh: readonly ShownLine[]): Map<Id, Id[]> {
    const { known, pieces } = this.#table;
    const old = new Map((before?.table.pieces ?? []).map((piece) => [piece.id, piece.where]));
    const ways = new Map<Id, Id[]>();
    for (const { movers, way } of actsOf(fresh, known))
      for (const id of movers) {
        const from = old.get(id);
        if (from && way.at(-1) === pieces.get(id)?.where && way.length > (way[0] === from ? 2 : 1))
          ways.set(id, way[0] === from ? way : [from, ...way]);
      }
    return ways;
  }
}

/** Whether something came of an act that one wants to see where it counts. */
export const isDecided = (act: Act): boolean =>
  act.dice.length > 0 ||
  (act.kind === "attack" && (act.mark !== "" || act.results.length > 0)) ||
  (act.mark !== "" && act.lines.some(({ kind }) => kind === "result" || kind === "loss" || kind === "goal"));
