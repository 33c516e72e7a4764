// What is marked on the map: the table's overlays, and those about the piece that is pinned or pointed at.

import { outline, rim } from "./layout";
import type { Match } from "./match.svelte";
import type { Id, Overlay, Space } from "./types";

export interface MarkText {
  id: Id;
  text: string;
  x: number;
  y: number;
  size: number;
}

export interface Mark extends Overlay {
  path: string;
  /** The line around it. */
  rim: string;
  written: MarkText[];
}

const WAIT = 220;

export class Marks {
  #match: Match;
  #unit: () => number;
  #surveyed = $state.raw<Overlay[]>([]);
  #pointed = $state.raw<Overlay[]>([]);
  #marked = $state.raw<Id[]>([]);
  /** Those that are marked by themselves and were put away. */
  #unmarked = $state.raw<Id[]>([]);

  /** Call it where a component is made: it follows what is picked, pinned and pointed at. */
  constructor(match: Match, unit: () => number) {
    this.#match = match;
    this.#unit = unit;
    $effect(() => this.#followPinned());
    $effect(() => this.#followPointer());
  }

  #isSurveyed = (id: Id | null): boolean =>
    (this.#match.hello?.surveyed ?? []).includes(this.#match.pieces.get(id ?? "")?.face ?? "");

  #followPinned(): (() => void) | undefined {
    const match = this.#match;
    const id =
      match.choosing.picked.findLast(this.#isSurveyed) ?? (this.#isSurveyed(match.pinned) ? match.pinned : null);
    void match.live;
    if (!id) {
      this.#surveyed = [];
      return undefined;
    }
    let gone = false;
    void match.questions.survey(id).then((overlays) => gone || (this.#surveyed = overlays));
    return () => (gone = true);
  }

  #followPointer(): (() => void) | undefined {
    const match = this.#match;
    const id = match.hovered;
    this.#pointed = [];
    if (!id || !this.#isSurveyed(id)) return undefined;
    const timer = setTimeout(
      () =>
        void match.questions
          .survey(id)
          .then((overlays) => match.hovered === id && (this.#pointed = overlays.filter((one) => one.shown))),
      WAIT,
    );
    return () => clearTimeout(timer);
  }

  /** Everything that can be marked now. */
  all = $derived.by(() => [...this.#surveyed, ...(this.#match.table?.overlays ?? [])]);

  isMarked = (one: Overlay): boolean => (one.shown ? !this.#unmarked.includes(one.id) : this.#marked.includes(one.id));

  toggle(one: Overlay): void {
    const flip = (ids: Id[]): Id[] => (ids.includes(one.id) ? ids.filter((id) => id !== one.id) : [...ids, one.id]);
    if (one.shown) this.#unmarked = flip(this.#unmarked);
    else this.#marked = flip(this.#marked);
  }

  #occupied = $derived.by(() => new Set((this.#match.table?.pieces ?? []).map((piece) => piece.where)));

  /** In the middle of a space, or below the pieces that lie there; the name of an area is large. */
  #write(space: Space, text: string, unit: number, large: boolean): MarkText {
    if (large) return { id: space.id, text, x: space.x, y: space.y, size: unit * Math.min(0.62, 2.6 / text.length) };
    const low = space.shape === "hex" && this.#occupied.has(space.id);
    const size = Math.min(unit * (low ? 0.2 : 0.26), (space.shape === "rect" ? (space.height ?? unit) : unit) * 0.7);
    return { id: space.id, text, x: space.x, y: space.y + (low ? (space.height || unit) * 0.37 : 0), size };
  }

  drawn = $derived.by<Mark[]>(() => {
    const pointed = this.#pointed
      .filter((one) => !this.all.some((other) => other.id === one.id))
      .map((one) => ({ ...one, id: `pointed-${one.id}` }));
    return [...this.all.filter(this.isMarked), ...pointed].map((one) => this.#mark(one));
  });

  #mark(one: Overlay): Mark {
    const unit = this.#unit();
    const spaces = one.spaces
      .map((id) => this.#match.spaces.get(id))
      .filter((space): space is Space => space !== undefined);
    const written = Object.entries(one.texts ?? {}).flatMap(([id, text]) => {
      const space = this.#match.spaces.get(id);
      return space ? [this.#write(space, text, unit, one.kind === "own" || one.kind === "foe")] : [];
    });
    return { ...one, path: spaces.map((space) => outline(space, unit)).join(" "), rim: rim(spaces, unit), written };
  }
}
