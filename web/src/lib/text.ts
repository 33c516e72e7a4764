import { t } from "./language";
import type { Segment } from "./types";

/** Segments as plain text. */
export function plain(segments: readonly Segment[]): string {
  return segments.map((part) => (typeof part === "string" ? part : part.text)).join("");
}

/** The text of a button: what the question names already is not said again. */
export function short(text: readonly Segment[], prompt: readonly Segment[]): string {
  const named = new Set(prompt.flatMap((part) => (typeof part === "string" ? [] : [part.ref])));
  const [first, ...rest] = text;
  if (!first || typeof first === "string" || !named.has(first.ref) || !rest.length) return plain(text);
  const left = plain(rest)
    .replace(/^[\s:,;–-]+/, "")
    .trim();
  return left ? left.charAt(0).toUpperCase() + left.slice(1) : plain(text);
}

/** Longer headings are told without what stands after the colon. */
const LONGEST_HEADING = 24;

/** A heading without what it says of the turn: "Turn 3: the Germans begin" is turn 3. */
export const turnOf = (heading: string): string => heading.split(":")[0] ?? heading;

/** A heading as it is named elsewhere: a short one whole, a sentence only by its turn. */
export const headingOf = (heading: string): string => (heading.length > LONGEST_HEADING ? turnOf(heading) : heading);

/** Names as a person lists them; of many the rest is counted. */
export function listed(names: readonly string[], most = 3): string {
  const told = names.length > most ? [...names.slice(0, most - 1), t.moreOf(names.length - most + 1)] : names;
  return told.length < 2 ? told.join("") : t.both(told.slice(0, -1).join(", "), told.at(-1) ?? "");
}

/** `left_waist` as a person would write it. */
export function spoken(word: string): string {
  const text = word.replace(/[_-]+/g, " ").trim();
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Letters and digits only, in lower case, so that typed words match names with dots and accents. */
export function folded(text: string): string {
  return text
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, " ")
    .trim();
}

export function percent(share: number): string {
  const value = share * 100;
  return unbroken(value > 0 && value < 1 ? "<1 %" : `${Math.round(value)} %`);
}

/** A figure and its per cent sign stay on one line. */
export function unbroken(text: string): string {
  return text.replace(/(\d) %/g, "$1\u00a0%");
}

export function signed(value: number): string {
  return value > 0 ? `+${value}` : value < 0 ? `−${-value}` : "0";
}

/** A figure as people write it: with a minus before it, and no hyphen. */
export function figure(value: string | number): string {
  return String(value).replace(/^-(?=\d)/, "−");
}

const CLAUSE = /\b[A-Z]{2}-[A-Za-z]*\.?\d+(?:\.\d+)*[a-z]?\b/g;

/** Between a bracket and a link no line may end, as between two letters. */
const JOINED = "\u2060";

/** Text cut at the clause ids in it, so that each id can be a link to its clause. */
export function withClauses(text: string): { text: string; clause: boolean }[] {
  const parts: { text: string; clause: boolean }[] = [];
  const rest = (piece: string): void => {
    const before = parts.length && /^[).,;:]/.test(piece) ? JOINED : "";
    const after = piece.endsWith("(") ? JOINED : "";
    if (piece) parts.push({ text: `${before}${piece}${after}`, clause: false });
  };
  let at = 0;
  for (const found of text.matchAll(CLAUSE)) {
    rest(text.slice(at, found.index));
    parts.push({ text: found[0], clause: true });
    at = found.index + found[0].length;
  }
  rest(text.slice(at));
  return parts;
}
