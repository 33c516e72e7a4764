import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

/** Code and styles lie packed beside themselves: at its strongest Brotli takes seconds, which no visitor should wait. */
const brotli = {
  name: "brotli",
  apply: "build" as const,
  writeBundle({ dir = "" }: { dir?: string }, bundle: Record<string, { code?: string; source?: string | Uint8Array }>) {
    for (const [name, { code, source }] of Object.entries(bundle))
      if (/\.(js|css)$/.test(name)) writeFileSync(join(dir, `${name}.br`), brotliCompressSync(code ?? source ?? ""));
  },
};

export default defineConfig({
  // Relative addresses, so that the page also works under a path of somebody's own web server.
  base: "./",
  plugins: [svelte(), brotli],
  // Tests run in a simulated page; without this they would get Svelte's server-side build.
  ...(process.env.VITEST ? { resolve: { conditions: ["browser"] } } : {}),
  build: {
    outDir: "../src/sandtable/server/static",
    emptyOutDir: true,
    target: "es2022",
    // Fonts and pictures stay files: the server's content policy needs no data: addresses, and they cache apart from the code.
    assetsInlineLimit: 0,
    rolldownOptions: {
      // Libraries change seldom and our code often: apart, a new release leaves most of a browser's cache valid.
      output: { codeSplitting: { groups: [{ name: "vendor", test: /node_modules[\\/].*\.js$/ }] } },
    },
  },
  // Maps are painted in a worker, each game's painting in a file of its own.
  worker: { format: "es" },
  server: {
    // `npm run dev` beside `sandtable serve`: the page reloads as it is edited, the matches come from the server.
    proxy: { "/api": { target: "http://127.0.0.1:8000", ws: true } },
  },
  test: {
    // A simulated page costs more than most tests: those that need none say so in their first line.
    environment: "happy-dom",
    pool: "threads",
    // One page for all files of a thread: a new one for each took two thirds of the time. Tests clear what they leave.
    isolate: false,
    include: ["src/**/*.test.ts"],
    restoreMocks: true,
    // Against tests that hang; on a busy machine a sound one may take seconds.
    testTimeout: 120_000,
  },
});
