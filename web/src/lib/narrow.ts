// Click to narrow: what some option names glows; picking it keeps the options that name it; one left is the choice.

import type { Id, Option, ShownOption } from "./types";

export type Glow = "act" | "harm";

export interface Narrowed {
  /** Ids that are settled: picked by the player, or named by every option that is left. */
  settled: Id[];
  left: ShownOption[];
  /** What can be clicked next, and whether it would be harmed. */
  glow: Map<Id, Glow>;
  /** Options shown as buttons: those that name nothing more on the table, or all when they are few. */
  buttons: ShownOption[];
  /** The only option that is left after at least one pick. */
  choice: ShownOption | null;
}

const FEW = 4;
export function named(option: Option): Id[] {
  return option.slice(1).map(String);
}

/**
 * Narrow the options by what was picked. `onTable` tells which ids can be clicked. An option may name an id twice; then one pick
 * settles both. An option that names only what the question is `about` is a button too: nobody should look for it.
 */
export function narrow(
  options: readonly ShownOption[],
  picked: readonly Id[],
  onTable: (id: Id) => boolean,
  about: readonly Id[] = [],
): Narrowed {
  const left = options.filter((shown) => {
    const ids = named(shown.option);
    return picked.every((id) => ids.includes(id));
  });
  // "All pass" names nobody; what all the others name is settled all the same.
  const naming = left.filter((shown) => named(shown.option).some(onTable));
  const first = naming[0];
  const common =
    first && naming.length > 1
      ? named(first.option).filter((id) => naming.every((shown) => named(shown.option).includes(id)))
      : [];
  const settled = [...new Set([...picked, ...common])];
  const single = left.length === 1 ? (left[0] ?? null) : null;
  const glow = new Map<Id, Glow>();
  const nothingMore: ShownOption[] = [];
  for (const shown of left) {
    // With one option left and nothing picked yet, what it names must still be clickable.
    const open = named(shown.option).filter(
      (id) => onTable(id) && (single ? !picked.includes(id) : !settled.includes(id)),
    );
    const next = firstStep(open, left, settled);
    for (const id of next) if (glow.get(id) !== "act") glow.set(id, glowOf(id, shown));
    if (open.every((id) => about.includes(id))) nothingMore.push(shown);
  }
  return {
    settled,
    left,
    glow,
    buttons: left.length <= FEW ? left : nothingMore,
    choice: picked.length ? single : null,
  };
}

/** Piece first, then target: while several pieces could act, their targets do not glow yet. */
function firstStep(open: Id[], left: readonly ShownOption[], settled: readonly Id[]): Id[] {
  if (open.length < 2) return open;
  const actors = new Set(left.map((shown) => named(shown.option).find((id) => !settled.includes(id))));
  return actors.size > 1 ? open.slice(0, 1) : open;
}

/** Who acts glows green even when the option does harm; what it is done to glows red. */
function glowOf(id: Id, { option, tone }: ShownOption): Glow {
  const ids = named(option);
  const isActor = (ids.length > 1 || tone === "fire") && ids[0] === id;
  return (tone === "harm" || tone === "fire") && !isActor ? "harm" : "act";
}

/** Whether picking this id is possible now, also when it does not glow yet (the target before the piece). */
export function canPick(options: readonly ShownOption[], picked: readonly Id[], id: Id): boolean {
  return (
    !picked.includes(id) && options.some(({ option }) => [id, ...picked].every((one) => named(option).includes(one)))
  );
}

/** Options that come near to "do it with this": the thing asked about takes the place of what varies. */
export function nearMisses(options: readonly ShownOption[], settled: readonly Id[], id: Id, most = 4): Option[] {
  const found = new Map<string, Option>();
  for (const { option } of options) {
    const ids = named(option);
    if (!settled.every((one) => ids.includes(one))) continue;
    for (let slot = option.length - 1; slot >= 1; slot--) {
      if (settled.includes(String(option[slot]))) continue;
      const near = option.map((part, at) => (at === slot ? id : part));
      const key = JSON.stringify(near);
      const legal = options.some((shown) => JSON.stringify(shown.option) === key);
      const sameVerb = [...found.values()].some((other) => other[0] === near[0] && other.indexOf(id) === slot);
      if (!legal && !sameVerb) found.set(key, near);
      break;
    }
  }
  for (const { option } of options) {
    if (found.size >= most) break;
    if (option.length === 1) continue;
    const ids = named(option);
    if (!ids.every((one) => settled.includes(one))) continue;
    const near = [option[0] ?? "", id];
    found.set(JSON.stringify(near), near);
  }
  return [...found.values()].slice(0, most);
}

/** Buttons that say the same but for one word (how many MP, which way to face) are one row: what they say, and the words. */
export interface ButtonRow {
  says: string;
  /** Places of the buttons in the whole list, and the word of each; empty for a button that stands alone. */
  members: { at: number; word: string }[];
}

const ENOUGH = 3;
const LONGEST = 24;

export function buttonRows(verbs: readonly string[], texts: readonly string[]): ButtonRow[] {
  const rows: ButtonRow[] = [];
  for (let at = 0; at < texts.length;) {
    let end = at + 1;
    while (end < texts.length && verbs[end] === verbs[at]) end++;
    const alike = end - at >= ENOUGH ? apart(texts.slice(at, end)) : null;
    const first = at;
    if (alike)
      rows.push({ says: alike.says, members: alike.words.map((word, index) => ({ at: first + index, word })) });
    else for (let one = at; one < end; one++) rows.push({ says: texts[one] ?? "", members: [{ at: one, word: "" }] });
    at = end;
  }
  return rows;
}

/** What texts have in common, with a gap, and what stands in the gap of each; null when that is too little or too long. */
function apart(texts: readonly string[]): { says: string; words: string[] } | null {
  const all = texts.map((text) => text.split(" "));
  const first = all[0] ?? [];
  const shortest = Math.min(...all.map((words) => words.length));
  let front = 0;
  while (front < shortest && all.every((words) => words[front] === first[front])) front++;
  let back = 0;
  while (back < shortest - front && all.every((words) => words.at(-1 - back) === first.at(-1 - back))) back++;
  const words = all.map((one) =>
    one
      .slice(front, one.length - back)
      .join(" ")
      .replace(/,$/, ""),
  );
  if (front + back < 2 || words.some((word) => !word || word.length > LONGEST)) return null;
  return { says: [...first.slice(0, front), "…", ...first.slice(first.length - back)].join(" "), words };
}
