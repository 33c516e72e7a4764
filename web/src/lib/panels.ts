// Which panels come first, and where the next thing to choose lies.

import type { Match } from "./match.svelte";
import type { Id, Panel, Row } from "./types";

/** A row that stands for something of its own: not for a piece or a space, which are chosen where they lie. */
const isThing = (row: Row, match: Match): row is Row & { ref: Id } =>
  row.ref !== undefined && row.ref !== "" && !match.spaces.has(row.ref) && !match.pieces.has(row.ref);

const glows = (panel: Panel, match: Match): boolean =>
  panel.kind === "cards"
    ? (match.table?.pieces ?? []).some(
        (piece) => piece.where === panel.id && match.choosing.narrowed.glow.has(piece.id),
      )
    : (panel.rows ?? []).some((row) => isThing(row, match) && match.choosing.narrowed.glow.has(row.ref));

const holds = (panel: Panel, match: Match): boolean =>
  [...match.choosing.picked, ...match.about].some((id) => match.pieces.get(id)?.where === panel.id) ||
  (panel.rows ?? []).some((row) => isThing(row, match) && match.choosing.picked.includes(row.ref));

/** Panels with something in them; those in which something can be chosen come first, so that nobody must look for it. */
export function inOrder(match: Match): Panel[] {
  const full = (match.table?.panels ?? []).filter(
    (panel) => panel.kind === "cards" || panel.rows?.length || panel.text,
  );
  // What a game explains first of all (a text) stays above them.
  const first = full[0]?.kind === "text" ? full.slice(0, 1) : [];
  const able = full.filter((panel) => glows(panel, match) || holds(panel, match));
  return [...first, ...able, ...full.filter((panel) => !able.includes(panel) && !first.includes(panel))];
}

/** Whether something is chosen from a chart: it gets more room. */
export function isCharted(panels: readonly Panel[], match: Match): boolean {
  return panels.some(
    (panel) =>
      panel.kind === "chart" &&
      (panel.rows ?? []).some(
        (row) =>
          row.ref &&
          (match.choosing.narrowed.glow.has(row.ref) || match.choosing.picked.includes(row.ref)) &&
          !match.spaces.has(row.ref),
      ),
  );
}

/** Whether a thing lies on the board, itself or on one of its spaces. */
export function onBoard(match: Match, id: Id): boolean {
  return match.spaces.has(id) || match.spaces.has(match.pieces.get(id)?.where ?? "");
}

/** Where the next thing to choose lies: on the board or in the panels. */
export function placeOfChoice(match: Match): "board" | "panels" | null {
  const ids = [...match.choosing.narrowed.glow.keys()];
  return ids.length === 0 ? null : ids.some((id) => onBoard(match, id)) ? "board" : "panels";
}

/** What a row of some panel says of a thing that is neither a piece nor a space. */
export function rowAbout(match: Match, id: Id): Row | undefined {
  return (match.table?.panels ?? []).flatMap((panel) => panel.rows ?? []).find((row) => row.ref === id && row.note);
}

/** Which of the pieces that a row counts is shown next: one click after the other leads through all that are on the board. */
export function nextOf(match: Match, refs: readonly Id[]): Id | null {
  const there = refs.filter((id) => onBoard(match, id));
  return there[(there.indexOf(match.pinned ?? "") + 1) % there.length] ?? null;
}
