import axe from "axe-core";
import { mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import App from "./App.svelte";

let app: Record<string, unknown> | undefined;

beforeEach(() => {
  vi.stubGlobal("fetch", () =>
    Promise.resolve(new Response(JSON.stringify([{ id: "pearls", title: "Pearls", options: [], bots: ["random"] }]))),
  );
});
afterEach(async () => {
  if (app) await unmount(app);
  app = undefined;
});

/** The page is fetched when it is shown, which takes seconds on a busy machine. */
const listed = () =>
  vi.waitFor(() => expect(document.querySelectorAll("ul.games li")).toHaveLength(1), { timeout: 60_000 });

test("the first page lists the games, each with one button to play at once", async () => {
  app = mount(App, { target: document.body });
  await listed();
  expect([...document.querySelectorAll("h1")].map((h) => h.textContent)).toEqual(["Choose a game"]);
  expect(document.querySelector("ul.games button")?.textContent).toBe("Play now");
});

test("axe finds nothing to complain about in the page", async () => {
  app = mount(App, { target: document.body });
  await listed();
  // A simulated page has no colours to measure; the browser tests check those.
  const found = await axe.run(document.body, {
    rules: { "color-contrast": { enabled: false }, region: { enabled: false } },
  });
  expect(found.violations.map((v) => v.id)).toEqual([]);
});
