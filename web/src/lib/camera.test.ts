import { select } from "d3-selection";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Camera } from "./camera.svelte";
import { settings } from "./settings.svelte";

let viewport: HTMLElement;
let camera: Camera;
let leave: () => void;
let pictures: FrameRequestCallback[] = [];

/** A camera over a board of 1000 by 800 in a room of 500 by 400. */
beforeEach(() => {
  viewport = document.createElement("div");
  Object.defineProperties(viewport, { clientWidth: { value: 500 }, clientHeight: { value: 400 } });
  document.body.append(viewport);
  vi.stubGlobal("requestAnimationFrame", (draw: FrameRequestCallback) => pictures.push(draw));
  camera = new Camera(() => ({ x: 0, y: 0, width: 1000, height: 800 }));
  leave = camera.attach(
    viewport,
    () => false,
    () => {},
  );
  camera.room = { width: 500, height: 400 };
});
afterEach(() => {
  leave();
  select(window).on(".zoom", null);
  viewport.remove();
  pictures = [];
  vi.unstubAllGlobals();
});

function hand(type: string, x: number, y: number, on: EventTarget = window): void {
  on.dispatchEvent(new MouseEvent(type, { bubbles: true, button: 0, clientX: x, clientY: y, view: window }));
}

test("a press that slips a little is a click: the map is not said to move", () => {
  hand("mousedown", 100, 100, viewport);
  expect(camera.moving).toBe(false);
  hand("mousemove", 102, 101);
  expect(camera.moving).toBe(false);
  hand("mouseup", 102, 101);
  expect([camera.moving, camera.dragged]).toEqual([false, false]);
});

test("a hand that drags moves the map, and what is drawn on it waits until it stands still", () => {
  const before = camera.still;
  hand("mousedown", 100, 100, viewport);
  hand("mousemove", 130, 140);
  expect([camera.moving, camera.dragged]).toEqual([true, true]);
  expect([camera.view.x, camera.view.y]).toEqual([30, 40]);
  expect(camera.still).toBe(before);
  hand("mouseup", 130, 140);
  expect([camera.moving, camera.dragged]).toEqual([false, false]);
  expect(camera.still).toEqual(camera.view);
});

test("while the map glides, nothing on it is drawn again; a hand stops it", () => {
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
  settings.pace = "normal";
  camera.fit(true);
  const before = camera.still;
  let now = 1000;
  vi.spyOn(performance, "now").mockImplementation(() => now);
  const draw = (at: number): void => {
    now = at;
    for (const picture of pictures.splice(0)) picture(at);
  };
  camera.look([800, 600], 1);
  draw(1100);
  expect([camera.moving, camera.dragged]).toEqual([true, false]);
  expect(camera.view).not.toEqual(before);
  expect(camera.still).toBe(before);
  draw(1300);
  expect(camera.moving).toBe(false);
  expect(camera.still).toEqual(camera.view);
  const there = camera.view;
  camera.look([100, 100], 1);
  draw(1400);
  hand("mousedown", 100, 100, viewport);
  hand("mouseup", 100, 100);
  const stopped = camera.view;
  expect(stopped).not.toEqual(there);
  draw(1500);
  expect(camera.view).toEqual(stopped);
  expect(camera.moving).toBe(false);
});
