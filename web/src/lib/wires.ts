// What brings a match to this page: the server that the page came from, or a notebook that holds one picture of it.

import { api } from "./api";
import type { Store, Wire } from "./socket";
import type { Board, Id } from "./types";

export interface Wires {
  open: (match: string) => Wire;
  board: (address: string) => Promise<Board>;
  names: (address: string) => Promise<Record<Id, string>>;
  /** Where choices wait that are not acknowledged yet. */
  store?: Store;
}

export function toTheServer(): Wires {
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  return {
    open: (match) => new WebSocket(`${scheme}//${location.host}/api/matches/${encodeURIComponent(match)}/live`),
    board: api.board,
    names: api.names,
    store: sessionStorage,
  };
}
