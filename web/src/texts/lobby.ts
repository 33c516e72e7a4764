// What the lobby and the profiles say. It is apart from the other texts, for a table loads those and never needs these.

import { language } from "../lib/language";
import type { Translated } from "./en";

export const en = {
  takeAFreeSeat: "Take a free seat, or watch a match. Offer a seat yourself when you set up a match.",
  invitations: "Invitations",
  openSeats: "Free seats",
  noSeatIsFree: "No seat is free right now.",
  offerASeatYourself: "Offer a seat yourself:",
  matchesToWatch: "Matches to watch",
  watchMatch: "Watch",
  takeSeat: "Play",
  decline: "Decline",
  allLevels: "All levels",
  allScenarios: "All scenarios",
  showOlder: "Show older",
  backToTheNewest: "Back to the newest",
  offeredBy: (name: string) => `Offered by ${name}`,
  anyPace: "Any pace",
  paceOf: (pace: string) => ({ live: "Live", daily: "A turn a day or so" })[pace] ?? "No clock",
  profile: "Profile",
  nothingPlayedYet: "No finished matches yet.",
  notRatedYet: "Not rated yet",
  side: "Side",
  allSides: "All sides",
  history: "History",
  memberSince: (when: string) => `Member since ${when}`,
  ratingOf: (value: number, margin: number) => `Rating ${value} ± ${margin}`,
  ratedMatches: (count: number) => `after ${count} rated ${count === 1 ? "match" : "matches"}`,
  outcomeOf: (outcome: string, reason: string) =>
    `${{ won: "Won", drawn: "Drawn" }[outcome] ?? "Lost"}${{ time: " on time", resigned: " by resignation" }[reason] ?? ""}`,
  playedWith: (side: string, others: string, together: boolean) =>
    others ? `as ${side} ${together ? "with" : "against"} ${others}` : `as ${side}`,
};

export const de: Translated<typeof en> = {
  takeAFreeSeat:
    "Nimm einen freien Platz oder sieh einer Partie zu. Einen Platz bietest du an, wenn du eine Partie einrichtest.",
  invitations: "Einladungen",
  openSeats: "Freie Plätze",
  noSeatIsFree: "Im Augenblick ist kein Platz frei.",
  offerASeatYourself: "Selbst einen Platz anbieten:",
  matchesToWatch: "Partien zum Zuschauen",
  watchMatch: "Zuschauen",
  takeSeat: "Mitspielen",
  decline: "Ablehnen",
  allLevels: "Alle Stufen",
  allScenarios: "Alle Szenarien",
  showOlder: "Ältere zeigen",
  backToTheNewest: "Zurück zu den neuesten",
  offeredBy: (name: string) => `Angeboten von ${name}`,
  anyPace: "Jedes Tempo",
  paceOf: (pace: string) => ({ live: "Live", daily: "Etwa ein Zug am Tag" })[pace] ?? "Ohne Uhr",
  profile: "Profil",
  nothingPlayedYet: "Noch ist keine Partie zu Ende gespielt.",
  notRatedYet: "Noch ohne Wertung",
  side: "Seite",
  allSides: "Alle Seiten",
  history: "Verlauf",
  memberSince: (when: string) => `Mitglied seit ${when}`,
  ratingOf: (value: number, margin: number) => `Wertung ${value} ± ${margin}`,
  ratedMatches: (count: number) => `nach ${count} ${count === 1 ? "gewerteten Partie" : "gewerteten Partien"}`,
  outcomeOf: (outcome: string, reason: string) =>
    `${{ won: "Gewonnen", drawn: "Unentschieden" }[outcome] ?? "Verloren"}${{ time: " durch Zeit", resigned: " durch Aufgabe" }[reason] ?? ""}`,
  playedWith: (side: string, others: string, together: boolean) =>
    others ? `als ${side} ${together ? "mit" : "gegen"} ${others}` : `als ${side}`,
};

/** The texts in the language that is set. */
export const texts = (): Translated<typeof en> => (language() === "de" ? de : en);
