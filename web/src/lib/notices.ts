// Notices: what one is told when one is not at the table, where, and when not.

import { texts } from "../texts/notices";
import { call } from "./api";
import { ownZone } from "./moment.svelte";

export const KINDS = ["turn", "takeback", "message", "over", "invitation", "round", "clock"] as const;
export type Kind = (typeof KINDS)[number];
export type Channel = "mail" | "push" | "other";

export interface Place {
  id: string;
  channel: Channel;
  label: string;
  created: string;
  confirmed: boolean;
}

export interface NoticesInfo {
  zone: string;
  quiet_from: string;
  quiet_until: string;
  wanted: Record<Channel, Kind[]>;
  /** The ways by which this server can tell people something. */
  channels: Channel[];
  places: Place[];
  push_key: string;
  calendar: boolean;
}

export interface Turn {
  match: string;
  title: string;
  seat: string;
  others: string[];
  since: string;
  ends: string;
}

/** What a way of telling people is called. */
export function channelName(channel: Channel): string {
  const words = texts();
  return { mail: words.byMail, push: words.byBrowser, other: words.byOther }[channel];
}

/** What somebody is told of. */
export function kindName(kind: Kind): string {
  const words = texts();
  return {
    turn: words.noticeOfTurn,
    takeback: words.noticeOfTakeback,
    message: words.noticeOfMessage,
    over: words.noticeOfEnd,
    invitation: words.noticeOfInvitation,
    round: words.noticeOfRound,
    clock: words.noticeOfClock,
  }[kind];
}

const send = <T>(method: string, path: string, body?: unknown): Promise<T> =>
  call<T>(path, { method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });

export const notices = {
  read: () => call<NoticesInfo>("/api/notices"),
  turns: () => call<Turn[]>("/api/turns"),
  save: ({ zone, quiet_from, quiet_until, wanted }: NoticesInfo) =>
    send("PUT", "/api/notices", { zone, quiet_from, quiet_until, wanted }),
  test: () => send<{ addresses: number }>("POST", "/api/notices/test"),
  askForLetter: () => send("POST", "/api/notices/email"),
  confirm: (token: string) => send("POST", "/api/notices/confirm", { token }),
  unsubscribe: (token: string) => send("POST", `/api/notices/unsubscribe?token=${encodeURIComponent(token)}`),
  addService: (address: string) => send("POST", "/api/notices/services", { address }),
  forget: (place: string) => send("DELETE", `/api/notices/places/${encodeURIComponent(place)}`),
  newCalendar: () => send<{ address: string }>("POST", "/api/calendar"),
  noCalendar: () => send("DELETE", "/api/calendar"),
};

/** All zones that the browser knows; the one that is set is among them. */
export function zones(set: string): string[] {
  const known = typeof Intl.supportedValuesOf === "function" ? Intl.supportedValuesOf("timeZone") : [];
  return [...new Set([...known, "UTC", ownZone(), ...(set ? [set] : [])])].sort();
}

export const canPush = (): boolean => "serviceWorker" in navigator && "PushManager" in globalThis;

/** Let this browser be told; what it says when people don't want that is an error with the browser's own words. */
export async function subscribe(key: string): Promise<void> {
  const worker = await navigator.serviceWorker.register("/push.js");
  await navigator.serviceWorker.ready;
  const given = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { endpoint, keys } = given.toJSON();
  await send("POST", "/api/notices/push", { endpoint, keys: { p256dh: keys?.p256dh, auth: keys?.auth } });
}
