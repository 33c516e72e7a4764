// Tournaments of a club: lists, standings, rounds, and what players and organisers do.

import { call } from "./api";

export interface Listed {
  id: string;
  title: string;
  note: string;
  game: string;
  game_title: string;
  scenario: string;
  kind: "swiss" | "robin";
  state: "open" | "running" | "over";
  round: number;
  rounds: number;
  entry: "open" | "invited";
  playing: number;
  most: number;
  clock: { kind: string; seconds: number } | null;
  rated: boolean;
  created: string;
}

export interface Standing {
  rank: number;
  name: string;
  points: number;
  buchholz: number;
  berger: number;
  direct: number;
  won: number;
  drawn: number;
  lost: number;
  withdrawn: boolean;
  you: boolean;
}

export type Outcome = "" | "first" | "second" | "drawn" | "bye" | "neither";
export interface Pair {
  board: number;
  first: string;
  second: string;
  match: string;
  outcome: Outcome;
}

export interface Tournament {
  about: Listed;
  sides: string[];
  organiser: string;
  by_itself: boolean;
  standings: Standing[];
  cross: string[][];
  rounds: { number: number; boards: Pair[] }[];
  invited: string[];
  yours: boolean;
  you: "" | "playing" | "invited" | "withdrawn";
  round_over: boolean;
}

export interface Wanted {
  title: string;
  game: string;
  kind: "swiss" | "robin";
  options: Record<string, string | number>;
  rounds: number;
  clock: object | null;
  rated: boolean;
  entry: "open" | "invited";
  most: number;
  by_itself: boolean;
  note: string;
}

export const readTournaments = (): Promise<Listed[]> => call<Listed[]>("/api/tournaments");
export const readTournament = (id: string): Promise<Tournament> =>
  call<Tournament>(`/api/tournaments/${encodeURIComponent(id)}`);
export const makeTournament = (wanted: Wanted): Promise<Tournament> =>
  call<Tournament>("/api/tournaments", { method: "POST", body: JSON.stringify(wanted) });

export type Act = "join" | "withdraw" | "invite" | "start" | "decide" | "end";
/** What a player or the organiser does; the tournament as it is then. */
export const actOn = (id: string, act: Act, body?: object): Promise<Tournament> =>
  call<Tournament>(`/api/tournaments/${encodeURIComponent(id)}/${act}`, {
    method: "POST",
    ...(body ? { body: JSON.stringify(body) } : {}),
  });

/** Points as players write them: 2½. */
export function points(value: number): string {
  const whole = Math.floor(value);
  const rest = { 0.25: "¼", 0.5: "½", 0.75: "¾" }[value - whole] ?? "";
  return whole || !rest ? `${whole}${rest}` : rest;
}
