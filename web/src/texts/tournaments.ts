// What the pages of tournaments say. They are apart from the other texts, for a table loads those and never needs these.

import { language } from "../lib/language";
import type { Translated } from "./en";

export const en = {
  tournamentsExplained:
    "For clubs: everybody plays several matches, and the standings show who did best. Only games between two opponents can be paired.",
  noTournamentsYet: "There are no tournaments yet.",
  byInvitation: "By invitation",
  signInForTournaments: "Sign in to play in tournaments",
  makeATournament: "Create a tournament",
  nameOfTournament: "Name of the tournament",
  pairing: "Pairing",
  numberOfRounds: "Number of rounds",
  mostPlayers: "Maximum number of players (0: up to 64)",
  noteToPlayers: "Note to the players",
  roundsStartByThemselves: "Start each round as soon as the last one is over",
  allTournaments: "All tournaments",
  joinTournament: "Join",
  withdraw: "Withdraw",
  withdrawn: "withdrawn",
  endTournament: "End the tournament",
  startNextRound: "Start the next round",
  startTournament: "Start the tournament",
  reallyEnd: "Really end it",
  endEarly: "End it early",
  inviteByName: "Invite by account name",
  standings: "Standings",
  nobodyPlaysYet: "Nobody has joined yet.",
  rank: "Rank",
  player: "Player",
  pointsOfTournament: "Points",
  buchholz: "Buchholz",
  buchholzExplained: "The points of all opponents, added up",
  berger: "Son.-Berger",
  bergerExplained:
    "Sonneborn-Berger: the points of beaten opponents, plus half the points of opponents in drawn matches",
  direct: "Direct",
  directExplained: "Points against players on the same score, if they have all met",
  decide: "Decide…",
  stillPlayed: "in progress",
  bye: "bye: 1 point",
  kindOfTournament: (kind: string) => (kind === "swiss" ? "Swiss system" : "Round robin"),
  stateOfTournament: (state: string, round: number, rounds: number) =>
    state === "open" ? "Open to join" : state === "over" ? "Over" : `Round ${round} of ${rounds}`,
  playersInTournament: (playing: number, most: number) =>
    most ? `${playing} of ${most} players` : playing === 1 ? "1 player" : `${playing} players`,
  organisedBy: (name: string) => `organised by ${name}`,
  invitedPlayers: (names: string) => `Invited: ${names}`,
  roundNumbered: (number: number) => `Round ${number}`,
  decideMatch: (first: string, second: string) => `Result of ${first} against ${second}`,
};

export const de: Translated<typeof en> = {
  tournamentsExplained:
    "Für Vereine: Alle spielen mehrere Partien, und die Tabelle zeigt, wer am besten war. Nur Spiele für zwei Gegner lassen sich paaren.",
  noTournamentsYet: "Es gibt noch kein Turnier.",
  byInvitation: "Mit Einladung",
  signInForTournaments: "Melde dich an, um in Turnieren zu spielen",
  makeATournament: "Turnier anlegen",
  nameOfTournament: "Name des Turniers",
  pairing: "Paarung",
  numberOfRounds: "Zahl der Runden",
  mostPlayers: "Höchstzahl der Spieler (0: bis 64)",
  noteToPlayers: "Hinweis an die Spieler",
  roundsStartByThemselves: "Eine Runde beginnt von selbst, wenn die letzte zu Ende ist",
  allTournaments: "Alle Turniere",
  joinTournament: "Mitspielen",
  withdraw: "Zurückziehen",
  withdrawn: "zurückgezogen",
  endTournament: "Turnier beenden",
  startNextRound: "Nächste Runde beginnen",
  startTournament: "Turnier beginnen",
  reallyEnd: "Wirklich beenden",
  endEarly: "Vorzeitig beenden",
  inviteByName: "Nach dem Namen des Kontos einladen",
  standings: "Tabelle",
  nobodyPlaysYet: "Noch spielt niemand mit.",
  rank: "Rang",
  player: "Spieler",
  pointsOfTournament: "Punkte",
  buchholz: "Buchholz",
  buchholzExplained: "Die Punkte aller Gegner zusammen",
  berger: "Sonn.-Berger",
  bergerExplained: "Sonneborn-Berger: die Punkte der besiegten Gegner und die Hälfte derer bei einem Unentschieden",
  direct: "Direkt",
  directExplained: "Punkte gegen Spieler mit gleich vielen Punkten, wenn alle gegeneinander gespielt haben",
  decide: "Entscheiden …",
  stillPlayed: "läuft",
  bye: "spielfrei: 1 Punkt",
  kindOfTournament: (kind: string) => (kind === "swiss" ? "Schweizer System" : "Jeder gegen jeden"),
  stateOfTournament: (state: string, round: number, rounds: number) =>
    state === "open" ? "Anmeldung offen" : state === "over" ? "Beendet" : `Runde ${round} von ${rounds}`,
  playersInTournament: (playing: number, most: number) =>
    most ? `${playing} von ${most} Spielern` : `${playing} Spieler`,
  organisedBy: (name: string) => `Turnierleitung: ${name}`,
  invitedPlayers: (names: string) => `Eingeladen: ${names}`,
  roundNumbered: (number: number) => `Runde ${number}`,
  decideMatch: (first: string, second: string) => `Ergebnis von ${first} gegen ${second}`,
};

/** The texts in the language that is set. */
export const texts = (): Translated<typeof en> => (language() === "de" ? de : en);
