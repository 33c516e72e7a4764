import { afterEach, expect, test, vi } from "vitest";
import { de, en } from "../texts/notices";
import { notices, subscribe, zones } from "./notices";
import { ownZone } from "./moment.svelte";

afterEach(() => vi.unstubAllGlobals());

const answering = (body: unknown) => {
  const fetched = vi.fn((_path: string, _init?: { body?: string }) =>
    Promise.resolve(new Response(JSON.stringify(body))),
  );
  vi.stubGlobal("fetch", fetched);
  return fetched;
};

test("the zone that is set is offered even if the browser does not know it", () => {
  expect(zones("Mars/Olympus")).toContain("Mars/Olympus");
  expect(zones("")).toContain(ownZone());
  expect(zones("")).toContain("UTC");
});

test("only what people choose is saved", async () => {
  const fetched = answering({});
  const wanted = { mail: ["turn" as const], push: [], other: [] };
  const places = [{ id: "p", channel: "mail" as const, label: "", created: "", confirmed: true }];
  await notices.save({
    zone: "UTC",
    quiet_from: "22:00",
    quiet_until: "08:00",
    wanted,
    channels: [],
    places,
    push_key: "",
    calendar: false,
  });
  expect(JSON.parse(fetched.mock.calls[0]?.[1]?.body ?? "")).toEqual({
    zone: "UTC",
    quiet_from: "22:00",
    quiet_until: "08:00",
    wanted,
  });
});

test("a browser that subscribes tells the server its address and its keys, and nothing else", async () => {
  const fetched = answering({});
  const given = { endpoint: "https://push.example/x", expirationTime: null, keys: { p256dh: "p", auth: "a" } };
  const subscribing = vi.fn(() => Promise.resolve({ toJSON: () => given }));
  const worker = { pushManager: { subscribe: subscribing } };
  vi.stubGlobal("navigator", {
    serviceWorker: { register: () => Promise.resolve(worker), ready: Promise.resolve(worker) },
  });
  await subscribe("key");
  expect(subscribing).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: "key" });
  expect(JSON.parse(fetched.mock.calls[0]?.[1]?.body ?? "")).toEqual({ endpoint: given.endpoint, keys: given.keys });
});

test("every language says everything, and none is left in English", () => {
  expect(Object.keys(de)).toEqual(Object.keys(en));
  const same = Object.entries(en).filter(
    ([key, text]) => typeof text === "string" && de[key as keyof typeof de] === text,
  );
  expect(same).toEqual([]);
});
