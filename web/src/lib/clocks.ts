// The clock of a match: what is left of it, and what players ask of it.

import { call } from "./api";
import type { Clocked } from "./types";

/** The seconds that a seat has so many seconds after the clock was told; on vacation it stands. */
export function left(clock: Clocked, seat: string, since: number): number {
  const runs = clock.running.includes(seat) && !clock.away[seat];
  return (clock.left[seat] ?? 0) - (runs ? since : 0);
}

const post = (match: string, what: string, body: object, key: string): Promise<unknown> =>
  call(`/api/matches/${encodeURIComponent(match)}/${what}`, { method: "POST", body: JSON.stringify(body) }, key);

/** Somebody's time is over: win, or let a bot play on. */
export const claimTime = (match: string, seat: string, bot: string, key: string): Promise<unknown> =>
  post(match, "claim", { seat, bot }, key);

/** Stop one's own clock for some days; 0 when one is back. */
export const stopClock = (match: string, seat: string, days: number, key: string): Promise<unknown> =>
  post(match, "vacation", { seat, days }, key);

export const resign = (match: string, seat: string, key: string): Promise<unknown> =>
  post(match, "resign", { seat }, key);

const HOUR = 3600;
const DAY = 24 * HOUR;

/** How long players may take, by the name under which it is offered. */
export const CONTROLS = {
  "30m": { kind: "bank", seconds: HOUR / 2, increment: 30 },
  "2h": { kind: "bank", seconds: 2 * HOUR, increment: 60 },
  "1d": { kind: "move", seconds: DAY, vacation: 14 },
  "3d": { kind: "move", seconds: 3 * DAY, vacation: 14 },
  "7d": { kind: "move", seconds: 7 * DAY, vacation: 28 },
  "30d": { kind: "bank", seconds: 30 * DAY, increment: DAY, vacation: 14 },
} as const;
