// A match in this browser: the connection to its server, the table that comes by it, and what a player does at it.

import { t } from "./language";
import { Advising } from "./advising.svelte";
import { Arrivals, type Arrival } from "./arrivals";
import { Choosing } from "./choosing.svelte";
import type { Reader } from "./drawn";
import { Greeter, type Greeting } from "./greeting";
import { lastSeen, markSeen } from "./keys";
import { language } from "./language";
import { isOutdated } from "./outdated";
import { Playback } from "./playback.svelte";
import { Questions } from "./questions";
import { Live, newId, type Connection } from "./socket";
import { changedPieces, Tabletop } from "./tabletop.svelte";
import { plain } from "./text";
import { Undoing } from "./undoing.svelte";
import { toTheServer, type Wires } from "./wires";
import type { Announced, Clocked, FromServer, Hello, Id, Shown, ShownLine } from "./types";

/** A screen reader is told at most so many lines at once. */
const MOST_ANNOUNCED = 12;

export class Match extends Tabletop {
  connection = $state<Connection>("connecting");
  /** How much of a long match the server has opened, in percent, while it does. */
  opening = $state<number | null>(null);
  reason = $state("");
  /** What the owner of the match did, the last of it. */
  announced = $state.raw<Announced[]>([]);
  seed = $state("");
  /** How the clock stands, if the match has one. */
  clock = $state.raw<Clocked | null>(null);
  /** The server has been updated since this page was loaded. */
  outdated = $state(false);

  hovered = $state<Id | null>(null);
  pinned = $state<Id | null>(null);
  lit = $state.raw<Id[]>([]);
  /** What the coach of a lesson points at. */
  coached = $state.raw<Id[]>([]);
  lights = $derived([...this.lit, ...this.coached]);
  /** The ids that changed hands with the last choice pulse once. */
  recent = $state.raw<Id[]>([]);
  scrollTo = $state.raw<{ id: Id; when: number } | null>(null);
  clause = $state("");

  /** The seat that this screen is for; differs from the server's while a curtain hides the table. */
  curtain = $state("");
  /** The seat to which the screen is turning by itself. */
  #turning = "";
  secretive = $state(false);
  /** With whose eyes results are coloured. */
  reader = $derived<Reader>({
    enemies: this.hello?.enemies ?? [],
    isOwned: (id: Id) => this.known.isPiece(id) || this.seats.some(({ seat }) => seat === id),
  });

  #live: Live;
  #match: string;
  /** The step up to which this player has seen the match: nothing later was told yet. */
  #seen: number | null;

  questions = new Questions((message) => this.#live.send(message));
  choosing = new Choosing(this, this.questions, (option, { step, seat }) => {
    this.playback.chose(step);
    this.#live.send({ type: "choose", id: newId(), step, option, version: this.#arrivals.version, seat });
  });
  advising = new Advising(this);
  undoing = new Undoing(this, (message) => this.#live.send(message));
  playback = new Playback(this, {
    tableAt: (step) => this.questions.tableAt(step),
    lookBack: (step) => this.lookBack(step),
  });
  #arrivals = new Arrivals({
    drawn: () => this,
    draw: (arrival) => this.#draw(arrival),
    askTable: () => this.#live.send({ type: "table" }),
    resync: () => this.#live.resync(),
  });

  constructor(
    match: string,
    readonly key: string,
    wires: Wires = toTheServer(),
  ) {
    super();
    this.#match = match;
    this.#seen = lastSeen(match);
    this.#live = this.#connect(match, key, wires);
    this.#live.connect();
  }

  #connect(match: string, key: string, { open, board, names, store }: Wires): Live {
    const greeter = new Greeter({
      board,
      names,
      greet: (greeting) => this.#greet(greeting),
      hear: (message) => this.#hear(message),
      failed: () => {
        this.say(t.theBoardDidntLoadTryingAgain);
        setTimeout(() => this.#live.resync(), 2000);
      },
    });
    return new Live({
      open: () => open(match),
      enter: () => ({
        type: "enter",
        key,
        seat: this.hello && this.hello.holds.length > 1 ? this.hello.seat : "",
        language: language(),
      }),
      heard: (message) => {
        // First of all: a page that is older than the server may not understand the rest.
        if (message.type === "hello") this.outdated = isOutdated(message.client);
        greeter.hear(message);
      },
      state: (state, reason) => {
        this.connection = state;
        if (reason) this.reason = reason;
        if (state !== "open") this.choosing.sending = this.#live.waiting > 0;
      },
      ...(store ? { store } : {}),
      storeKey: `sandtable.waiting.${match}`,
    });
  }

  close(): void {
    this.#live.close();
  }

  sit(seat: string): void {
    this.#live.send({ type: "sit", seat });
  }

  /** Let the bots play without pauses. */
  hurry(): void {
    this.#live.send({ type: "hurry" });
  }

