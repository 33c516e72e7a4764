// Pan and zoom: which part of the board is in sight, and how the map glides there. d3-zoom hears wheel, drag and pinch.

import { select } from "d3-selection";
import { zoom, zoomIdentity, type ZoomBehavior, type ZoomTransform } from "d3-zoom";
import { boxOf, type Rect, type Point, type Size } from "./layout";
import { calm } from "./settings.svelte";

export interface View {
  k: number;
  x: number;
  y: number;
}

/** Up to so many pixels a press that slips is a click. */
const CLICK = 6;

const isFar = (from: View, to: View): boolean => from.k !== to.k || Math.hypot(from.x - to.x, from.y - to.y) >= CLICK;

export class Camera {
  view = $state.raw<View>({ k: 1, x: 0, y: 0 });
  /** The view when the map last stood still: what is written on it is chosen by this, so that nothing is drawn again while it moves. */
  still = $state.raw<View>({ k: 1, x: 0, y: 0 });
  room = $state.raw<Size>({ width: 800, height: 600 });
  /** The map moves, by the hand or by itself. A press alone moves nothing. */
  moving = $state(false);
  /** A hand drags it. */
  dragged = $state(false);
  /** The view in which a hand took hold of the map. */
  #held: View = this.view;
  /** The glide under way; a hand on the map or another glide ends it. */
  #gliding = 0;
  /** What is in sight when the whole board is. */
  #frame: (room: Size) => Rect;
  #viewport: HTMLElement | null = null;
  #behaviour: ZoomBehavior<HTMLElement, unknown> = zoom<HTMLElement, unknown>();
  /** The size of the window in which the view was begun. */
  #window = "";
  /** The whole board was shown last. */
  #fitted = false;

  constructor(frame: (room: Size) => Rect) {
    this.#frame = frame;
  }

