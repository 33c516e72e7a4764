// What everybody may know of a player.

import { call } from "./api";

export interface Score {
  won: number;
  drawn: number;
  lost: number;
}

export interface Profile {
  name: string;
  since: string;
  games: {
    game: string;
    title: string;
    score: Score;
    sides: { side: string; score: Score }[];
    rating: { value: number; margin: number; games: number } | null;
  }[];
  history: {
    title: string;
    side: string;
    outcome: string;
    reason: string;
    rated: boolean;
    ended: string;
    others: string[];
    /** Whether all at the table win or lose together. */
    together: boolean;
    match: string;
  }[];
}

export const readProfile = (name: string): Promise<Profile> => call(`/api/people/${encodeURIComponent(name)}`);
