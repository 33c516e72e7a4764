import { afterEach, expect, test, vi } from "vitest";
import type { AccountInfo } from "./api";
import { note, renew } from "./noting";
import { moment, ownZone, setZone, zone } from "./moment.svelte";
import { ago } from "./time";

const NOW = Date.parse("1945-04-20T12:00:00Z");

test("times are told as people say them", () => {
  expect(ago("1945-04-20T11:59:40Z", NOW)).toBe("this minute");
  expect(ago("1945-04-20T09:10:00Z", NOW)).toBe("2 hours ago");
  expect(ago("1945-04-19T11:00:00Z", NOW)).toBe("yesterday");
  expect(ago("1945-04-23T12:00:00Z", NOW)).toBe("in 3 days");
  expect(ago("", NOW)).toBe("");
});

const AT = "2026-11-18T17:05:00+00:00";
const person = { name: "Ada", email: "", created: "", devices: [], passkeys: [], password: true };
const account = (set: string | null): AccountInfo => ({
  accounts: "open",
  guests: true,
  letters: false,
  passkeys: false,
  person: set === null ? null : { ...person, zone: set },
});

afterEach(() => {
  setZone("");
  localStorage.clear();
  vi.unstubAllGlobals();
});

test("times are told in the zone of the account, and in the browser's without one", () => {
  document.documentElement.lang = "en";
  note(account("Asia/Tokyo"));
  expect(moment(AT, "day")).toBe("Nov 19, 2026");
  expect(moment(AT)).toMatch(/^Nov 19, 2026, 2:05\s?AM$/);
  expect(moment(AT, "deadline")).toMatch(/Thu, Nov 19.*02:05 AM.*GMT\+9/);
  note(account("Pacific/Honolulu"));
  expect(moment(AT, "day")).toBe("Nov 18, 2026");
  expect(moment(AT)).toMatch(/7:05\s?AM$/);
  note(account(""));
  expect(zone()).toBe(ownZone());
  expect(moment("")).toBe("");
});

test("the zone is forgotten with the account, and an unknown one is not used", () => {
  note(account("Asia/Tokyo"));
  expect(localStorage.getItem("sandtable.zone")).toBe("Asia/Tokyo");
  note(account(null));
  expect(localStorage.getItem("sandtable.zone")).toBeNull();
  expect(zone()).toBe(ownZone());
  setZone("Mars/Olympus");
  expect(zone()).toBe(ownZone());
});

test("a page that is loaded asks for the zone again, and only where somebody is signed in", async () => {
  const fetched = vi.fn(() => Promise.resolve(new Response(JSON.stringify(account("Asia/Tokyo")))));
  vi.stubGlobal("fetch", fetched);
  await renew();
  expect(fetched).not.toHaveBeenCalled();
  note(account("Europe/Berlin"));
  await renew();
  expect(zone()).toBe("Asia/Tokyo");
});
