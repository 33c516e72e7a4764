// Whether somebody wants advice, and about which position. What it says is fetched by the card that shows it.

import type { Tabletop } from "./tabletop.svelte";
import type { SeatNow } from "./types";

/** A position of a match, as a seat counts its steps. */
export interface Asked {
  seat: string;
  step: number;
}

export class Advising {
  /** The card lies beside the board. */
  open = $state(false);
  /** The position that was asked about; nothing once another one is seen. */
  asked = $state.raw<Asked | null>(null);
  /** The request of the others was put away. */
  declined = $state(false);
  #table: Tabletop;

  constructor(table: Tabletop) {
    this.#table = table;
  }

  /** One's own seats that a person plays. */
  own = $derived.by<SeatNow[]>(() => this.#people.filter(({ seat }) => this.#table.hello?.holds.includes(seat)));
  /** The people one plays against. */
  others = $derived.by<SeatNow[]>(() => this.#people.filter(({ seat }) => !this.#table.hello?.holds.includes(seat)));
  /** Those without whose word there is no advice: nobody where one plays alone, or after the end. */
  missing = $derived.by<SeatNow[]>(() =>
    this.needsWord ? [...this.own, ...this.others].filter(({ advice }) => !advice) : [],
  );
  /** Somebody wants advice for all and waits for us. */
  wanted = $derived.by<SeatNow[]>(() =>
    this.needsWord && this.own.length && this.own.some(({ advice }) => !advice)
      ? this.others.filter(({ advice }) => advice)
      : [],
  );

  get needsWord(): boolean {
    const { hello, live, closed } = this.#table;
    return !hello?.analysis && !live?.outcome && !closed && this.others.length > 0;
  }

  get #people(): SeatNow[] {
    return this.#table.seats.filter(({ player }) => player === "human");
  }

  /** Who only watches has no seat to be advised for. */
  get offered(): boolean {
    return (this.#table.hello?.holds.length ?? 0) > 0;
  }

  get #now(): Asked | null {
    const { shown } = this.#table;
    return shown ? { seat: shown.seat, step: shown.step } : null;
  }

  /** Whether what was asked is about what is seen now. */
  fits = $derived.by(() => this.asked?.step === this.#now?.step && this.asked?.seat === this.#now?.seat);

  ask(): void {
    if (!this.offered) return;
    this.open = true;
    this.asked = this.#now;
  }

  /** Ask about what is seen; the same again puts the answer away. */
  toggle(): void {
    if (this.open && this.asked && this.fits) this.close();
    else this.ask();
  }

  close(): boolean {
    const was = this.open;
    this.open = false;
    this.asked = null;
    return was;
  }
}
