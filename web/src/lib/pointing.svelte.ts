// What pointer and keys do with the board: point, pick, ask why not, draw the thread, and go from one glowing thing to the next.

import type { Camera } from "./camera.svelte";
import { ahead, type Point, type SpaceFinder } from "./layout";
import type { Match } from "./match.svelte";
import type { Stacks } from "./stacks.svelte";
import type { Thread } from "./thread.svelte";
import type { Board, Id } from "./types";

export interface PointingSettings {
  match: Match;
  camera: Camera;
  stacks: Stacks;
  thread: Thread;
  board: () => Board;
  finder: () => SpaceFinder;
  viewport: () => HTMLElement;
}

const ARROWS: Record<string, Point> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
/** So many pixels an arrow key pans the board. */
const PAN = 90;

const focused = (): HTMLElement => document.activeElement as HTMLElement;
const refOf = (target: EventTarget | null): Id | null => (target as Element).getAttribute?.("data-ref") ?? null;

export class Pointing {
  /** Where the pointer is on the board, in pixels. */
  pointer = $state.raw<Point | null>(null);
  /** The Shift key is down. */
  shift = $state(false);
  #of: PointingSettings;
  /** What the keys came to last. Pieces are drawn in a new order when a stack opens, and the browser drops the focus of what it moves. */
  #kept: Id | null = null;

  constructor(settings: PointingSettings) {
    this.#of = settings;
  }

