// Paints tiles away from the page, so that nothing stutters while a map is drawn.

import type { Board } from "../lib/types";
import type { Painting } from "./painting";
import { paintingOf } from "./paintings";
import { keyOf, paintTile, PIXELS, type Wanted } from "./tile";

export type ToWorker = { board: Board } | { wanted: Wanted[] };
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

addEventListener("message", ({ data }: MessageEvent<ToWorker>) => {
  if ("wanted" in data) {
    // What was wanted before and is not any more is left out.
    queue = data.wanted;
    void work();
    return;
  }
  void paintingOf(data.board).then((made) => {
    painting = made;
    if (made) postMessage({ bounds: made.bounds } satisfies FromWorker);
    void work();
  });
});