  get #whole(): Rect {
    return this.#frame(this.room);
  }

  /** Hear the pointer in the viewport, unless it is held (`held`); `begin` says where to begin in a room. */
  attach(viewport: HTMLElement, held: () => boolean, begin: () => void): () => void {
    this.#viewport = viewport;
    this.#behaviour
      .clickDistance(CLICK)
      .filter(
        (event: MouseEvent | WheelEvent | TouchEvent) =>
          event.type === "wheel" ||
          (event instanceof MouseEvent ? !event.button && !held() : !held() || event.touches.length > 1),
      )
      .on("start", ({ sourceEvent }: { sourceEvent: unknown }) => {
        this.#held = this.view;
        if (!sourceEvent) return;
        this.#fitted = false;
        this.#gliding = 0;
      })
      .on("zoom", ({ transform, sourceEvent }: { transform: ZoomTransform; sourceEvent: Event | null }) => {
        this.view = transform;
        this.moving ||= isFar(this.#held, transform);
        this.dragged = this.moving && sourceEvent !== null && sourceEvent.type !== "wheel";
      })
      .on("end", () => {
        if (this.#gliding) return;
        this.moving = this.dragged = false;
        this.still = this.view;
      });
    select(viewport).call(this.#behaviour).on("dblclick.zoom", null);
    const watch = new ResizeObserver(() => {
      // A frame of another page that is out of sight has no room yet.
      if (!viewport.clientWidth || !viewport.clientHeight) return;
      const before = this.room;
      this.room = { width: viewport.clientWidth, height: viewport.clientHeight };
      this.#behaviour.extent([
        [0, 0],
        [this.room.width, this.room.height],
      ]);
      this.#resized(before, begin);
    });
    watch.observe(viewport);
    return () => watch.disconnect();
  }

  /** What makes room beside the board leaves its middle where it was, and the whole board whole. */
  #resized(before: Size, begin: () => void): void {
    const { room, view } = this;
    const [wider, higher] = [room.width - before.width, room.height - before.height];
    if (!wider && !higher) return;
    // A turned phone or another size of the window is another table.
    const window = `${innerWidth}x${innerHeight}`;
    if (this.#window !== window) begin();
    else if (this.#fitted) this.fit(true);
    else {
      this.#limits();
      this.#move(zoomIdentity.translate(view.x + wider / 2, view.y + higher / 2).scale(view.k), true);
    }
    this.#window = window;
  }

  #limits(): void {
    const { x, y, width, height } = this.#whole;
    const least = Math.min(this.room.width / width, this.room.height / height);
    const pad = 0.5;
    this.#behaviour.scaleExtent([least * 0.7, Math.max(least * 6, 2.4)]);
    this.#behaviour.translateExtent([
      [x - width * pad, y - height * pad],
      [x + width * (1 + pad), y + height * (1 + pad)],
    ]);
  }

  #move(to: ZoomTransform, quick = false): void {
    if (!this.#viewport) return;
    this.#fitted = false;
    this.#gliding = 0;
    if (quick || calm()) select(this.#viewport).call(this.#behaviour.transform, to);
    else this.#glide(to);
  }

  /** Move the map smoothly without d3-transition: a quarter of a second, ease out. */
  #glide(to: ZoomTransform): void {
    const from = { ...this.view };
    const start = performance.now();
    this.#gliding = start;
    this.moving = true;
    const step = (now: number): void => {
      if (!this.#viewport || this.#gliding !== start) return;
      const t = Math.min(1, (now - start) / 260);
      if (t === 1) this.#gliding = 0;
      const e = 1 - (1 - t) ** 3;
      const at = zoomIdentity
        .translate(from.x + (to.x - from.x) * e, from.y + (to.y - from.y) * e)
        .scale(from.k + (to.k - from.k) * e);
      select(this.#viewport).call(this.#behaviour.transform, at);
      if (t < 1) requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  }

  /** The whole board. */
  fit(quick = false): void {
    this.#limits();
    const { room } = this;
    const { x, y, width, height } = this.#whole;
    const k = Math.min(room.width / width, room.height / height) * 0.985;
    this.#move(
      zoomIdentity.translate((room.width - width * k) / 2 - x * k, (room.height - height * k) / 2 - y * k).scale(k),
      quick,
    );
    this.#fitted = true;
  }

  zoomBy(factor: number): void {
    this.#fitted = false;
    if (this.#viewport) select(this.#viewport).call(this.#behaviour.scaleBy, factor);
  }

  panBy(dx: number, dy: number): void {
    this.#fitted = false;
    if (this.#viewport) select(this.#viewport).call(this.#behaviour.translateBy, dx / this.view.k, dy / this.view.k);
  }

  /** Look at a place from so near. */
  look(at: Point, k: number, quick = false): void {
    this.#move(this.#around(at, k), quick);
  }

  /** So near that all these lie in sight, with some room around them, but not nearer than `most`. */
  lookAtAll(points: readonly Point[], around: number, most: number, quick = false): void {
    const box = boxOf(points);
    this.look([box.x + box.width / 2, box.y + box.height / 2], Math.min(most, this.nearness(box, around)), quick);
  }

  /** How near the whole of a box can be looked at. */
  nearness(box: Rect, around: number): number {
    return Math.min(this.room.width / (box.width + around), this.room.height / (box.height + around));
  }

  /** The view of a place, but not beyond the edge of the board. */
  #around([x, y]: Point, k: number): ZoomTransform {
    const { room } = this;
    const whole = this.#whole;
    const keep = (middle: number, size: number, from: number, length: number): number =>
      length * k < size
        ? (size - length * k) / 2 - from * k
        : Math.max(size - (from + length) * k, Math.min(-from * k, size / 2 - middle * k));
    return zoomIdentity
      .translate(keep(x, room.width, whole.x, whole.width), keep(y, room.height, whole.y, whole.height))
      .scale(k);
  }

  visible([x, y]: Point): boolean {
    const { view, room } = this;
    const [px, py] = [view.x + x * view.k, view.y + y * view.k];
    return px > 40 && py > 40 && px < room.width - 40 && py < room.height - 40;
  }

  /** A point of the page in board units. */
  boardPoint(event: MouseEvent): Point {
    const box = this.#viewport?.getBoundingClientRect();
    return [
      (event.clientX - (box?.left ?? 0) - this.view.x) / this.view.k,
      (event.clientY - (box?.top ?? 0) - this.view.y) / this.view.k,
    ];
  }
}

/** The median: where most are, not where the outermost lie. */
export function middleOf(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
