// Starting a match: who sits where, which key this browser keeps, where to go.

import { api, type NewMatch, type Offer } from "./api";
import { keepSeat } from "./account";
import { BEGINNING, storeMarks } from "./lesson";
import type { SeatNow } from "./types";

/** "me", "friend" (by link), "anyone" (in the lobby), "member" (by name), or the name of a bot. */
export type Player = string;
const PEOPLE = new Set(["me", "friend", "anyone", "member"]);

export interface Started {
  match: NewMatch;
  address: string;
  links: { seat: string; name: string; link: string }[];
}

/** Who plays a seat if nobody says otherwise: the first one is mine, bots take the others. */
export function usual(index: number, bots: readonly string[]): Player {
  if (index === 0) return "me";
  return ["regular", "greedy"].find((bot) => bots.includes(bot)) ?? bots[0] ?? "me";
}

/** The players of a rematch: everybody one seat further. */
export function oneSeatFurther(seats: readonly SeatNow[], mine: readonly string[]): Record<string, Player> {
  const players = seats.map((one) => (mine.includes(one.seat) ? "me" : one.player === "human" ? "friend" : one.player));
  return Object.fromEntries(seats.map((one, at) => [one.seat, players[(at + 1) % players.length] ?? "me"]));
}

/** What others are offered: nothing where nobody is waited for but friends with a link. */
function offerOf(players: Record<string, Player>, wanted: Partial<Offer>): Offer | undefined {
  const open = Object.keys(players).filter((seat) => players[seat] === "anyone");
  const invited = Object.fromEntries(
    Object.entries(wanted.invited ?? {}).filter(([seat]) => players[seat] === "member"),
  );
  const others = Object.values(players).some((player) => player !== "me" && PEOPLE.has(player));
  const timed = others && wanted.clock;
  return open.length || Object.keys(invited).length || timed ? { ...wanted, open, invited } : undefined;
}

export async function start(
  game: string,
  options: Record<string, string | number>,
  players: Record<string, Player>,
  wanted: Partial<Offer> = {},
): Promise<Started> {
  const seats = Object.fromEntries(
    Object.entries(players).map(([seat, player]) => [seat, PEOPLE.has(player) ? "human" : player]),
  );
  const offer = offerOf(players, wanted);
  return seated(await api.create({ game, options, seats, ...(offer ? { offer } : {}) }), game, players);
}

/** The same once more, everybody one seat further; the server invites those who have accounts. */
export async function again(
  match: string,
  game: string,
  seats: readonly SeatNow[],
  mine: readonly string[],
  key: string,
): Promise<Started> {
  return seated(await api.rematch(match, key), game, oneSeatFurther(seats, mine));
}

/** Keep my seats of a new match, and tell the links of the others. */
async function seated(match: NewMatch, game: string, players: Record<string, Player>): Promise<Started> {
  const mine = Object.keys(players).filter((seat) => players[seat] === "me");
  // One seat of mine: its own key. Several on this screen: the owner's key, which holds them all.
  const only = mine.length === 1 ? match.seats.find((seat) => seat.seat === mine[0]) : undefined;
  const key = only?.token ?? match.owner;
  // The owner's key is kept only where somebody else must be seated: one's own play does not need it.
  const others = Object.values(players).some((player) => player !== "me" && PEOPLE.has(player));
  const owner = others || !only ? { owner: match.owner } : {};
  await keepSeat({ match: match.match, key, game, seat: only?.seat ?? "", ...owner, made: Date.now() });
  const links = match.seats
    .filter((seat) => players[seat.seat] === "friend" && seat.link)
    .map((seat) => ({
      seat: seat.seat,
      name: seat.name ?? seat.seat,
      link: new URL(seat.link ?? "", location.href).href,
    }));
  return { match, address: `/match/${match.match}`, links };
}

/** An analysis of a match as a seat sees it at a step; its key holds all seats. Where to go is the answer. */
export async function analyse(match: string, game: string, seat: string, step: number, key: string): Promise<string> {
  const fork = await api.analyse(match, { seat, step }, key);
  await keepSeat({ match: fork.match, key: fork.owner, game, seat: "", owner: fork.owner, made: Date.now() });
  return `/match/${fork.match}`;
}

/** A guided first game: the server brings options, seats and seed; this browser shows the coach. Where to go is the answer. */
export async function learn(game: string): Promise<string> {
  const match = await api.create({ game, lesson: true });
  const mine = match.seats.find((seat) => seat.token);
  await keepSeat({
    match: match.match,
    key: mine?.token ?? match.owner,
    game,
    seat: mine?.seat ?? "",
    made: Date.now(),
  });
  storeMarks(match.match, [BEGINNING]);
  return `/match/${match.match}`;
}
