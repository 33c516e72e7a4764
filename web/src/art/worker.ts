// Paints tiles away from the page, so that nothing stutters while a map is drawn.

import type { Board } from "../lib/types";
import type { Rect } from "../lib/layout";
import type { Painting, Tone } from "./painting";
import { paintingOf } from "./paintings";
import { keyOf, paintTile, PIXELS, type Wanted } from "./tile";

/** A part of the map by itself: the key shows one for each kind of ground. */
export interface Sample {
  key: string;
  box: Rect;
  /** Pixels for one board unit. */
  scale: number;
  tone: Tone;
}
export type ToWorker = { board: Board } | { wanted: Wanted[] } | { samples: Sample[] };
export type FromWorker = { bounds: Painting["bounds"] } | { key: string; picture: Blob };

let painting: Painting | null = null;
let queue: Wanted[] = [];
let busy = false;

async function work(): Promise<void> {
  if (busy || !painting) return;
  busy = true;
  for (let next = queue.shift(); next; next = queue.shift()) {
    const canvas = new OffscreenCanvas(PIXELS, PIXELS);
    const on = canvas.getContext("2d", { alpha: false });
    if (!on) break;
    paintTile(on, painting, next);
    const picture = await canvas.convertToBlob({ type: "image/jpeg", quality: 0.9 });
    postMessage({ key: keyOf(next), picture } satisfies FromWorker);
  }
  busy = false;
}

async function paintSamples(samples: readonly Sample[]): Promise<void> {
  for (const { key, box, scale, tone } of samples) {
    const canvas = new OffscreenCanvas(Math.round(box.width * scale), Math.round(box.height * scale));
    const on = canvas.getContext("2d", { alpha: false });
    if (!on || !painting) return;
    on.setTransform(scale, 0, 0, scale, -box.x * scale, -box.y * scale);
    painting.paint(on, box, scale, tone);
    const picture = await canvas.convertToBlob({ type: "image/jpeg", quality: 0.9 });
    postMessage({ key, picture } satisfies FromWorker);
  }
}

addEventListener("message", ({ data }: MessageEvent<ToWorker>) => {
  if ("wanted" in data) {
    // What was wanted before and is not any more is left out.
    queue = data.wanted;
    void work();
    return;
  }
  if ("samples" in data) {
    void paintSamples(data.samples);
    return;
  }
  void paintingOf(data.board).then((made) => {
    painting = made;
    if (made) postMessage({ bounds: made.bounds } satisfies FromWorker);
    void work();
  });
});
