// The lobby: seats to take, invitations, matches to watch.

import { keepSeat, signedIn } from "./account";
import { call } from "./api";

export interface LobbySeat {
  seat: string;
  name: string;
  player: string;
  side: string;
  free: boolean;
}

export interface LobbyMatch {
  match: string;
  game: string;
  title: string;
  scenario: string;
  created: string;
  level: string;
  pace: string;
  clock: { kind: string; seconds: number; increment: number } | null;
  rated: boolean;
  note: string;
  by: string;
  seats: LobbySeat[];
  waiting_for: string[];
  since: string;
  yours: boolean;
}

export interface LobbyInfo {
  open: LobbyMatch[];
  invitations: LobbyMatch[];
  running: LobbyMatch[];
  /** Where the next pages begin; "" where there is none. */
  more_open: string;
  more_running: string;
}

/** What somebody looks for; what is empty is not asked for. */
export type LobbyFilter = Record<"game" | "scenario" | "level" | "pace", string>;

/** Where the pages begin that somebody looks at; "" for the first. */
export type LobbyPages = Record<"open_after" | "running_after", string>;

export function readLobby(wanted: LobbyFilter, pages: LobbyPages): Promise<LobbyInfo> {
  const asked = Object.entries({ ...wanted, ...pages }).filter(([, value]) => value);
  return call<LobbyInfo>(`/api/lobby?${new URLSearchParams(asked)}`);
}

/** Take a seat; where to go is the answer. Without an account its key is kept in this browser. */
export async function join(one: LobbyMatch, seat: string, name: string): Promise<string> {
  const address = `/api/matches/${encodeURIComponent(one.match)}/join`;
  const body = JSON.stringify(signedIn() ? { seat } : { seat, name });
  const { token } = await call<{ token: string }>(address, { method: "POST", body });
  if (token) await keepSeat({ match: one.match, key: token, game: one.game, seat, made: Date.now() });
  return `/match/${one.match}`;
}

export const decline = (match: string): Promise<unknown> =>
  call(`/api/matches/${encodeURIComponent(match)}/decline`, { method: "POST" });
