// Typed commands, the same words as in the terminal: a number, a verb with ids or names, undo, redo, why, a clause.

import { folded, plain } from "./text";
import type { ShownOption } from "./types";

export type Command =
  | { kind: "choose"; option: ShownOption }
  | { kind: "several"; options: ShownOption[] }
  | { kind: "none"; text: string }
  | { kind: "undo" | "redo" | "help" | "fit" | "save" | "analyse" }
  | { kind: "rule"; words: string }
  | { kind: "why"; words: string };

const CLAUSE = /^[A-Z]{2}-[A-Za-z]*\.?\d[\d.]*[a-z]?$/i;

export function understand(
  typed: string,
  options: readonly ShownOption[],
  names: Readonly<Record<string, string>>,
): Command {
  const text = typed.trim();
  const [head = "", ...rest] = text.split(/\s+/);
  const word = head.toLowerCase();
  if (word === "undo" || word === "u") return { kind: "undo" };
  if (word === "redo") return { kind: "redo" };
  if (word === "help" || word === "h") return { kind: "help" };
  if (word === "fit") return { kind: "fit" };
  if (word === "analyse" || word === "analyze") return { kind: "analyse" };
  if (word === "save") return { kind: "save" };
  if (word === "?" || word === "rule" || word === "rules") return { kind: "rule", words: rest.join(" ") };
  if (word === "why") return { kind: "why", words: rest.join(" ") };
  if (CLAUSE.test(text)) return { kind: "rule", words: text };
  if (/^\d+$/.test(text)) {
    const numbered = options[Number(text) - 1];
    if (numbered) return { kind: "choose", option: numbered };
  }
  const found = matching(text, options, names);
  if (found.length === 1 && found[0]) return { kind: "choose", option: found[0] };
  if (found.length) return { kind: "several", options: found };
  return { kind: "none", text };
}

/** Options in which every typed word begins some word: of the verb, an id, a name, or the text shown. */
export function matching(
  typed: string,
  options: readonly ShownOption[],
  names: Readonly<Record<string, string>>,
): ShownOption[] {
  const wanted = folded(typed).split(" ").filter(Boolean);
  if (!wanted.length) return [];
  const exact = options.filter(({ option }) => folded(option.join(" ")) === wanted.join(" "));
  if (exact.length) return exact;
  return options.filter(({ option, text }) => {
    const words = folded(
      [...option.map((part) => `${part} ${names[String(part)] ?? ""}`), plain(text)].join(" "),
    ).split(" ");
    return wanted.every((want) => words.some((word) => word.startsWith(want)));
  });
}
