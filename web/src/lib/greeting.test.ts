// @vitest-environment node
import { beforeEach, expect, test } from "vitest";
import { Greeter } from "./greeting";
import type { Board, FromServer, Hello } from "./types";

let heard: string[];
let fetched: string[];
let answer: (address: string) => Promise<unknown>;

const hello = (version: number, board = "/board/1"): Hello =>
  ({ type: "hello", version, board, names: "/names/1" }) as Hello;
const shown = (version: number): FromServer => ({ type: "shown", version }) as FromServer;
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

function fetching<T>(address: string): Promise<T> {
  fetched.push(address);
  return answer(address) as Promise<T>;
}

function greeter(): Greeter {
  return new Greeter({
    board: fetching<Board>,
    names: fetching<Record<string, string>>,
    greet: ({ version, board, names }) =>
      heard.push(`hello ${version} ${board as unknown as string} ${names as unknown as string}`),
    hear: (message) => heard.push(`${message.type} ${"version" in message ? message.version : ""}`),
    failed: () => heard.push("failed"),
  });
}

beforeEach(() => {
  heard = [];
  fetched = [];
  answer = (address) => Promise.resolve(`at ${address}`);
});

test("what follows a greeting waits until the board is here, and comes in its order", async () => {
  const g = greeter();
  g.hear(hello(1));
  g.hear(shown(2));
  g.hear(shown(3));
  expect(heard).toEqual([]);
  await settled();
  expect(heard).toEqual(["hello 1 at /board/1 at /names/1", "shown 2", "shown 3"]);
});

test("board and names are fetched once, and the next greeting is heard at once", async () => {
  const g = greeter();
  g.hear(hello(1));
  await settled();
  g.hear(hello(5));
  g.hear(shown(6));
  expect(heard.slice(1)).toEqual(["hello 5 at /board/1 at /names/1", "shown 6"]);
  expect(fetched).toEqual(["/board/1", "/names/1"]);
});

test("a greeting that comes meanwhile is the truth: what waited for the one before is dropped", async () => {
  const g = greeter();
  g.hear(hello(1));
  g.hear(shown(2));
  g.hear(hello(7, "/board/2"));
  g.hear(shown(8));
  await settled();
  expect(heard).toEqual(["hello 7 at /board/2 at /names/1", "shown 8"]);
});

test("what cannot be fetched is said once, and the next greeting tries again", async () => {
  const g = greeter();
  answer = () => Promise.reject(new Error("gone"));
  g.hear(hello(1));
  g.hear(shown(2));
  await settled();
  expect(heard).toEqual(["failed"]);
  answer = (address) => Promise.resolve(`at ${address}`);
  g.hear(hello(3, "/board/2"));
  await settled();
  expect(heard).toEqual(["failed", "hello 3 at /board/2 at /names/1"]);
});
