// The back of a game's box: which options apply, and what a match is set up with.

import type { Box, OptionSpec } from "./types";

export type GameOptions = Record<string, string | number>;

/** Whether an option, or one value of it, has an effect together with these. */
export function applies(box: Box | undefined, options: GameOptions, name: string, value?: string | number): boolean {
  const wanted = box?.only?.[value === undefined ? name : `${name}=${value}`] ?? {};
  return Object.entries(wanted).every(([other, values]) => values.includes(options[other] ?? ""));
}

/** The settings with defaults for all that has no effect, so that nothing is set which nobody sees. */
export function settled(box: Box | undefined, specs: readonly OptionSpec[], options: GameOptions): GameOptions {
  const found = { ...options };
  for (const spec of specs) {
    const value = found[spec.name] ?? spec.default;
    if (!applies(box, found, spec.name) || !applies(box, found, spec.name, value)) found[spec.name] = spec.default;
  }
  return found;
}
