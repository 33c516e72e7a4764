import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

export default defineConfig({
  // Relative addresses, so that the page also works under a path of somebody's own web server.
  base: "./",
  plugins: [svelte()],
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
    environment: "happy-dom",
    include: ["src/**/*.test.ts"],
    restoreMocks: true,
    // Against tests that hang; on a busy machine a sound one may take seconds.
    testTimeout: 120_000,
  },
});
