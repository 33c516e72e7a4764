// Tables on their way to the screen: patches are applied, the journal is joined, and only the last of many is drawn.

import { applyPatch } from "./patch";
import { joinJournal } from "./socket";
import type { FromServer, Shown, ShownLine } from "./types";

export interface Arrival {
  shown: Shown;
  version: number;
  journal: ShownLine[];
  /** The lines since the table that was drawn last. */
  fresh: ShownLine[];
}

export interface ArrivalsSettings {
  /** The table that is drawn now, and its journal. */
  drawn: () => { live: Shown | null; journal: ShownLine[] };
  draw: (arrival: Arrival) => void;
  /** A table is missing: ask for the whole one. */
  askTable: () => void;
  /** Lines of the journal are missing: begin again. */
  resync: () => void;
}

/** Tables that come closer than this, in milliseconds, wait for the next picture. */
const PICTURE = 60;

export class Arrivals {
  /** The version of the table that was drawn last. */
  version = 0;
  #settings: ArrivalsSettings;
  #waiting: Arrival | null = null;
  #drawnAt = 0;

  constructor(settings: ArrivalsSettings) {
    this.#settings = settings;
  }

  /** A greeting brings everything: what was on its way is old. */
  restart(version: number): void {
    this.#waiting = null;
    this.version = version;
  }

  /** The new table by what changed since the last one that came; the whole one is asked for if that is not known. */
  change(message: Extract<FromServer, { type: "changed" }>): void {
    const { live } = this.#settings.drawn();
    const last = this.#waiting ?? (live ? { shown: live, version: this.version } : null);
    if (last?.version !== message.after) {
      this.#settings.askTable();
      return;
    }
    const { version, journal, from } = message;
    this.show({ type: "shown", version, shown: applyPatch(last.shown, message.patch), journal, from });
  }

  show(message: Extract<FromServer, { type: "shown" }>): void {
    const joined = joinJournal(this.#waiting?.journal ?? this.#settings.drawn().journal, message.journal, message.from);
    if (joined === null) {
      this.#settings.resync();
      return;
    }
    const fresh = [...(this.#waiting?.fresh ?? []), ...message.journal];
    const waits = this.#waiting !== null;
    this.#waiting = { shown: message.shown, version: message.version, journal: joined, fresh };
    // When bots hurry, many tables come between two pictures; only the last of them is drawn. One that comes alone is drawn at once.
    if (waits) return;
    if (performance.now() - this.#drawnAt > PICTURE) this.#draw();
    else if (document.hidden) setTimeout(() => this.#draw(), 50);
    else requestAnimationFrame(() => this.#draw());
  }

  /** An older page of the journal, put before a table that waits. */
  prepend(add: (lines: ShownLine[]) => ShownLine[]): void {
    if (this.#waiting) this.#waiting.journal = add(this.#waiting.journal);
  }

  #draw(): void {
    const arrival = this.#waiting;
    this.#waiting = null;
    if (!arrival) return;
    this.#drawnAt = performance.now();
    this.version = arrival.version;
    this.#settings.draw(arrival);
  }
}
