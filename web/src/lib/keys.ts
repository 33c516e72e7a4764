// The keys of the seats that this browser holds. Whoever has a key has the seat, so they never leave it except to the server.

export interface Held {
  match: string;
  key: string;
  game: string;
  seat: string;
  owner?: string;
  made: number;
}

const KEY = "sandtable.keys";

export function held(): Held[] {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "[]") as Held[];
  } catch {
    return [];
  }
}

function keep(all: Held[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(all));
  } catch {
    // Without storage the link itself still opens the seat.
  }
}

export function remember(one: Held): void {
  keep([one, ...held().filter((other) => other.key !== one.key)]);
}

export function forget(match: string): void {
  keep(held().filter((one) => one.match !== match));
}

/** The keys for a match, the one last used first. */
export function keysOf(match: string): Held[] {
  return held().filter((one) => one.match === match);
}

const SEEN = "sandtable.seen.";
const SHEET = "sandtable.sheet.";

/** The part of the game whose sheet was shown last; nothing if this browser has not seen the match yet. */
export function lastSheet(match: string): string | null {
  try {
    return localStorage.getItem(SHEET + match);
  } catch {
    return null;
  }
}

export function markSheet(match: string, sheet: string): void {
  try {
    localStorage.setItem(SHEET + match, sheet);
  } catch {
    // See above.
  }
}

export function lastSeen(match: string): number | null {
  try {
    const stored = localStorage.getItem(SEEN + match);
    return stored === null ? null : Number(stored);
  } catch {
    return null;
  }
}

export function markSeen(match: string, step: number): void {
  try {
    localStorage.setItem(SEEN + match, String(step));
  } catch {
    // See above.
  }
}
