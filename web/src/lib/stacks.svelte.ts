// The pieces on the board: how large each is, in which stack it lies, and the stack that is fanned open.

import type { View } from "./camera.svelte";
import { boxOf, fan, layOut, makeRoom, spread, type Rect, type Laid, type Point, type Size } from "./layout";
import { faceOf, type Look } from "./look";
import type { Match } from "./match.svelte";
import type { Id, Piece, Space } from "./types";

/** What lies on an upper level or a roof is drawn smaller. */
const ON_A_PART = 0.68;
/** The least side of a piece in a fan, in pixels of the screen. */
const FINGER = 46;
/** How far a stack may move from its space, in widths of a piece. */
const FURTHEST = 1.1;
/** The edge of the tray around a fan, in widths of a piece. */
const AROUND = 0.14;

/** Counters that are so much of the width of a circle leave too little of its ring in sight. */
const HIDDEN = 0.7;

export class Stacks {
  /** The space whose stack is fanned open. */
  open = $state<Id | null>(null);
  /** It was opened to choose from it. */
  #forAChoice = false;
  #match: Match;
  #look: Look;
  #unit: () => number;
  #view: () => View;
  #room: () => Size;

  constructor(match: Match, look: Look, unit: () => number, view: () => View, room: () => Size) {
    this.#match = match;
    this.#look = look;
    this.#unit = unit;
    this.#view = view;
    this.#room = room;
  }

