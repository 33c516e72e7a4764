import axe from "axe-core";
import { mount, unmount } from "svelte";
import { afterEach, expect, test } from "vitest";
import App from "./App.svelte";

let app: Record<string, unknown> | undefined;

afterEach(async () => {
  if (app) await unmount(app);
  app = undefined;
});

test("the page names the program in its only first-level heading", () => {
  app = mount(App, { target: document.body });
  const headings = [...document.querySelectorAll("h1")].map((h) => h.textContent);
  expect(headings).toEqual(["Sandtable"]);
});

test("axe finds nothing to complain about in the page", async () => {
  app = mount(App, { target: document.body });
  // A simulated page has no colours to measure; the browser tests check those.
  const found = await axe.run(document.body, { rules: { "color-contrast": { enabled: false }, region: { enabled: false } } });
  expect(found.violations.map((v) => v.id)).toEqual([]);
});