  /** Look at the table as it was. */
  async lookBack(step: number): Promise<void> {
    if (!this.live) return;
    if (step >= this.live.step) {
      this.past = null;
      return;
    }
    const shown = await this.questions.tableAt(step);
    if (shown) this.past = shown;
  }

  /** Bring a thing into sight and tell of it. */
  show(id: Id): void {
    this.scrollTo = { id, when: performance.now() };
    this.pinned = id;
  }

  // -- what the server says ------------------------------------------------------------------------------------------

  #hear(message: Exclude<FromServer, Hello>): void {
    switch (message.type) {
      case "shown":
        this.#arrivals.show(message);
        return;
      case "changed":
        this.#arrivals.change(message);
        return;
      case "seats":
        this.seats = message.seats;
        return;
      case "announced":
        this.announced = [...this.announced, message];
        if (message.closed) this.closed = message.at;
        this.say(message.text);
        return;
      case "accepted":
        this.choosing.sending = false;
        return;
      case "refused":
        // A question that is refused changes nothing of what is being picked.
        if (!this.questions.answer(message)) this.#refused(message);
        return;
      case "undo_asked":
        this.undoing.asked = { by: message.by, to_step: message.to_step, waiting: message.waiting };
        return;
      case "undo_over":
        this.undoing.asked = null;
        this.say(message.agreed ? t.theUndoIsAgreed : t.theUndoIsDeclined);
        return;
      case "over":
        this.seed = message.seed ?? "";
        return;
      case "clock":
        this.clock = message;
        return;
      case "opening":
        this.opening = message.percent;
        return;
      case "lines":
      case "why":
      case "odds":
      case "at":
      case "measured":
      case "surveyed":
      case "asked_together":
      case "coached":
        this.questions.answer(message);
    }
  }

  #greet(greeting: Greeting): void {
    const before = this.hello;
    const next = before && before.seat !== greeting.seat && this.secretive ? greeting.seat : "";
    if (next) this.curtain = next;
    this.hello = greeting;
    this.seats = greeting.seats;
    this.announced = greeting.announced;
    this.closed = greeting.closed;
    this.journal = greeting.journal;
    this.undoing.asked = greeting.undo_asked ?? null;
    this.#arrivals.restart(greeting.version);
    this.opening = null;
    this.#take(greeting.shown, before === null);
    // A match that is new here has nothing to tell.
    if (before === null && this.#seen !== null && this.#seen < greeting.step) this.playback.tellMissed(this.#seen);
    // Where nothing is secret all sit around the screen and have seen it.
    if (next) this.playback.tellNext();
    void this.#readBack(greeting);
    // While the screen turned, others may have chosen: it is for somebody else by now. Who took a seat himself stays in it.
    const turned = this.#turning === greeting.seat;
    this.#turning = "";
    if (turned) this.#changeSeat();
  }

  /** The greeting brings the end of a long journal; the rest comes page by page, while one plays already. */
  async #readBack(greeting: Greeting): Promise<void> {
    for (;;) {
      const before = this.journal[0]?.number ?? 0;
      if (before === 0 || this.hello !== greeting) return;
      const page = await this.questions.lines(before);
      if (!page || this.hello !== greeting) return;
      const add = (lines: ShownLine[]): ShownLine[] =>
        lines[0]?.number === page.from + page.journal.length ? [...page.journal, ...lines] : lines;
      this.journal = add(this.journal);
      this.#arrivals.prepend(add);
    }
  }

  #draw({ shown, journal, fresh }: Arrival): void {
    const before = this.live;
    this.journal = journal;
    this.#take(shown, false);
    this.playback.play(before, fresh);
    if (fresh.length)
      this.announce = fresh
        .slice(-MOST_ANNOUNCED)
        .map((line) => plain(line.text))
        .join(" ");
    this.#changeSeat();
  }

  #take(shown: Shown, first: boolean): void {
    if (!first) this.recent = changedPieces(this.live, shown);
    const newQuestion = this.live?.step !== shown.step || this.live?.seat !== shown.seat;
    this.live = shown;
    if (newQuestion) this.choosing.back(true);
    this.choosing.sending = false;
    if (!document.hidden) markSeen(this.#match, shown.step);
  }

  /** On a screen for several seats, turn to the one that must decide. */
  #changeSeat(): void {
    const { hello, live } = this;
    if (!hello || !live?.decision || hello.holds.length < 2) return;
    const { deciders } = live.decision;
    if (deciders.includes(live.seat)) return;
    const next = deciders.find((seat) => hello.holds.includes(seat));
    if (!next) return;
    this.#turning = next;
    this.sit(next);
  }

  #refused(message: Extract<FromServer, { type: "refused" }>): void {
    this.choosing.refuse();
    if (message.status !== 409 || message.error)
      this.notice = { text: message.error, rule: message.rule ?? "", tone: "bad" };
    this.announce = message.error;
  }
}
