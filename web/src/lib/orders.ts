// Standing orders: what the server passes for a player who is away.

import { call } from "./api";
import type { Match } from "./match.svelte";
import type { Id, ShownOption } from "./types";

export interface StandingOrder {
  /** The rule that asks; any if there is none. */
  rule?: string;
  /** Whether it ends with the turn; it does if nothing is said. */
  this_turn?: boolean;
  /** It does not pass while one of these could do something. */
  unless?: Id[];
}

const address = (match: string): string => `/api/matches/${encodeURIComponent(match)}/orders`;

export const ordersOf = (match: string, seat: string, key: string): Promise<StandingOrder[]> =>
  call<{ orders: StandingOrder[] }>(`${address(match)}?seat=${encodeURIComponent(seat)}`, {}, key).then(
    ({ orders }) => orders,
  );

export const giveOrders = (
  match: string,
  seat: string,
  orders: StandingOrder[],
  key: string,
): Promise<StandingOrder[]> =>
  call<{ orders: StandingOrder[] }>(
    address(match),
    { method: "PUT", body: JSON.stringify({ seat, orders }) },
    key,
  ).then(({ orders }) => orders);

/** Whether a question can be passed, so that it can be passed for somebody. */
export const canBePassed = (options: readonly ShownOption[]): boolean =>
  options.filter(({ act }) => act === "pass").length === 1;

/** The pieces that could do something now, if it were not passed. */
export function able(match: Match): Id[] {
  const named = match.options.filter(({ act }) => act !== "pass").flatMap(({ option }) => option.slice(1).map(String));
  return [...new Set(named)].filter((id) => match.pieces.has(id));
}
