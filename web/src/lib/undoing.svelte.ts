// Taking choices back: freely as long as nothing was rolled or shown since, beyond that by asking the others.

import { t } from "./language";
import { newId } from "./socket";
import type { Tabletop } from "./tabletop.svelte";
import type { ToServer, UndoWanted } from "./types";

export class Undoing {
  /** An undo that somebody asks the others for. */
  asked = $state.raw<UndoWanted | null>(null);
  #table: Tabletop;
  #send: (message: ToServer) => boolean;

  constructor(table: Tabletop, send: (message: ToServer) => boolean) {
    this.#table = table;
    this.#send = send;
  }

  /** The last choice. */
  undo(): void {
    if (this.#table.live?.can_undo) this.#send({ type: "undo", id: newId() });
    else
      this.#table.notice = {
        text: t.youCantUndoYourLastChoice,
        rule: "",
        tone: "info",
      };
  }

  redo(): void {
    if (this.#table.live?.can_redo) this.#send({ type: "redo", id: newId() });
  }

  /** Whether one can go back to a step without asking anybody. */
  isFree(step: number): boolean {
    const to = this.#table.live?.undo_to ?? null;
    return to !== null && step >= to && step < (this.#table.live?.step ?? 0);
  }

  /** Back to a step: by free undos, one for each choice since; beyond them by asking the others. */
  backTo(step: number): void {
    if (!this.isFree(step) || this.#table.hello?.analysis) {
      this.#send({ type: "ask_undo", id: newId(), to_step: step });
      return;
    }
    for (let at = this.#table.live?.step ?? 0; at > step; at--) this.#send({ type: "undo", id: newId() });
  }

  /** Take back all that can be taken back freely. */
  reset(): void {
    const to = this.#table.live?.undo_to ?? null;
    if (to === null) this.undo();
    else this.backTo(to);
  }

  agree(agree: boolean): void {
    this.#send({ type: "agree_undo", id: newId(), agree });
    this.asked = null;
  }
}
