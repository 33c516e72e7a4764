// The painted map on the page: which tiles are in sight, which are painted already, which are to be painted next.

import type { View } from "../lib/camera.svelte";
import type { Rect, Size } from "../lib/layout";
import type { Board } from "../lib/types";
import { startPainter } from "./painter";
import type { Tone } from "./painting";
import { boxOf, covering, keyOf, scaleFor, SCALES, type Wanted } from "./tile";
import type { FromWorker, ToWorker } from "./worker";

export interface Tile extends Rect {
  key: string;
  scale: number;
  address: string;
}

/** So many painted tiles are kept; those that were not in sight for the longest go first. */
const KEPT = 160;

export class Tiles {
  /** The tiles to draw, coarse ones below. */
  shown = $state.raw<Tile[]>([]);
  /** Whether everything in sight is painted as sharp as it will be. */
  whole = $state(false);
  bounds = $state.raw<Rect | null>(null);
  #worker: Worker | null = null;
  #closed = false;
  #painted = new Map<string, Tile>();
  #asked = new Map<string, Wanted>();
  #now: { view: View; room: Size; tone: Tone } | null = null;

  constructor(board: Board, painted: boolean) {
    if (!painted || typeof Worker === "undefined" || typeof OffscreenCanvas === "undefined") return;
    this.#worker = startPainter();
    this.#worker.onmessage = ({ data }: MessageEvent<FromWorker>) => this.#heard(data);
    this.#send({ board: $state.snapshot<Board>(board) });
  }

  /** Whether the map is painted: what the general table would draw is left out then. */
  get painted(): boolean {
    return this.#worker !== null;
  }

  /** The whole map from afar, for a small picture of it. */
  get coarse(): Tile[] {
    const least = Math.min(...this.shown.map(({ scale }) => scale));
    return this.shown.filter(({ scale }) => scale === least);
  }

  /** What is in sight now. Half a room around it is painted too, so that it is there when the map is dragged. */
  look(view: View, room: Size, tone: Tone): void {
    this.#now = { view, room, tone };
    const { bounds } = this;
    if (!bounds) return;
    const sharp = scaleFor(view.k * Math.min(2, devicePixelRatio));
    const part = {
      x: (-view.x - room.width / 2) / view.k,
      y: (-view.y - room.height / 2) / view.k,
      width: (2 * room.width) / view.k,
      height: (2 * room.height) / view.k,
    };
    const coarse = this.#coarse(bounds);
    const all = [
      ...covering(bounds, bounds, coarse, tone),
      ...(sharp > coarse ? covering(part, bounds, sharp, tone) : []),
    ];
    this.#asked = new Map(all.map((one) => [keyOf(one), one]));
    this.#show();
    this.#send({ wanted: all.filter((one) => !this.#painted.has(keyOf(one))) });
  }

  /** The whole map in few tiles: always there, so that nothing is ever blank. */
  #coarse(bounds: Rect): number {
    return SCALES.find((scale) => Math.max(bounds.width, bounds.height) * scale > 700) ?? SCALES[0];
  }

  #show(): void {
    const mine = [...this.#asked.keys()].map((key) => this.#painted.get(key)).filter((tile) => tile !== undefined);
    // Until the sharp ones are there, those of another scale stay.
    this.whole = mine.length === this.#asked.size;
    const tone = this.#now?.tone ?? "plain";
    const others = this.whole
      ? []
      : this.shown.filter(
          (tile) => !this.#asked.has(tile.key) && tile.key.startsWith(tone) && this.#painted.has(tile.key),
        );
    for (const tile of mine) {
      this.#painted.delete(tile.key);
      this.#painted.set(tile.key, tile);
    }
    this.shown = [...others, ...mine].sort((a, b) => a.scale - b.scale);
  }

  #heard(data: FromWorker): void {
    if ("bounds" in data) {
      this.bounds = data.bounds;
      if (this.#now) this.look(this.#now.view, this.#now.room, this.#now.tone);
      return;
    }
    const wanted = this.#asked.get(data.key);
    if (!wanted || !this.bounds) return;
    const address = URL.createObjectURL(data.picture);
    void this.#hang({ key: data.key, scale: wanted.scale, address, ...boxOf(wanted, this.bounds) });
  }

  /** A tile is shown when its picture is decoded: else those that it replaces would be gone before it is drawn. */
  async #hang(tile: Tile): Promise<void> {
    const picture = new Image();
    picture.src = tile.address;
    await picture.decode().catch(() => undefined);
    // While it was decoded it may have been painted once more.
    if (this.#closed || this.#painted.has(tile.key)) {
      URL.revokeObjectURL(tile.address);
      return;
    }
    this.#painted.set(tile.key, tile);
    this.#show();
    const shown = new Set(this.shown.map(({ key }) => key));
    for (const [key, tile] of this.#painted) {
      if (this.#painted.size <= KEPT) break;
      if (shown.has(key)) continue;
      URL.revokeObjectURL(tile.address);
      this.#painted.delete(key);
    }
  }

  #send(message: ToWorker): void {
    this.#worker?.postMessage(message);
  }

  close(): void {
    this.#closed = true;
    this.#worker?.terminate();
    for (const { address } of this.#painted.values()) URL.revokeObjectURL(address);
    this.#painted.clear();
  }
}
