// The options of a decision with their texts: src/sandtable/kernel/packed.py says how they are packed for the way.

import type { Id, Option, PackedDecision, Segment, ShownOption } from "./types";

/** The options one by one: an entry that ends with a list stands for as many as that holds. */
export function optionsOf(decision: PackedDecision | null): Option[] {
  return (decision?.options ?? []).flatMap((packed) => {
    const first = packed.slice(0, -1) as Option;
    const last = packed[packed.length - 1] ?? "";
    return Array.isArray(last) ? last.map((one) => [...first, one]) : [[...first, last]];
  });
}

/** A text begins with a capital, also where a name comes first that is written small elsewhere. */
function begun(segments: Segment[]): Segment[] {
  const at = segments.findIndex((part) => (typeof part === "string" ? part : part.text) !== "");
  const part = segments[at];
  if (part === undefined) return segments;
  const text = typeof part === "string" ? part : part.text;
  if (!/^\p{Ll}+(?= |$)/u.test(text)) return segments;
  const raised = text.charAt(0).toUpperCase() + text.slice(1);
  segments[at] = typeof part === "string" ? raised : { ref: part.ref, text: raised };
  return segments;
}

/** The options with their texts; `names` are those that everybody may know. */
export function unpacked(decision: PackedDecision | null, names: Readonly<Record<Id, string>>): ShownOption[] {
  const told = (thing: string | number): Segment => {
    if (typeof thing === "number") return String(thing);
    const name = decision?.names?.[thing] ?? names[thing];
    return name === undefined ? (decision?.terms?.[thing] ?? thing) : { ref: thing, text: name };
  };
  return optionsOf(decision).map((option, number) => {
    const verb = String(option[0]);
    const { text, ...details } = decision?.details?.[number] ?? {};
    const wording = decision?.wordings?.[verb] ?? [];
    const words = text ?? begun(wording.map((part) => (typeof part === "number" ? told(option[part] ?? "") : part)));
    const tone = decision?.tones?.[verb];
    const act = decision?.acts?.[verb];
    return { option, text: words, ...(tone ? { tone } : {}), ...(act ? { act } : {}), ...details };
  });
}
