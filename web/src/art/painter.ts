// The worker that paints maps. The build for notebooks, where nothing can be fetched, puts another module in this place.

export const startPainter = (): Worker => new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
