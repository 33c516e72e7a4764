// The account of whoever sits at this browser. The session itself is in a cookie that no script reads; here is only
// whether there is one, so that those who play without an account ask the server nothing.

import { api } from "./api";
import { forget, held, keysOf, remember, type Held } from "./keys";
import { hideKey } from "./router.svelte";

/** Where it is kept that there is a session. */
export const SIGNED = "sandtable.signed";
const AT_ONCE = 200;

export function signedIn(): boolean {
  try {
    return localStorage.getItem(SIGNED) !== null;
  } catch {
    return false;
  }
}

/** Keep a seat: as one's own if one is signed in, else by its key. */
export async function keepSeat(one: Held): Promise<void> {
  if (!signedIn() || !(await claim([one]))) remember(one);
}

/** All seats that this browser holds become one's own. */
export async function claimAll(): Promise<void> {
  await claim(held().slice(0, AT_ONCE / 2));
}

/** The key with which to open a match; nothing if its seats are, or have just become, one's own. */
export async function claimed(match: string, key: string): Promise<string> {
  if (!signedIn()) return key;
  const mine = keysOf(match);
  const all = key ? [{ match, key, game: "", seat: "", made: 0 }, ...mine] : mine;
  if (!all.length || !(await claim(all))) return key;
  if (key) hideKey(match);
  return "";
}

/** Whether the server has given us these seats; their keys open nothing any more and are forgotten. */
async function claim(these: readonly Held[]): Promise<boolean> {
  const keys = these.flatMap((one) => (one.owner && one.owner !== one.key ? [one.key, one.owner] : [one.key]));
  if (!keys.length) return false;
  try {
    const { matches } = await api.claim(keys);
    for (const match of matches) forget(match);
    return matches.length > 0;
  } catch {
    // No longer signed in, or no line: the keys are kept, and with them the seats.
    return false;
  }
}
