// Choosing an option: things are picked until one option is left, odds are read before it is taken, and a refusal is explained.

import { t } from "./language";
import { canPick, narrow, nearMisses, type Narrowed } from "./narrow";
import type { Questions } from "./questions";
import { byTouch, settings } from "./settings.svelte";
import type { Notice, Tabletop } from "./tabletop.svelte";
import { plain } from "./text";
import type { Id, Option, Shown, ShownOption } from "./types";

const NOTHING: Narrowed = { settled: [], left: [], glow: new Map(), buttons: [], choice: null };
/** So many options that name a thing are listed when somebody asks about it. */
const MOST_NAMED = 6;

export class Choosing {
  picked = $state.raw<Id[]>([]);
  /** The option that waits for a second tap. */
  asked = $state.raw<ShownOption | null>(null);
  /** The option whose button is pointed at. */
  preview = $state.raw<ShownOption | null>(null);
  /** The last choice made here, with the step at which it was made. */
  made = $state.raw<{ step: number; option: Option } | null>(null);
  sending = $state(false);
  /** The table to which an answer was given: it is accepted before the next table comes, and until then nothing more is sent. */
  #answered: Shown | null = null;
  /** What a list of small questions makes of an option: with its ticks, the end of the question confirms them. */
  instead: ((option: ShownOption) => boolean) | null = null;
  /** Why a thing cannot be chosen now. */
  whys = $state.raw<{ about: Id; answers: Notice[] } | null>(null);
  #table: Tabletop;
  #questions: Questions;
  #send: (option: Option, at: Shown) => void;

  constructor(table: Tabletop, questions: Questions, send: (option: Option, at: Shown) => void) {
    this.#table = table;
    this.#questions = questions;
    this.#send = send;
  }

  narrowed = $derived.by<Narrowed>(() => {
    const { options, about, onTable } = this.#table;
    return options.length && !this.sending ? narrow(options, this.picked, onTable, about) : NOTHING;
  });

  /** Pick something that an option names. Two taps where a finger may slip; one left is the choice. */
  pick(id: Id): boolean {
    const { options, mine } = this.#table;
    if (!mine || this.sending) return false;
    if (this.asked && this.picked.at(-1) === id) return this.commit();
    if (this.asked) this.asked = null;
    if (this.picked.includes(id)) {
      this.picked = this.picked.filter((one) => one !== id);
      return true;
    }
    let picked = [...this.picked, id];
    if (!canPick(options, this.picked, id)) {
      if (!canPick(options, [], id)) return false;
      picked = [id];
    }
    this.picked = picked;
    this.#table.notice = null;
    const { choice } = this.narrowed;
    if (choice) this.propose(choice);
    return true;
  }

  /** Take an option now, or first ask for a second tap when it has odds to read or the finger may have slipped. */
  propose(option: ShownOption): void {
    if (this.instead?.(option)) return;
    const confirm = settings.confirm === "always" || (settings.confirm === "touch" && byTouch());
    if (this.asked !== option && (confirm || (option.odds && !option.odds.preview))) {
      this.asked = option;
      this.#table.announce = t.pressEnter(plain(option.text));
      return;
    }
    this.choose(option.option);
  }

  commit(): boolean {
    const option = this.asked ?? this.narrowed.choice;
    if (!option) return false;
    this.choose(option.option);
    return true;
  }

  choose(option: Option): void {
    const shown = this.#table.live;
    if (!shown || this.sending || shown === this.#answered) return;
    this.sending = true;
    this.#answered = shown;
    this.asked = null;
    this.picked = [];
    // The button that was pointed at is gone, and tells nobody that the pointer has left it.
    this.preview = null;
    this.#table.notice = null;
    this.whys = null;
    this.made = { step: shown.step, option };
    this.#send(option, shown);
  }

  /** The answer was not taken: the question can be answered again. */
  refuse(): void {
    this.sending = false;
    this.#answered = null;
    this.back(true);
  }

  /** One step back in picking; everything at once when the question has changed. */
  back(all = false): boolean {
    const something = this.picked.length > 0 || this.asked !== null || this.whys !== null;
    if (this.whys && !all) {
      this.whys = null;
      return true;
    }
    this.asked = null;
    this.whys = null;
    this.picked = all ? [] : this.picked.slice(0, -1);
    return something;
  }

  /** Why a thing cannot be chosen now: the nearest things one may have meant are sent, and the sentences shown. */
  async why(id: Id): Promise<void> {
    const { mine, options } = this.#table;
    if (!mine) {
      this.whys = { about: id, answers: [this.#notMine()] };
      return;
    }
    const { left, settled } = this.narrowed;
    const legal = this.#optionsNaming(id);
    this.whys = { about: id, answers: legal };
    const answers = await Promise.all(
      nearMisses(left.length ? left : options, settled, id).map((option) => this.#questions.why(option)),
    );
    if (this.whys?.about !== id) return;
    const told = answers.filter((answer) => answer !== null);
    const unique = told.filter((one, at) => told.findIndex((other) => other.text === one.text) === at);
    const all = [...legal, ...unique];
    this.whys = {
      about: id,
      answers: all.length ? all : [this.#inform(t.youCantDoAnythingWithIt)],
    };
    this.#table.announce = this.whys.answers.map((one) => one.text).join(" ");
  }

  #inform(text: string): Notice {
    return { text, rule: this.#table.decision?.rule ?? "", tone: "info" };
  }

  #notMine(): Notice {
    const { decision } = this.#table;
    return this.#inform(decision ? t.notYourTurn(plain(decision.prompt)) : t.thereIsNothingToDecide);
  }

  /** What can be done with a thing after all. */
  #optionsNaming(id: Id): Notice[] {
    const { left, settled } = this.narrowed;
    if (settled.includes(id)) return [];
    return left
      .filter(({ option }) => option.slice(1).map(String).includes(id))
      .slice(0, MOST_NAMED)
      .map(({ text }) => this.#inform(t.youCan(plain(text))));
  }
}