  /** The open stack, while its space is in sight: a fan at the edge of the window would be nowhere. */
  #fan = $derived.by<Id | null>(() => {
    const space = this.open === null ? undefined : this.#match.spaces.get(this.open);
    if (!space) return null;
    const { x, y, width, height } = this.#sight;
    const half = this.#unit() / 2;
    const isInSight =
      space.x > x - half && space.x < x + width + half && space.y > y - half && space.y < y + height + half;
    return isInSight ? this.open : null;
  });

  /** Fan a stack open. */
  fanOpen(where: Id): void {
    this.open = where;
    this.#forAChoice = this.#choosable(where);
  }

  /** A stack that was opened to choose from it closes when nothing of it can be chosen any more: it would lie over the map. */
  closeUsed(): void {
    if (this.open === null || !this.#forAChoice || this.#choosable(this.open)) return;
    this.open = null;
  }

  #choosable(where: Id): boolean {
    const { glow } = this.#match.choosing.narrowed;
    return (this.closed.get(where) ?? []).some(({ piece }) => glow.has(piece.id));
  }

  /** How many pixels a board unit has, while the map stands still. */
  get nearness(): number {
    return this.#view().k;
  }

  /** The part of the board that is in sight. */
  get #sight(): Rect {
    const [{ k, x, y }, { width, height }] = [this.#view(), this.#room()];
    return { x: -x / k, y: -y / k, width: width / k, height: height / k };
  }

  sizeOf = (piece: Piece): Size => {
    const face = faceOf(piece, this.#look, true);
    const width = Math.max(this.#usual(piece), (face.least?.(this.#unit() * this.nearness) ?? 0) / this.nearness);
    return { width, height: (width * face.height) / face.width };
  };

  /** Its width where nothing makes it larger. */
  #usual(piece: Piece): number {
    const part = this.#match.spaces.get(piece.where)?.kind === "part" ? ON_A_PART : 1;
    return (this.#look.widths?.[piece.face] ?? faceOf(piece, this.#look, true).share * this.#unit()) * part;
  }

  closed = $derived.by(() => {
    const { spaces, table, about } = this.#match;
    const by = new Map<Id, Piece[]>();
    for (const piece of table?.pieces ?? []) {
      if (!spaces.has(piece.where)) continue;
      const others = by.get(piece.where);
      if (others) others.push(piece);
      else by.set(piece.where, [piece]);
    }
    const laid = new Map(
      [...by].map(([id, pieces]) => [
        id,
        layOut(spaces.get(id) as Space, pieces, this.sizeOf, this.#unit(), about, this.#look.climb),
      ]),
    );
    return this.#apart(makeRoom(laid, spaces, this.#unit()));
  });

  /** Stacks that are drawn larger than their spaces move apart, so that one can tell and pick each of them. */
  #apart(laid: Map<Id, Laid[]>): Map<Id, Laid[]> {
    const { spaces } = this.#match;
    const large = [...laid].filter(([, stack]) =>
      stack.some(({ piece }) => this.sizeOf(piece).width > this.#usual(piece) && !faceOf(piece, this.#look, true).flat),
    );
    if (!large.length) return laid;
    const boxes = large.map(([, stack]) => this.#around(stack));
    const board = this.#match.hello?.board ?? { width: 0, height: 0, spaces: [] };
    const frame = this.#look.frame?.(board, this.#room()) ?? { x: 0, y: 0, width: board.width, height: board.height };
    const moved = spread(boxes, this.#largest(large[0]?.[1] ?? []).width * FURTHEST, frame);
    large.forEach(([id, stack], at) => {
      const [dx, dy] = moved[at] as Point;
      const { x, y } = spaces.get(id) as Space;
      if (dx || dy)
        laid.set(
          id,
          stack.map((one) => ({ ...one, x: one.x + dx, y: one.y + dy, home: [x, y] })),
        );
    });
    return laid;
  }

  #around(stack: readonly Laid[]): Rect {
    const { width, height } = this.#largest(stack);
    const middles = boxOf(stack.map((one) => [one.x, one.y] as Point));
    return {
      x: middles.x - width / 2,
      y: middles.y - height / 2,
      width: middles.width + width,
      height: middles.height + height,
    };
  }

  laid = $derived.by(() => {
    const all: Laid[] = [];
    for (const [id, stack] of this.closed) {
      const opened = id === this.#fan && stack.some((one) => one.of > 1);
      all.push(...(opened ? this.#fanned(this.#match.spaces.get(id) as Space, stack) : stack));
    }
    // Where counters are larger than their spaces they lie over the marks of the spaces around them.
    const larger = Object.values(this.#look.faces ?? {}).some(({ least }) => least);
    const flat = ({ piece }: Laid): boolean => Boolean(faceOf(piece, this.#look, true).flat);
    const marked = new Set([...this.closed].filter(([, stack]) => larger && stack.every(flat)).map(([id]) => id));
    // A marker beside a stack would be lost below counters as large as that.
    const upon = (one: Laid): boolean => larger && flat(one) && one.of === 1;
    const below = (one: Laid): number => (marked.has(one.piece.where) ? 0 : upon(one) ? 2 : 1);
    return all.sort(
      (a, b) =>
        Number(a.piece.where === this.#fan) - Number(b.piece.where === this.#fan) ||
        below(a) - below(b) ||
        a.level - b.level ||
        a.y - b.y,
    );
  });

  /** A line leads from a stack that moved away to its space. */
  homes = $derived.by(() =>
    [...this.closed].flatMap(([id, stack]) => {
      const lowest = stack[0];
      return lowest?.home && id !== this.#fan ? [{ id, at: lowest.home, to: [lowest.x, lowest.y] as Point }] : [];
    }),
  );

  /** Circles and boxes that can be chosen, and that the counters on them hide: a frame around these tells it. */
  framed = $derived.by(() => {
    const { glow } = this.#match.choosing.narrowed;
    return [...this.closed].flatMap(([id, stack]) => {
      const space = this.#match.spaces.get(id);
      const how = glow.get(id);
      if (!space || !how || space.shape === "hex" || space.points?.length || id === this.#fan) return [];
      const around = this.#around(stack);
      const hidden = around.width >= (space.width ?? 0) * HIDDEN;
      return hidden && !stack.some(({ piece }) => glow.has(piece.id)) ? [{ id, how, around }] : [];
    });
  });

  /** What lies below an open stack, so that it stands out. */
  tray = $derived.by<Rect | null>(() => {
    const mine = this.laid.filter((one) => one.piece.where === this.#fan);
    if (mine.length < 2 || !this.closed.get(this.#fan ?? "")?.some((one) => one.of > 1)) return null;
    const { width, height } = this.#forAFinger(mine);
    const xs = mine.map((one) => one.x);
    const ys = mine.map((one) => one.y);
    const pad = width * AROUND;
    const [x, y] = [Math.min(...xs) - width / 2 - pad, Math.min(...ys) - height / 2 - pad];
    return { x, y, width: Math.max(...xs) + width / 2 + pad - x, height: Math.max(...ys) + height / 2 + pad - y };
  });

  /** Fanned open, every piece is as large as a finger needs, and all of them are in sight. */
  #fanned(space: Space, stack: readonly Laid[]): Laid[] {
    const size = this.#forAFinger(stack);
    return fan(space, stack, size, this.#sight, size.width * AROUND).map((one) => ({
      ...one,
      scale: this.#finger(this.sizeOf(one.piece)),
    }));
  }

  /** How much larger a piece must be for a finger: each by itself, or a small marker would blow up its stack. */
  #finger({ width, height }: Size): number {
    return Math.max(1, FINGER / (Math.min(width, height) * this.nearness));
  }

  #forAFinger(stack: readonly Laid[]): Size {
    const sizes = stack.map(({ piece }) => {
      const size = this.sizeOf(piece);
      const scale = this.#finger(size);
      return { width: size.width * scale, height: size.height * scale };
    });
    return {
      width: Math.max(...sizes.map(({ width }) => width)),
      height: Math.max(...sizes.map(({ height }) => height)),
    };
  }

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
