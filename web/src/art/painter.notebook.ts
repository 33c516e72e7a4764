// The worker that paints maps, as a part of the page itself: in a notebook nothing can be fetched.

import PaintingWorker from "./worker?worker&inline";

export const startPainter = (): Worker => new PaintingWorker();
