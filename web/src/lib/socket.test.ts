// @vitest-environment node
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { joinJournal, Live, type Wire } from "./socket";
import type { FromServer, ShownLine, ToServer } from "./types";

class FakeWire implements Wire {
  readyState = 1;
  sent: ToServer[] = [];
  onopen: Wire["onopen"] = null;
  onmessage: Wire["onmessage"] = null;
  onclose: Wire["onclose"] = null;
  send(text: string): void {
    this.sent.push(JSON.parse(text) as ToServer);
  }
  close(): void {
    this.drop(1006);
  }
  drop(code: number): void {
    this.readyState = 3;
    this.onclose?.({ code, reason: "" } as CloseEvent);
  }
  say(message: unknown): void {
    this.onmessage?.({ data: JSON.stringify(message) } as MessageEvent<string>);
  }
}

let wires: FakeWire[];
let states: string[];
let heard: FromServer[];
const store = new Map<string, string>();
const storage = {
  getItem: (key: string) => store.get(key) ?? null,
  setItem: (key: string, value: string) => void store.set(key, value),
  removeItem: (key: string) => void store.delete(key),
};

function connect(): Live {
  const live = new Live({
    open: () => {
      const wire = new FakeWire();
      wires.push(wire);
      return wire;
    },
    enter: () => ({ type: "enter", key: "secret", seat: "" }),
    heard: (message) => heard.push(message),
    state: (state) => states.push(state),
    store: storage,
    storeKey: "k",
    ping: 1000,
  });
  live.connect();
  return live;
}

const wire = (at: number): FakeWire => wires[at] as FakeWire;
const choices = (at: number): ToServer[] => wire(at).sent.filter((message) => message.type === "choose");
const CHOICE = { type: "choose", id: "one", step: 3, option: ["pass"] } as const;

beforeEach(() => {
  vi.useFakeTimers();
  wires = [];
  states = [];
  heard = [];
  store.clear();
});
afterEach(() => vi.useRealTimers());

test("a choice that was not acknowledged is sent again with the same id after the next hello", () => {
  const live = connect();
  wire(0).say({ type: "hello" });
  live.send({ ...CHOICE, option: ["pass"] });
  expect(choices(0)).toHaveLength(1);
  wire(0).drop(1006);
  expect(states.at(-1)).toBe("lost");
  vi.advanceTimersByTime(1000);
  expect(choices(1)).toHaveLength(0);
  wire(1).say({ type: "hello" });
  expect(choices(1)).toEqual([{ ...CHOICE, option: ["pass"] }]);
});

test("an acknowledged or refused choice is not sent again", () => {
  for (const answer of ["accepted", "refused"]) {
    wires = [];
    const live = connect();
    wire(0).say({ type: "hello" });
    live.send({ ...CHOICE, option: ["pass"] });
    wire(0).say({ type: answer, id: "one" });
    expect(live.waiting).toBe(0);
    wire(0).drop(1012);
    vi.advanceTimersByTime(1000);
    wire(1).say({ type: "hello" });
    expect(choices(1)).toEqual([]);
  }
});

test("a choice made while the line is down waits for the line", () => {
  const live = connect();
  expect(live.send({ ...CHOICE, option: ["pass"] })).toBe(false);
  wire(0).say({ type: "hello" });
  expect(choices(0)).toHaveLength(1);
});

test("a reload does not lose it either", () => {
  connect().send({ ...CHOICE, option: ["pass"] });
  connect();
  wire(1).say({ type: "hello" });
  expect(choices(1)).toHaveLength(1);
});

test("a refused key is final, a restart of the server is not", () => {
  connect();
  wire(0).drop(4401);
  vi.advanceTimersByTime(60_000);
  expect(wires).toHaveLength(1);
  expect(states.at(-1)).toBe("refused");
});

test("a silent line is closed and opened again", () => {
  connect();
  wire(0).say({ type: "hello" });
  vi.advanceTimersByTime(1000);
  expect(wire(0).sent.at(-1)).toEqual({ type: "ping" });
  vi.advanceTimersByTime(2500);
  expect(wires.length).toBeGreaterThan(1);
});

const line = (number: number): ShownLine => ({ number, step: number, clause: "", event: "x", text: [] });

test("the journal is cut to the first new line, and a gap is noticed", () => {
  expect(joinJournal([line(0), line(1), line(2)], [line(1)], 1)?.map((one) => one.number)).toEqual([0, 1]);
  expect(joinJournal([line(0), line(1)], [], 1)).toHaveLength(1);
  expect(joinJournal([line(0)], [line(3)], 3)).toBeNull();
});

test("new lines join a journal whose beginning has not come yet", () => {
  expect(joinJournal([line(40), line(41)], [line(42)], 42)?.map((one) => one.number)).toEqual([40, 41, 42]);
  expect(joinJournal([line(40), line(41)], [line(41)], 41)?.map((one) => one.number)).toEqual([40, 41]);
  expect(joinJournal([line(40), line(41)], [line(39)], 39)?.map((one) => one.number)).toEqual([39]);
  expect(joinJournal([line(40)], [line(43)], 43)).toBeNull();
});

test("every connection begins with the key, and no address holds it", () => {
  connect();
  wire(0).onopen?.(new Event("open"));
  expect(wire(0).sent).toEqual([{ type: "enter", key: "secret", seat: "" }]);
  wire(0).drop(1006);
  vi.advanceTimersByTime(400);
  wire(1).onopen?.(new Event("open"));
  expect(wire(1).sent[0]).toEqual({ type: "enter", key: "secret", seat: "" });
});