  get #glow(): ReadonlyMap<Id, string> {
    return this.#of.match.choosing.narrowed.glow;
  }

  // -- the pointer -----------------------------------------------------------------------------------------------------

  #pointedAt(event: MouseEvent): Id | null {
    const drawn = (event.target as Element).closest?.("[data-ref]")?.getAttribute("data-ref");
    return drawn ?? this.#of.finder().find(this.#of.camera.boardPoint(event))?.id ?? null;
  }

  /** The space under the pointer, also below a piece; a finger holds the element that it touched first, so look again. */
  #spaceAt(event: MouseEvent): Id | null {
    const { match, camera } = this.#of;
    const drawn = document
      .elementFromPoint(event.clientX, event.clientY)
      ?.closest("[data-piece]")
      ?.getAttribute("data-where");
    return drawn && match.spaces.has(drawn) ? drawn : (this.#of.finder().find(camera.boardPoint(event))?.id ?? null);
  }

  hover = (event: MouseEvent): void => {
    if (this.#of.camera.moving) return;
    const box = this.#of.viewport().getBoundingClientRect();
    this.pointer = [event.clientX - box.left, event.clientY - box.top];
    this.shift = event.shiftKey;
    this.#of.match.hovered = this.#pointedAt(event);
  };

  leave = (): void => {
    this.#of.match.hovered = null;
    this.pointer = null;
  };

  click = (event: MouseEvent): void => {
    const { match, stacks, thread } = this.#of;
    if (thread.on) return;
    const id = this.#pointedAt(event);
    if (id) this.#activate(id);
    else {
      stacks.open = null;
      match.pinned = null;
    }
  };

  /** A click on a closed stack picks the only piece of it that can be picked, else opens it; a piece picks itself, else its space. */
  #activate(id: Id): void {
    const { match, stacks } = this.#of;
    const { choosing } = match;
    const piece = match.pieces.get(id);
    const stack = piece ? stacks.of(piece) : [];
    match.pinned = id;
    // A fan that is open somewhere else would go on lying over the map.
    if (stacks.open !== (piece?.where ?? id)) stacks.open = null;
    if (piece && stack.some((one) => one.of > 1) && stacks.open !== piece.where) {
      const able = stack.filter((one) => this.#glow.has(one.piece.id));
      if (able.length === 1 && able[0] && !this.#glow.has(piece.where)) choosing.pick(able[0].piece.id);
      else if (!able.length && this.#glow.has(piece.where)) choosing.pick(piece.where);
      else stacks.fanOpen(piece.where);
      return;
    }
    if (choosing.pick(id)) return;
    if (piece && choosing.pick(piece.where)) return;
    if (!piece) stacks.open = null;
  }

  /** Why not? */
  ask = (event: MouseEvent): void => {
    const { match, thread } = this.#of;
    const id = thread.on ? null : this.#pointedAt(event);
    if (!id) return;
    if (event.type === "contextmenu") event.preventDefault();
    match.pinned = id;
    void match.choosing.why(id);
  };

  /** One end of the thread. */
  press = (event: PointerEvent): void => {
    const { thread } = this.#of;
    const at = thread.on && !event.button ? this.#spaceAt(event) : null;
    if (at) thread.press(at);
  };

  /** The other end of the thread. */
  pull = (event: PointerEvent): void => {
    const { thread } = this.#of;
    if (!thread.on || !thread.drawing) return;
    const at = this.#spaceAt(event);
    if (at) thread.reach(at);
  };

  // -- the keys --------------------------------------------------------------------------------------------------------

  key = (event: KeyboardEvent): void => {
    const id = refOf(event.target);
    const arrow = ARROWS[event.key];
    // A recap that is open is stepped through by these keys, wherever one clicked last.
    if (arrow && this.#of.match.playback.recap) return;
    if (arrow) {
      event.preventDefault();
      if (id) this.#walk(id, arrow, event.shiftKey);
      else this.#of.camera.panBy(-arrow[0] * PAN, -arrow[1] * PAN);
    } else if (id && (event.key === "Enter" || event.key === " ")) {
      event.preventDefault();
      event.stopPropagation();
      this.#activate(id);
    }
  };

  /** Arrow keys go from one glowing thing to the next; with Shift, over all pieces. */
  #walk(from: Id, [dx, dy]: Point, all: boolean): void {
    const { match, stacks } = this.#of;
    const start = stacks.placeOf(from);
    if (!start) return;
    const points = new Map<Id, Point>();
    for (const one of stacks.laid) if (all || this.#glow.has(one.piece.id)) points.set(one.piece.id, [one.x, one.y]);
    for (const space of this.#of.board().spaces) if (this.#glow.has(space.id)) points.set(space.id, [space.x, space.y]);
    const next = ahead(start, points, dx, dy);
    if (!next) return;
    const drawn = [...this.#of.viewport().querySelectorAll<SVGElement>("[data-ref]")];
    drawn.find((one) => refOf(one) === next)?.focus();
    match.show(next);
  }

  /** The next thing that glows, wherever it lies: from top to bottom, and round again. */
  next(back: boolean): boolean {
    const all = [...document.querySelectorAll<HTMLElement | SVGElement>("[data-ref]:is(.glow, .act, .harm)")].sort(
      (a, b) => this.#before(refOf(a), refOf(b)),
    );
    const isKept = (one: Element): boolean => this.#kept !== null && refOf(one) === this.#kept;
    const at = document.activeElement === document.body ? all.findIndex(isKept) : all.indexOf(focused());
    const to = all[back ? (at <= 0 ? all.length : at) - 1 : (at + 1) % all.length];
    const id = to?.getAttribute("data-ref");
    if (!to || !id) return false;
    to.focus();
    this.#kept = id;
    this.#of.match.show(id);
    this.#of.match.hovered = id;
    return true;
  }

  /** What lies beside the board comes first, in its order; on the board what lies further up, whatever stack is open now. */
  #before(a: Id | null, b: Id | null): number {
    const { spaces, pieces } = this.#of.match;
    const [one, other] = [a, b].map((id) => spaces.get(pieces.get(id ?? "")?.where ?? id ?? ""));
    if (!one || !other) return Number(Boolean(one)) - Number(Boolean(other));
    return one.y - other.y || one.x - other.x || (a ?? "").localeCompare(b ?? "");
  }

  /** The pieces were drawn again: give the focus back to the one that had it. */
  hold(): void {
    if (this.#kept === null || document.activeElement !== document.body) return;
    const drawn = [...this.#of.viewport().querySelectorAll<SVGElement>("[data-ref]")];
    drawn.find((one) => refOf(one) === this.#kept)?.focus({ preventScroll: true });
  }

  /** A click ends what the keys began. */
  letGo = (): void => {
    this.#kept = null;
  };

  focusIn = (event: FocusEvent): void => {
    const id = refOf(event.target);
    if (!id || !(event.target as Element).matches(":focus-visible")) return;
    this.#of.match.hovered = id;
    this.#kept = id;
  };
}
