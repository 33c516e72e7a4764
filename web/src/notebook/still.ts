// One picture of a match, as Python hands it to a notebook: `sandtable.api.notebook` makes it.

import type { Wire } from "../lib/socket";
import type { Hello, Still } from "../lib/types";
import type { Wires } from "../lib/wires";

/** Greets whoever enters with the picture, and takes no choice: nobody plays here. */
export function stillWires({ game, title, board, names, shown }: Still): Wires {
  const hello: Hello = {
    type: "hello",
    match: "still",
    game,
    title,
    options: {},
    seat: shown.seat,
    holds: [],
    enemies: [],
    seats: [],
    board: "",
    names: "",
    commitment: "",
    step: shown.step,
    version: 0,
    journal: [],
    shown,
    undo_asked: null,
    analysis: null,
    ruler: "",
    surveyed: [],
    from: 0,
    announced: [],
    closed: "still",
    owner: false,
    client: "",
  };
  return {
    open: () => new StillWire(hello),
    board: () => Promise.resolve(board),
    names: () => Promise.resolve(names),
  };
}

class StillWire implements Wire {
  readyState = 1;
  onopen: Wire["onopen"] = null;
  onmessage: Wire["onmessage"] = null;
  onclose: Wire["onclose"] = null;

  constructor(private readonly hello: Hello) {
    queueMicrotask(() => this.onopen?.(new Event("open")));
  }

  send(text: string): void {
    const { type } = JSON.parse(text) as { type: string };
    if (type === "enter") this.#say(this.hello);
    if (type === "ping") this.#say({ type: "pong" });
  }

  #say(message: object): void {
    this.onmessage?.(new MessageEvent("message", { data: JSON.stringify(message) }));
  }

  close(): void {
    this.readyState = 3;
  }
}
