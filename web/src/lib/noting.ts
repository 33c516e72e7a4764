// What the server says of whoever sits at this browser is noted here. It is apart from what every table loads.

import { SIGNED, signedIn } from "./account";
import { api, type AccountInfo } from "./api";
import { setZone } from "./moment.svelte";

/** Note what the server says of us. */
export function note(info: AccountInfo): AccountInfo {
  try {
    if (info.person) localStorage.setItem(SIGNED, "1");
    else localStorage.removeItem(SIGNED);
  } catch {
    // Without storage every page asks again.
  }
  setZone(info.person?.zone ?? "");
  return info;
}

/** Ask the server who we are: another device may have changed it, or signed us out. Those without an account ask nothing. */
export async function renew(): Promise<void> {
  if (!signedIn()) return;
  try {
    note(await api.account());
  } catch {
    // No line: what we know still holds.
  }
}
