// The service worker is a file of its own that no bundler touches; here it runs with a browser that is made up.

import { readFileSync } from "node:fs";
import { runInNewContext } from "node:vm";
import { expect, test, vi } from "vitest";

interface Shown {
  body: string;
  tag: string;
  data: { path: string };
}

function worker(open: { url: string; focus: () => void }[]) {
  const heard = new Map<string, (event: unknown) => void>();
  const showNotification = vi.fn((_title: string, _how: Shown) => Promise.resolve());
  const openWindow = vi.fn((_path: string) => Promise.resolve());
  const self = {
    addEventListener: (name: string, listener: (event: unknown) => void) => heard.set(name, listener),
    registration: { showNotification },
    clients: { matchAll: () => Promise.resolve(open), openWindow },
  };
  runInNewContext(readFileSync("public/push.js", "utf8"), { self, URL });
  const happen = async (name: string, event: object): Promise<void> => {
    const waits: Promise<unknown>[] = [];
    heard.get(name)?.({ ...event, waitUntil: (wait: Promise<unknown>) => waits.push(wait) });
    await Promise.all(waits);
  };
  return { happen, showNotification, openWindow };
}

const clicked = (path: string) => ({ notification: { close: vi.fn(), data: { path } } });

test("what is pushed is shown, and its id is the tag: what comes twice is shown once", async () => {
  const { happen, showNotification } = worker([]);
  const said = { id: "one", title: "Pearls: It is your turn.", text: "It is your turn.", path: "/match/m" };
  await happen("push", { data: { json: () => said } });
  const [title, how] = showNotification.mock.calls[0] ?? [];
  expect([title, how?.body, how?.tag, how?.data.path]).toEqual([said.title, said.text, "one", "/match/m"]);
});

test("a click opens the match, or goes to the page where it is open", async () => {
  const fresh = worker([]);
  const event = clicked("/match/m");
  await fresh.happen("notificationclick", event);
  expect(event.notification.close).toHaveBeenCalled();
  expect(fresh.openWindow).toHaveBeenCalledWith("/match/m");
  const focus = vi.fn();
  const there = worker([{ url: "https://table.example.org/match/m?step=3", focus }]);
  await there.happen("notificationclick", clicked("/match/m"));
  expect(focus).toHaveBeenCalled();
  expect(there.openWindow).not.toHaveBeenCalled();
});
