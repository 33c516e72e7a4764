// Sounds come with their first use: a table without them loads nothing for them.

import { settings } from "./settings.svelte";
import type { Sound } from "./sound";

export function makeSound(which: Sound): void {
  if (settings.sound) void import("./sound").then(({ sound }) => sound(which));
}
