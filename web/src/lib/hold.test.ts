import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { held } from "./hold";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function pointer(node: Element, type: string, kind = "touch"): void {
  const event = new Event(type, { bubbles: true });
  Object.assign(event, { pointerType: kind, movementX: 0, movementY: 0 });
  node.dispatchEvent(event);
}

test("a finger that stays asks, and the click that ends it counts for nothing", () => {
  const node = document.createElement("button");
  const asked = vi.fn();
  const clicked = vi.fn();
  const action = held(node, asked);
  node.addEventListener("click", clicked);
  pointer(node, "pointerdown");
  vi.advanceTimersByTime(600);
  expect(asked).toHaveBeenCalledOnce();
  node.click();
  expect(clicked).not.toHaveBeenCalled();
  node.click();
  expect(clicked).toHaveBeenCalledOnce();
  action.destroy();
});

test("a tap and a mouse do not ask", () => {
  const node = document.createElement("button");
  const asked = vi.fn();
  held(node, asked);
  pointer(node, "pointerdown");
  vi.advanceTimersByTime(200);
  pointer(node, "pointerup");
  pointer(node, "pointerdown", "mouse");
  vi.advanceTimersByTime(2000);
  expect(asked).not.toHaveBeenCalled();
});
