// The pieces on the board: how large each is, in which stack it lies, and the stack that is fanned open.

import { fan, layOut, type Box, type Laid, type Point, type Size } from "./layout";
import { faceOf, type Look } from "./look";
import type { Match } from "./match.svelte";
import type { Id, Piece, Space } from "./types";

/** What lies on an upper level or a roof is drawn smaller. */
const ON_A_PART = 0.76;

export class Stacks {
  /** The space whose stack is fanned open. */
  open = $state<Id | null>(null);
  #match: Match;
  #look: Look;
  #unit: () => number;
  #nearness: () => number;

  constructor(match: Match, look: Look, unit: () => number, nearness: () => number) {
    this.#match = match;
    this.#look = look;
    this.#unit = unit;
    this.#nearness = nearness;
  }

  sizeOf = (piece: Piece): Size => {
    const face = faceOf(piece, this.#look, true);
    const part = this.#match.spaces.get(piece.where)?.kind === "part" ? ON_A_PART : 1;
    const usual = (this.#look.widths?.[piece.face] ?? face.share * this.#unit()) * part;
    const width = Math.max(usual, (this.#look.least ?? 0) / this.#nearness());
    return { width, height: (width * face.height) / face.width };
  };

  closed = $derived.by(() => {
    const { spaces, table, about } = this.#match;
    const by = new Map<Id, Piece[]>();
    for (const piece of table?.pieces ?? []) {
      if (!spaces.has(piece.where)) continue;
      const others = by.get(piece.where);
      if (others) others.push(piece);
      else by.set(piece.where, [piece]);
    }
    return new Map(
      [...by].map(([id, pieces]) => [id, layOut(spaces.get(id) as Space, pieces, this.sizeOf, this.#unit(), about)]),
    );
  });

  laid = $derived.by(() => {
    const all: Laid[] = [];
    for (const [id, stack] of this.closed) {
      const first = stack.at(-1);
      const opened = id === this.open && stack.some((one) => one.of > 1);
      all.push(...(opened && first ? fan(this.#match.spaces.get(id) as Space, stack, this.#largest(stack)) : stack));
    }
    return all.sort(
      (a, b) =>
        Number(a.piece.where === this.open) - Number(b.piece.where === this.open) || a.level - b.level || a.y - b.y,
    );
  });

  /** What lies below an open stack, so that it stands out. */
  tray = $derived.by<Box | null>(() => {
    const mine = this.laid.filter((one) => one.piece.where === this.open);
    if (mine.length < 2 || !this.closed.get(this.open ?? "")?.some((one) => one.of > 1)) return null;
    const { width, height } = this.#largest(mine);
    const xs = mine.map((one) => one.x);
    const ys = mine.map((one) => one.y);
    const pad = width * 0.14;
    const [x, y] = [Math.min(...xs) - width / 2 - pad, Math.min(...ys) - height / 2 - pad];
    return { x, y, width: Math.max(...xs) + width / 2 + pad - x, height: Math.max(...ys) + height / 2 + pad - y };
  });

  #largest(stack: readonly Laid[]): Size {
    return stack.map((one) => this.sizeOf(one.piece)).reduce((most, size) => (size.width > most.width ? size : most));
  }

  /** The stack in which a piece lies. */
  of(piece: Piece): Laid[] {
    return this.closed.get(piece.where) ?? [];
  }

  /** The middle of a piece or a space. */
  placeOf = (id: Id): Point | null => {
    const piece = this.laid.find((one) => one.piece.id === id);
    if (piece) return [piece.x, piece.y];
    const space = this.#match.spaces.get(id);
    return space ? [space.x, space.y] : null;
  };
}
