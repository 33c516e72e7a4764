// The ruler: a thread between two spaces, drawn by a drag or by two clicks. What it means the server says.

import type { Match } from "./match.svelte";
import type { Id, Measured } from "./types";

export class Thread {
  #match: Match;
  on = $state(false);
  from = $state<Id | null>(null);
  to = $state<Id | null>(null);
  told = $state.raw<Measured | null>(null);
  refused = $state("");
  /** The pointer is down and draws the far end. */
  drawing = $state(false);
  #asked = "";

  constructor(match: Match) {
    this.#match = match;
  }

  toggle(on = !this.on): void {
    this.on = on;
    this.clear();
  }

  clear(): void {
    [this.from, this.to, this.told, this.refused, this.drawing] = [null, null, null, "", false];
    this.#asked = "";
  }

  /** The pointer goes down: the end of a thread that has begun, or the beginning of a new one. */
  press(space: Id): void {
    if (this.from && !this.to && space !== this.from) {
      this.reach(space);
      return;
    }
    this.clear();
    [this.from, this.drawing] = [space, true];
  }

  /** The far end lies here now. */
  reach(space: Id): void {
    if (!this.from || space === this.to || (space === this.from && !this.to)) return;
    this.to = space === this.from ? null : space;
    if (this.to) void this.#ask(this.from, this.to);
    else [this.told, this.refused, this.#asked] = [null, "", ""];
  }

  release(): void {
    this.drawing = false;
  }

  /** Ask again: the table has changed. */
  refresh(): void {
    if (this.from && this.to) void this.#ask(this.from, this.to);
  }

  async #ask(a: Id, b: Id): Promise<void> {
    const key = `${a}>${b}`;
    this.#asked = key;
    const answer = await this.#match.questions.measure(a, b);
    if (this.#asked !== key || !answer) return;
    if ("range" in answer) [this.told, this.refused] = [answer, ""];
    else [this.told, this.refused] = [null, answer.text];
    this.#match.announce = this.told?.text ?? this.refused;
  }
}
