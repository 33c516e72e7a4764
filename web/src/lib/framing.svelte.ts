// Which part of the board the camera shows: where one begins, and how what can be chosen or has just happened comes into sight.

import { untrack } from "svelte";
import { middleOf, type Camera } from "./camera.svelte";
import { boxOf, writtenAt, type Point } from "./layout";
import type { Marks } from "./marks.svelte";
import type { Match } from "./match.svelte";
import type { Stacks } from "./stacks.svelte";
import type { Board, Id } from "./types";

export interface FramingSettings {
  match: Match;
  camera: Camera;
  stacks: Stacks;
  marks: Marks;
  board: () => Board;
  unit: () => number;
  /** Whether the board has hexes. */
  hexes: () => boolean;
  /** The width of a hex in pixels from which its counters can be read. */
  legible: () => number;
}

/** How much smaller than readable a hex may be drawn, so that all that a question is about is in sight. */
const FARTHEST = 0.62;

export class Framing {
  #of: FramingSettings;
  /** The whole board is in sight because nothing on it was to be chosen: the first thing that is brings one nearer. */
  #overview = false;

  /** Call it where a component is made: it follows what is asked for, what happens and what can be chosen. */
  constructor(settings: FramingSettings) {
    this.#of = settings;
    $effect(() => this.#followWanted());
    $effect(() => this.#followResult());
    $effect(() => this.#followChoice());
  }

  /** The first view: the whole board if it can be read, else the part where something can be done, near enough to read it. */
  begin(): void {
    const { camera, marks, stacks } = this.#of;
    const [board, unit, hexes] = [this.#of.board(), this.#of.unit(), this.#of.hexes()];
    camera.fit(true);
    const able = this.#ofChoice();
    // Areas are drawn and nothing on the board is chosen: one wants to see how the sides stand.
    if (!able.length && marks.all.some((one) => (one.kind === "own" || one.kind === "foe") && marks.isMarked(one))) {
      this.#overview = true;
      return;
    }
    const points = able.length ? able : stacks.laid.map((one) => [one.x, one.y] as Point);
    const { room, view } = camera;
    // A board without hexes is drawn for a wide screen; on a tall one it is shown so large that it fills half its height.
    const readable = hexes ? this.#of.legible() / unit : Math.min(view.k * 2.4, (room.height * 0.7) / board.height);
    if (view.k >= readable * 0.8 || !points.length) return;
    const box = boxOf(points);
    const all = camera.nearness(box, 2 * unit);
    const k = hexes ? Math.min(readable, Math.max(all, readable * FARTHEST)) : readable;
    const middle: Point =
      all < k
        ? [middleOf(points.map(([at]) => at)), middleOf(points.map(([, at]) => at))]
        : [box.x + box.width / 2, box.y + box.height / 2];
    camera.look(middle, k, true);
  }

  centre = (point: Point): void => {
    const { camera } = this.#of;
    camera.look(point, Math.max(camera.view.k, Math.min(1, 60 / this.#of.unit())));
  };

  #bring(point: Point | null): void {
    if (point && !this.#of.camera.visible(point)) this.centre(point);
  }

  /** What can be chosen, or if that is not on the board, what the question is about; a place that is no space is where its name is written. */
  #ofChoice(): Point[] {
    const { match, stacks } = this.#of;
    const places = (ids: Iterable<Id>): Point[] => [...ids].map(stacks.placeOf).filter((point) => point !== null);
    const able = places(match.choosing.narrowed.glow.keys());
    const about = places(match.about);
    if (able.length) return this.#fitTogether([...able, ...about]) ? [...able, ...about] : able;
    return about.length ? about : match.about.flatMap((id) => writtenAt(this.#of.board(), match.name(id)));
  }

  /** Whether one can look at all these and still tell the counters: those that may fire and the hex that they fire at. */
  #fitTogether(points: readonly Point[]): boolean {
    const unit = this.#of.unit();
    return this.#of.camera.nearness(boxOf(points), 2 * unit) >= (this.#of.legible() / unit) * FARTHEST;
  }

  /** What the question is about can be looked at together with what can be chosen, and is not in sight. */
  #hides(points: readonly Point[]): boolean {
    const { match, camera, stacks } = this.#of;
    const about = match.about.map(stacks.placeOf).filter((point) => point !== null);
    return about.some((point) => points.some(([x, y]) => x === point[0] && y === point[1]) && !camera.visible(point));
  }

  #followWanted(): void {
    const { match, stacks } = this.#of;
    const target = match.scrollTo;
    if (target) untrack(() => this.#bring(stacks.placeOf(target.id)));
  }

  #followResult(): void {
    const { match, camera } = this.#of;
    // On a phone the room becomes smaller when the act is told below the board.
    void camera.room;
    const place = match.spaces.get(match.playback.theatre.scene?.act.place ?? "");
    if (place) untrack(() => this.#bring([place.x, place.y]));
  }

  /** What can be chosen must be in sight, and what the question is about: when none of the one is or something of the other is not, the map glides there. */
  #followChoice(): void {
    const { match, camera } = this.#of;
    void [match.choosing.narrowed.glow, match.about];
    // While a result stands, the camera stays with it.
    if (match.playback.theatre.scene) return;
    untrack(() => {
      const unit = this.#of.unit();
      const points = this.#ofChoice();
      if (points.length && this.#overview) {
        this.#overview = false;
        camera.lookAtAll(points, 4 * unit, this.#of.legible() / unit);
      } else if (points.length && (!points.some((point) => camera.visible(point)) || this.#hides(points)))
        camera.lookAtAll(points, 2 * unit, camera.view.k);
    });
  }
}
