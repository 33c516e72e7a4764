// Keys for the buttons of a decision. The same act has the same key in every game; a letter that an option once got stays its own.

import type { ShownOption } from "./types";

/** Keys of the table itself; no option gets one of them. */
const TABLE = "zyfhjlnw";
/** The keys of what an option does in every game alike. */
const SAME: Record<Exclude<ShownOption["act"], "" | undefined>, string> = { done: "d", pass: "p", roll: "r" };
const ALPHABET = Array.from("abcdefghijklmnopqrstuvwxyz");
/** Directions as they lie on the numeric pad, by eighths of the compass from north. */
const PAD = "89632147";

type Kept = Record<string, string>;

/** What the letters of a game are; in the page, and in the browser for the next match. */
export class Letters {
  #kept: Kept;
  #store: string;

  constructor(game: string) {
    this.#store = `sandtable.letters.${game}`;
    this.#kept = read(this.#store);
  }

  /**
   * A key for each button of a question, or "" where none is left. `question` is the same for questions of the same kind;
   * `steps` are the options that have a key by their direction.
   */
  keys(
    question: string,
    buttons: readonly ShownOption[],
    steps: ReadonlyMap<string, ShownOption> = new Map(),
  ): string[] {
    const keys = buttons.map(() => "");
    const used = new Set<string>(TABLE + Object.values(SAME).join(""));
    for (const [act, key] of Object.entries(SAME)) {
      const at = buttons.flatMap((one, index) => (one.act === act ? [index] : []));
      if (at.length === 1) keys[at[0] as number] = key;
    }
    buttons.forEach((one, at) => {
      const digit = keys[at] ? "" : digitOf(one);
      if (digit && !keys.includes(digit)) keys[at] = digit;
    });
    for (const [key, option] of steps) {
      const at = buttons.indexOf(option);
      if (at >= 0 && !keys[at] && !keys.includes(key)) keys[at] = key;
    }
    this.#letters(question, buttons, keys, used);
    return keys;
  }

  /** First those that have a letter keep it, then the new ones choose among what is left. */
  #letters(question: string, buttons: readonly ShownOption[], keys: string[], used: Set<string>): void {
    const open = buttons.flatMap((one, at) => (keys[at] ? [] : [{ one, at, act: actOf(question, one, buttons) }]));
    for (const { at, act } of open) {
      const known = this.#kept[act];
      if (!known || used.has(known)) continue;
      keys[at] = known;
      used.add(known);
    }
    // A letter that another act of this game has is taken only when there is no other, or where a name begins with it.
    const others = new Set(Object.values(this.#kept));
    let changed = false;
    for (const { one, at, act } of open) {
      if (keys[at]) continue;
      const alike = act === String(one.option[0]) ? [] : buttons.filter((other) => other.option[0] === one.option[0]);
      const wanted = [...initials(one, alike), ...ALPHABET].filter((letter) => !used.has(letter));
      const key = (alike.length ? "" : wanted.find((letter) => !others.has(letter))) || wanted[0];
      if (!key) continue;
      keys[at] = key;
      used.add(key);
      if (this.#kept[act]) continue;
      this.#kept[act] = key;
      changed = true;
    }
    if (changed) write(this.#store, this.#kept);
  }
}

/** An act is its verb, whatever it is about; where a question offers it several times, each has a letter in this question. */
function actOf(question: string, { option }: ShownOption, buttons: readonly ShownOption[]): string {
  const alike = buttons.filter((other) => other.option[0] === option[0]).length;
  return alike === 1 ? String(option[0]) : `${question} ${option.join(" ")}`;
}

/** A direction by its place on the numeric pad. */
export const padKey = (bearing: number): string => PAD.charAt(Math.round(bearing / 45) % 8);

/** A direction by its place on the numeric pad, a number from 0 to 9 by itself. */
function digitOf({ option, bearing }: ShownOption): string {
  if (bearing !== undefined && bearing !== null) return padKey(bearing);
  const last = String(option.at(-1));
  return option.length > 1 && /^\d$/.test(last) ? last : "";
}

/**
 * Letters of what the option says, first the beginnings of words; of its own words first. Where others are alike in all but
 * their names, those of the names come first, and before them the words that only this one has: A, B and C for 2A, 2B and 2C.
 */
function initials({ text }: ShownOption, alike: readonly ShownOption[]): string[] {
  const own = wordsIn(text.filter((part) => typeof part === "string"));
  const names = namesIn(text);
  if (!alike.length) return [...lettersOf(own), ...lettersOf(names)];
  const shared = alike.map((other) => namesIn(other.text));
  const single = names.filter((word) => shared.filter((others) => others.includes(word)).length === 1);
  return [...single.map((word) => word.charAt(0)), ...lettersOf(names), ...lettersOf(own)];
}

const lettersOf = (words: readonly string[]): string[] => [
  ...words.map((word) => word.charAt(0)),
  ...Array.from(words.join("")),
];

const wordsIn = (said: readonly string[]): string[] =>
  said
    .join(" ")
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter(Boolean);

const namesIn = (text: ShownOption["text"]): string[] =>
  wordsIn(text.flatMap((part) => (typeof part === "string" ? [] : [part.text])));

function read(store: string): Kept {
  try {
    return JSON.parse(localStorage.getItem(store) ?? "{}") as Kept;
  } catch {
    return {};
  }
}

function write(store: string, kept: Kept): void {
  try {
    localStorage.setItem(store, JSON.stringify(kept));
  } catch {
    // The letters then hold as long as the page.
  }
}
