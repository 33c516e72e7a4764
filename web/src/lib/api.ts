import { t } from "./language";
import type { GameOptions } from "./box";
import { language } from "./language";
import type { Board, Box, GivenLook, Id, LessonStep, OptionSpec, PrintedClause, ToldEnding } from "./types";

export class ApiError extends Error {
  constructor(
    readonly status: number,
    sentence: string,
    readonly rule = "",
  ) {
    super(sentence);
  }
}

/** Ask the server; what it refuses is an `ApiError` with its sentence. */
export async function call<T>(path: string, init: RequestInit = {}, key = ""): Promise<T> {
  const headers = new Headers(init.headers);
  headers.set("Accept-Language", language());
  if (key) headers.set("Authorization", `Bearer ${key}`);
  if (init.body) headers.set("Content-Type", "application/json");
  let answer: Response;
  try {
    answer = await fetch(path, { ...init, headers });
  } catch {
    throw new ApiError(0, t.theServerDoesNotAnswerIs);
  }
  const body: unknown = await answer.json().catch(() => ({}));
  if (!answer.ok) {
    const { error, rule } = body as { error?: string; rule?: string };
    throw new ApiError(answer.status, error ?? t.serverAnswered(answer.status), rule);
  }
  return body as T;
}

/** A file that the server makes, with the name that it gives it. */
export async function fetchFile(path: string, key: string): Promise<{ name: string; text: string }> {
  const headers = new Headers({ "Accept-Language": language() });
  if (key) headers.set("Authorization", `Bearer ${key}`);
  const answer = await fetch(path, { headers }).catch(() => null);
  if (!answer) throw new ApiError(0, t.theServerDoesNotAnswerIs);
  const text = await answer.text();
  if (!answer.ok) throw new ApiError(answer.status, sentence(text) ?? t.serverAnswered(answer.status));
  const name = /filename="([^"]+)"/.exec(answer.headers.get("content-disposition") ?? "")?.[1];
  return { name: name ?? "match.json", text };
}

function sentence(text: string): string | undefined {
  try {
    return (JSON.parse(text) as { error?: string }).error;
  } catch {
    return undefined;
  }
}

export interface GameInfo {
  id: string;
  title: string;
  subtitle?: string;
  summary?: string;
  cooperative?: boolean;
  options: OptionSpec[];
  bots: string[];
  about?: string;
  box?: Box;
  lesson?: { title: string; summary: string; minutes: number } | null;
}

/** What is sent of a lesson; its seed and options stay with the server. */
export interface Lesson {
  title: string;
  summary: string;
  end: string;
  steps: LessonStep[];
}

/** What a new match offers to others. */
export interface Offer {
  open: string[];
  /** The names of accounts by seat. */
  invited: Record<string, string>;
  listed?: boolean;
  level?: string;
  note?: string;
  rated?: boolean;
  clock?: { kind: "move" | "bank"; seconds: number; increment?: number; vacation?: number } | null;
}

export interface NewSeat {
  seat: string;
  name?: string;
  player: string;
  link?: string;
  token?: string;
}

export interface NewMatch {
  match: string;
  owner: string;
  owner_link?: string;
  seats: NewSeat[];
}

export interface MyMatch {
  match: string;
  game: string;
  title: string;
  seat: string;
  step: number;
  heading: string;
  phase: string;
  waiting_for: string[];
  your_turn: boolean;
  over: boolean;
  problem?: string;
  analysis?: boolean;
  /** When my time is over, if my clock runs. */
  due: string;
}

/** One's own account. */
export interface PersonInfo {
  name: string;
  email: string;
  created: string;
  devices: { device: string; created: string; used: string; this: boolean }[];
  passkeys: { id: string; name: string; created: string; used: string }[];
  /** Whether there is a password; else one signs in and confirms by passkey. */
  password: boolean;
  /** The time zone that one has set; "" for that of the browser. */
  zone: string;
}

/** Who one is on this server, and who may make an account here. */
export interface AccountInfo {
  accounts: "open" | "invite" | "closed" | "off";
  guests: boolean;
  letters: boolean;
  passkeys: boolean;
  person: PersonInfo | null;
}

/** How one shows once more who one is. */
export interface Confirmation {
  password?: string;
  passkey?: Record<string, unknown>;
}

