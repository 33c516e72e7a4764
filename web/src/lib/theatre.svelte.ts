// Results are seen where they fall: dice, modifiers and verdict stand at the place for a moment, one after the other.

import { standing } from "./pace";
import { settings } from "./settings.svelte";
import type { Act } from "./story";
import type { Piece } from "./types";

/** When bots hurry, only the last results of many choices are shown; the recap has them all. */
const MOST_WAITING = 3;
/** What came of one choice is shown whole, up to so many results. */
const MOST_AT_ONCE = 12;

export interface Scene {
  act: Act;
  /** Pieces that went with it, as they lay before: they stay crossed out for the moment. */
  gone: Piece[];
}

export class Theatre {
  scene = $state.raw<Scene | null>(null);
  #waiting: Scene[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Show results one after the other; the first replaces nothing that stands already. */
  play(scenes: readonly Scene[]): void {
    if (settings.pace === "off" || document.hidden) return;
    const most = Math.min(MOST_AT_ONCE, Math.max(MOST_WAITING, scenes.length));
    this.#waiting = [...this.#waiting, ...scenes].slice(-most);
    if (!this.scene) this.#next();
  }

  /** One result that stands until it is taken away: while somebody steps through a recap. */
  hold(scene: Scene | null): void {
    this.skip();
    this.scene = scene;
  }

  /** Away with all of them; whether there was one. */
  skip(): boolean {
    const stood = this.scene !== null;
    clearTimeout(this.#timer);
    this.#waiting = [];
    this.scene = null;
    return stood;
  }

  #next(): void {
    this.scene = this.#waiting.shift() ?? null;
    if (this.scene) this.#timer = setTimeout(() => this.#next(), standing(this.#waiting.length, settings.pace));
  }
}
