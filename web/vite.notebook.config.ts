import { join } from "node:path";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

const here = import.meta.dirname;

/** The board for notebooks: one script and one style sheet that fetch nothing, fonts and the painting worker inside. */
export default defineConfig({
  plugins: [svelte()],
  publicDir: false,
  resolve: { alias: [{ find: /^\.\/painter$/, replacement: join(here, "src/art/painter.notebook.ts") }] },
  build: {
    outDir: "../src/sandtable/api/static",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: Infinity,
    cssCodeSplit: false,
    rolldownOptions: {
      input: join(here, "src/notebook/main.ts"),
      output: { codeSplitting: false, entryFileNames: "notebook.js", assetFileNames: "notebook[extname]" },
    },
  },
  // A plain script: a worker that is a module does not start in a frame that is shut off.
  worker: { format: "iife", rolldownOptions: { output: { codeSplitting: false } } },
});