/** How a seat changes hands. */
export interface SeatWanted {
  player?: string;
  name?: string;
  new_link?: boolean;
  open?: boolean;
  invite?: string;
}

let games: Promise<GameInfo[]> | undefined;

export const api = {
  games(): Promise<GameInfo[]> {
    games ??= call<GameInfo[]>("/api/games").catch((error: unknown) => {
      games = undefined;
      throw error;
    });
    return games;
  },
  /** What lies at an address of a greeting; its hash is in the address, so the browser keeps it. */
  board: (address: string) => call<Board>(address),
  names: (address: string) => call<Record<Id, string>>(address),
  game: (id: string) => call<GameInfo>(`/api/games/${encodeURIComponent(id)}`),
  seats: (id: string, options: GameOptions) =>
    call<{ options: GameOptions; seats: { id: string; name: string }[] }>(
      `/api/games/${encodeURIComponent(id)}/seats?${new URLSearchParams(Object.entries(options).map(([k, v]) => [k, String(v)]))}`,
    ),
  look: (id: string) => call<GivenLook>(`/api/games/${encodeURIComponent(id)}/look`),
  rules: (id: string) => call<PrintedClause[]>(`/api/games/${encodeURIComponent(id)}/rules`),
  lesson: (id: string) => call<Lesson>(`/api/games/${encodeURIComponent(id)}/lesson`),
  create: (wanted: {
    game: string;
    options?: GameOptions;
    seats?: Record<string, string>;
    lesson?: boolean;
    names?: Record<string, string>;
    pace?: number;
    offer?: Offer;
  }) => call<NewMatch>("/api/matches", { method: "POST", body: JSON.stringify(wanted) }),
  importMatch: (save: string) => call<NewMatch>("/api/matches/import", { method: "POST", body: save }),
  analyse: (match: string, wanted: { seat: string; step: number }, key: string) =>
    call<NewMatch>(
      `/api/matches/${encodeURIComponent(match)}/analysis`,
      { method: "POST", body: JSON.stringify(wanted) },
      key,
    ),
  mine: (keys: string[], signed = false) =>
    keys.length || signed
      ? call<MyMatch[]>("/api/matches", { headers: { "Sandtable-Keys": keys.join(",") } })
      : Promise.resolve([]),
  account: () => call<AccountInfo>("/api/account"),
  signUp: (wanted: { name: string; password: string; email: string; invitation: string }) =>
    call<AccountInfo>("/api/account", { method: "POST", body: JSON.stringify(wanted) }),
  signIn: (wanted: { name: string; password: string }) =>
    call<AccountInfo>("/api/session", { method: "POST", body: JSON.stringify(wanted) }),
  signOut: (everywhere: boolean) => call(everywhere ? "/api/sessions" : "/api/session", { method: "DELETE" }),
  changeAccount: (wanted: Confirmation & { name?: string; email?: string; new_password?: string }) =>
    call<AccountInfo>("/api/account", { method: "PUT", body: JSON.stringify(wanted) }),
  removeAccount: (by: Confirmation) => call("/api/account/remove", { method: "POST", body: JSON.stringify(by) }),
  claim: (keys: string[]) =>
    call<{ matches: string[] }>("/api/account/claim", { method: "POST", body: JSON.stringify({ keys }) }),
  forgotPassword: (name: string) => call("/api/password/forgotten", { method: "POST", body: JSON.stringify({ name }) }),
  setPassword: (ticket: string, password: string) =>
    call("/api/password", { method: "POST", body: JSON.stringify({ ticket, password }) }),
  rematch: (match: string, key: string) =>
    call<NewMatch>(`/api/matches/${encodeURIComponent(match)}/rematch`, { method: "POST" }, key),
  end: (match: string, key: string) =>
    call<{ closed: string }>(`/api/matches/${encodeURIComponent(match)}/close`, { method: "POST" }, key),
  ending: (match: string, key: string) => call<ToldEnding>(`/api/matches/${encodeURIComponent(match)}/ending`, {}, key),
  seat: (match: string, seat: string, wanted: SeatWanted, key: string) =>
    call<NewSeat>(
      `/api/matches/${encodeURIComponent(match)}/seats/${encodeURIComponent(seat)}`,
      { method: "PUT", body: JSON.stringify(wanted) },
      key,
    ),
};
