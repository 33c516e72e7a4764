// The match as this browser sees it: what came from the server, what is picked, what is looked at.

import { makeSound } from "./hear";
import { api } from "./api";
import { Greeter, type Greeting } from "./greeting";
import { lastSeen, markSeen } from "./keys";
import type { Mark } from "./lesson";
import { canPick, narrow, nearMisses, type Narrowed } from "./narrow";
import { Recap, recapOf } from "./recap.svelte";
import { settings, byTouch } from "./settings.svelte";
import { joinJournal, Live, newId, type Connection } from "./socket";
import { actsOf, type Known } from "./story";
import { applyPatch } from "./patch";
import { plain } from "./text";
import { Theatre, type Scene } from "./theatre.svelte";
import type {
  Announced,
  AskCoach,
  AskLines,
  At,
  FromServer,
  Hello,
  Id,
  Measure,
  Measured,
  Option,
  Overlay,
  Panel,
  Piece,
  Row,
  Segment,
  Shown,
  ShownLine,
  ShownOption,
  Space,
  Survey,
  UndoWanted,
  Why,
} from "./types";

export interface Notice {
  text: string;
  rule: string;
  tone: "info" | "bad";
}

/** What the server is asked and answers by its id. */
type Question = Unsent<AskCoach> | Unsent<AskLines> | Unsent<At> | Unsent<Measure> | Unsent<Survey> | Unsent<Why>;
type Unsent<Message> = Omit<Message, "id" | "seat">;

const NOTHING: Narrowed = { settled: [], left: [], glow: new Map(), buttons: [], choice: null };

export class Match {
  hello = $state.raw<Greeting | null>(null);
  live = $state.raw<Shown | null>(null);
  /** The table at an earlier step, while one looks back. */
  past = $state.raw<Shown | null>(null);
  journal = $state.raw<ShownLine[]>([]);
  seats = $state.raw<Greeting["seats"]>([]);
  connection = $state<Connection>("connecting");
  /** How much of a long match the server has opened, in percent, while it does. */
  opening = $state<number | null>(null);
  reason = $state("");
  picked = $state.raw<Id[]>([]);
  /** The option that waits for a second tap. */
  asked = $state.raw<ShownOption | null>(null);
  hovered = $state<Id | null>(null);
  /** The option whose button is pointed at. */
  preview = $state.raw<ShownOption | null>(null);
  pinned = $state<Id | null>(null);
  lit = $state.raw<Id[]>([]);
  /** What the coach of a lesson points at. */
  coached = $state.raw<Id[]>([]);
  lights = $derived([...this.lit, ...this.coached]);
  /** The last choice made here, with the step at which it was made. */
  made = $state.raw<{ step: number; option: Option } | null>(null);
  recent = $state.raw<Id[]>([]);
  sending = $state(false);
  notice = $state.raw<Notice | null>(null);
  whys = $state.raw<{ about: Id; answers: Notice[] } | null>(null);
  undoAsked = $state.raw<UndoWanted | null>(null);
  /** What the owner of the match did, the last of it. */
  announced = $state.raw<Announced[]>([]);
  /** When the owner closed the match: it can be looked at, and not played on. */
  closed = $state("");
  seed = $state("");
  clause = $state("");
  /** The seat that this screen is for; differs from the server's while a curtain hides the table. */
  curtain = $state("");
  /** The seat to which the screen is turning by itself. */
  #turning = "";
  secretive = $state(false);
  announce = $state("");
  scrollTo = $state.raw<{ id: Id; when: number } | null>(null);

  /** Results at their place on the board, for a moment each. */
  theatre = new Theatre();
  ways: ReadonlyMap<Id, Id[]> = new Map();
  /** What was missed, while it is looked at. */
  recap = $state.raw<Recap | null>(null);
  /** The step up to which this player has seen the match: nothing later was told yet. */
  #seen: number | null;
  shown = $derived(this.past ?? this.live);
  table = $derived(this.shown?.table ?? null);
  decision = $derived(this.past ? null : (this.live?.decision ?? null));
  /** A bot plays the seat we look through: we watch until we take it back. */
  replaced = $derived(this.seats.some((one) => one.seat === this.live?.seat && one.player !== "human"));
  options = $derived<ShownOption[]>(this.replaced || this.closed ? [] : (this.decision?.options ?? []));
  mine = $derived(this.options.length > 0);
  /** What the question is about: its pieces lie on top of their stacks and are framed. */
  about = $derived<Id[]>(
    this.mine ? (this.decision?.prompt ?? []).flatMap((part) => (typeof part === "string" ? [] : [part.ref])) : [],
  );
  spaces = $derived(new Map<Id, Space>((this.hello?.board.spaces ?? []).map((space) => [space.id, space])));
  pieces = $derived(new Map<Id, Piece>((this.table?.pieces ?? []).map((piece) => [piece.id, piece])));
  panels = $derived(new Map<Id, Panel>((this.table?.panels ?? []).map((panel) => [panel.id, panel])));
  rows = $derived(
    new Map<Id, Row>(
      (this.table?.panels ?? []).flatMap((panel) =>
        (panel.rows ?? []).flatMap((row) => (row.ref ? [[row.ref, row] as [Id, Row]] : [])),
      ),
    ),
  );
  narrowed = $derived(
    this.options.length && !this.sending
      ? narrow(this.options, this.picked, (id) => this.onTable(id), this.about)
      : NOTHING,
  );
  /** The ids that changed hands with the last choice pulse once. */
  #version = 0;
  #drawnAt = 0;
  #live: Live;
  #answers = new Map<string, (message: FromServer) => void>();
  #match: string;
  #coming: { shown: Shown; version: number; journal: ShownLine[]; fresh: ShownLine[] } | null = null;

  constructor(match: string, key: string) {
    this.#match = match;
    this.#seen = lastSeen(match);
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const address = `${scheme}//${location.host}/api/matches/${encodeURIComponent(match)}/live`;
    const greeter = new Greeter({
      board: api.board,
      names: api.names,
      greet: (greeting) => this.#greet(greeting),
      hear: (message) => this.hear(message),
      failed: () => {
        this.say("The board didn't load. Trying again.");
        setTimeout(() => this.#live.resync(), 2000);
      },
    });
    this.#live = new Live({
      open: () => new WebSocket(address),
      enter: () => ({ type: "enter", key, seat: this.hello && this.hello.holds.length > 1 ? this.hello.seat : "" }),
      heard: (message) => greeter.hear(message),
      state: (state, reason) => {
        this.connection = state;
        if (reason) this.reason = reason;
        if (state !== "open") this.sending = this.#live?.waiting > 0;
      },
      store: sessionStorage,
      storeKey: `sandtable.waiting.${match}`,
    });
    this.#live.connect();
  }

  close(): void {
    this.#live.close();
  }

  onTable(id: Id): boolean {
    const piece = this.pieces.get(id);
    if (piece) return this.spaces.has(piece.where) || this.panels.has(piece.where);
    return this.spaces.has(id) || this.rows.has(id);
  }

  name(id: Id): string {
    return (
      this.pieces.get(id)?.label ||
      this.hello?.names[id] ||
      this.spaces.get(id)?.label ||
      this.rows.get(id)?.label ||
      id
    );
  }

  // -- what the server says ------------------------------------------------------------------------------------------

  hear(message: Exclude<FromServer, Hello>): void {
    switch (message.type) {
      case "shown": {
        this.#show(message);
        return;
      }
      case "changed": {
        this.#change(message);
        return;
      }
      case "seats":
        this.seats = message.seats;
        return;
      case "announced":
        this.announced = [...this.announced, message];
        if (message.closed) this.closed = message.at;
        else this.say(message.text);
        return;
      case "accepted":
        this.sending = false;
        return;
      case "refused": {
        this.#refused(message);
        return;
      }
      case "undo_asked":
        this.undoAsked = { by: message.by, to_step: message.to_step, waiting: message.waiting };
        return;
      case "undo_over":
        this.undoAsked = null;
        this.say(message.agreed ? "The undo is agreed." : "The undo is declined.");
        return;
      case "over":
        this.seed = message.seed ?? "";
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
      case "coached":
        this.#answers.get(message.id)?.(message);
        this.#answers.delete(message.id);
    }
  }

  #greet(message: Greeting): void {
    const before = this.hello;
    const next = before && before.seat !== message.seat && this.secretive ? message.seat : "";
    if (next) this.curtain = next;
    this.#coming = null;
    this.hello = message;
    this.seats = message.seats;
    this.announced = message.announced;
    this.closed = message.closed;
    this.journal = message.journal;
    this.undoAsked = message.undo_asked ?? null;
    this.#version = message.version;
    this.sending = false;
    this.opening = null;
    this.#take(message.shown, before === null);
    // What happened while nobody looked; a match that is new here has nothing to tell.
    if (before === null && this.#seen !== null && this.#seen < message.step) this.#tell(this.#seen, true);
    void this.#readBack(message);
    // While the screen turned, others may have chosen: it is for somebody else by now. Who took a seat himself stays in it.
    const turned = this.#turning === message.seat;
    this.#turning = "";
    if (turned) this.#changeSeat();
  }

  /** The greeting brings the end of a long journal; the rest comes page by page, while one plays already. */
  async #readBack(greeting: Greeting): Promise<void> {
    for (;;) {
      const before = this.journal[0]?.number ?? 0;
      if (before === 0 || this.hello !== greeting) return;
      const answer = await this.#ask({ type: "lines", before }, 30_000);
      if (answer?.type !== "lines" || this.hello !== greeting) return;
      const add = (lines: ShownLine[]): ShownLine[] =>
        lines[0]?.number === answer.from + answer.journal.length ? [...answer.journal, ...lines] : lines;
      this.journal = add(this.journal);
      if (this.#coming) this.#coming.journal = add(this.#coming.journal);
    }
  }

  /** The new table by what changed since the last one that came; the whole one is asked for if that is not known. */
  #change(message: Extract<FromServer, { type: "changed" }>): void {
    const last = this.#coming ?? (this.live ? { shown: this.live, version: this.#version } : null);
    if (last?.version !== message.after) {
      this.#live.send({ type: "table" });
      return;
    }
    const { version, journal, from } = message;
    this.#show({ type: "shown", version, shown: applyPatch(last.shown, message.patch), journal, from });
  }

  #show(message: Extract<FromServer, { type: "shown" }>): void {
    const joined = joinJournal(this.#coming?.journal ?? this.journal, message.journal, message.from);
    if (joined === null) {
      this.#live.resync();
      return;
    }
    const fresh = [...(this.#coming?.fresh ?? []), ...message.journal];
    const waits = this.#coming !== null;
    this.#coming = { shown: message.shown, version: message.version, journal: joined, fresh };
    // When bots hurry, many tables come between two pictures; only the last of them is drawn. One that comes alone is drawn at once.
    if (waits) return;
    if (performance.now() - this.#drawnAt > 60) this.#draw();
    else if (document.hidden) setTimeout(() => this.#draw(), 50);
    else requestAnimationFrame(() => this.#draw());
  }

  #draw(): void {
    const coming = this.#coming;
    this.#coming = null;
    if (!coming) return;
    this.#drawnAt = performance.now();
    const before = this.live;
    this.journal = coming.journal;
    this.#version = coming.version;
    this.#take(coming.shown, false);
    this.ways = this.#waysOf(before, coming.fresh);
    const scenes = this.#scenes(before, coming.fresh);
    this.theatre.play(scenes);
    const [heard] = scenes;
    if (heard) makeSound(heard.act.kind === "attack" ? "shot" : "dice");
    const asked = coming.shown.decision?.options?.length;
    if (asked && this.#chose !== null && settings.pace !== "off") this.#tell(this.#chose, false);
    if (coming.fresh.length)
      this.announce = coming.fresh
        .slice(-12)
        .map((line) => plain(line.text))
        .join(" ");
    this.#changeSeat();
  }

  #take(shown: Shown, first: boolean): void {
    if (!first) this.recent = moved(this.live, shown);
    const newQuestion = this.live?.step !== shown.step || this.live?.seat !== shown.seat;
    this.live = shown;
    if (newQuestion) this.back(true);
    this.sending = false;
    if (!document.hidden) markSeen(this.#match, shown.step);
  }

  /** The step of the last choice that was made here. */
  #chose: number | null = null;

  /** Tell what was missed since a step, in its own panel. On a screen for several seats nobody has missed anything. */
  #tell(since: number, away: boolean): void {
    const { hello, live } = this;
    if (!hello || !live || hello.holds.length > 1 || live.outcome) return;
    const recap = recapOf(this, live.seat, since);
    if (recap && (away || recap.title)) this.recap = recap;
    if (!away) this.#chose = null;
  }

  /** The last turn, or all that happened since one looked here before. */
  tellAgain(): void {
    const turns = this.journal.filter((line) => line.level === 1);
    const since = turns.at(-2)?.step ?? 0;
    const lines = this.journal.filter((line) => line.step > since);
    this.recap = new Recap(this, plain(turns.at(-2)?.text ?? []), since, lines);
  }

  closeRecap(): void {
    this.recap?.close();
    this.recap = null;
  }

  /** Rolls with a place on the board become scenes; what went with them is kept as it lay. */
  #scenes(before: Shown | null, fresh: readonly ShownLine[]): Scene[] {
    const old = new Map((before?.table.pieces ?? []).map((piece) => [piece.id, piece]));
    const known = this.known;
    const told = actsOf(fresh, { ...known, whereIs: (id) => known.whereIs(id) ?? old.get(id)?.where ?? null });
    return told
      .filter((act) => act.dice.length > 0 && act.place !== null && this.spaces.has(act.place))
      .map((act) => ({ act, gone: act.lost.flatMap((id) => (this.pieces.has(id) ? [] : (old.get(id) ?? []))) }));
  }

  /** The spaces through which pieces came to where they lie now. */
  #waysOf(before: Shown | null, fresh: readonly ShownLine[]): Map<Id, Id[]> {
    const old = new Map((before?.table.pieces ?? []).map((piece) => [piece.id, piece.where]));
    const ways = new Map<Id, Id[]>();
    for (const { movers, way } of actsOf(fresh, this.known))
      for (const id of movers) {
        const from = old.get(id);
        if (from && way.at(-1) === this.pieces.get(id)?.where && way.length > (way[0] === from ? 2 : 1))
          ways.set(id, way[0] === from ? way : [from, ...way]);
      }
    return ways;
  }

  known: Known = {
    isSpace: (id) => this.spaces.has(id),
    isPiece: (id) => this.pieces.has(id) || Boolean(this.hello?.names[id] && !this.spaces.has(id)),
    whereIs: (id) => {
      const where = this.pieces.get(id)?.where;
      return where && this.spaces.has(where) ? where : null;
    },
    name: (id) => this.name(id),
  };

  /** On a screen for several seats, turn to the one that must decide. */
  #changeSeat(): void {
    const { hello, live } = this;
    if (!hello || !live?.decision || hello.holds.length < 2) return;
    const { deciders } = live.decision;
    if (deciders.includes(live.seat)) return;
    const next = deciders.find((seat) => hello.holds.includes(seat));
    if (!next) return;
    this.#turning = next;
    this.#live.send({ type: "sit", seat: next });
  }

  sit(seat: string): void {
    this.#live.send({ type: "sit", seat });
  }

  #refused(message: Extract<FromServer, { type: "refused" }>): void {
    const waiting = this.#answers.get(message.id);
    if (waiting) {
      // A question that is refused changes nothing of what is being picked.
      this.#answers.delete(message.id);
      waiting(message);
      return;
    }
    this.sending = false;
    this.back(true);
    if (message.status !== 409 || message.error)
      this.notice = { text: message.error, rule: message.rule ?? "", tone: "bad" };
    this.announce = message.error;
  }

  say(text: string): void {
    this.notice = { text, rule: "", tone: "info" };
    this.announce = text;
  }

  // -- choosing ------------------------------------------------------------------------------------------------------

  /** Pick something that an option names. Two taps where a finger may slip; one left is the choice. */
  pick(id: Id): boolean {
    if (!this.mine || this.sending) return false;
    if (this.asked && this.picked.at(-1) === id) return this.commit();
    if (this.asked) this.asked = null;
    if (this.picked.includes(id)) {
      this.picked = this.picked.filter((one) => one !== id);
      return true;
    }
    let picked = [...this.picked, id];
    if (!canPick(this.options, this.picked, id)) {
      if (!canPick(this.options, [], id)) return false;
      picked = [id];
    }
    this.picked = picked;
    this.notice = null;
    const { choice } = this.narrowed;
    if (choice) this.propose(choice);
    return true;
  }

  /** Take an option now, or first ask for a second tap when it has odds to read or the finger may have slipped. */
  propose(option: ShownOption): void {
    const confirm = settings.confirm === "always" || (settings.confirm === "touch" && byTouch());
    if (this.asked !== option && (confirm || (option.odds && !option.odds.preview))) {
      this.asked = option;
      this.announce = `${plain(option.text)}. Press Enter to confirm.`;
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
    const shown = this.live;
    if (!shown || this.sending) return;
    this.sending = true;
    this.asked = null;
    this.picked = [];
    this.notice = null;
    this.whys = null;
    this.made = { step: shown.step, option };
    this.#chose = shown.step;
    this.theatre.skip();
    this.closeRecap();
    this.#live.send({
      type: "choose",
      id: newId(),
      step: shown.step,
      option,
      version: this.#version,
      seat: shown.seat,
    });
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

  undo(): void {
    if (this.live?.can_undo) this.#live.send({ type: "undo", id: newId() });
    else
      this.notice = {
        text: "You can't undo your last choice freely. Click a line of the journal to ask the other players.",
        rule: "",
        tone: "info",
      };
  }

  /** Whether one can go back to a step without asking anybody. */
  isFree(step: number): boolean {
    const to = this.live?.undo_to ?? null;
    return to !== null && step >= to && step < (this.live?.step ?? 0);
  }

  /** Back to a step: by free undos, one for each choice since; beyond them by asking the others. */
  undoTo(step: number): void {
    if (!this.isFree(step) || this.hello?.analysis) {
      this.askUndo(step);
      return;
    }
    for (let at = this.live?.step ?? 0; at > step; at--) this.#live.send({ type: "undo", id: newId() });
  }

  /** Take back all that can be taken back freely. */
  reset(): void {
    const to = this.live?.undo_to ?? null;
    if (to === null) this.undo();
    else this.undoTo(to);
  }

  redo(): void {
    if (this.live?.can_redo) this.#live.send({ type: "redo", id: newId() });
  }

  askUndo(step: number): void {
    this.#live.send({ type: "ask_undo", id: newId(), to_step: step });
  }

  agreeUndo(agree: boolean): void {
    this.#live.send({ type: "agree_undo", id: newId(), agree });
    this.undoAsked = null;
  }

  hurry(): void {
    this.#live.send({ type: "hurry" });
  }

  // -- asking --------------------------------------------------------------------------------------------------------

  /** Why a thing cannot be chosen now: the nearest things one may have meant are sent, and the sentences shown. */
  async why(id: Id): Promise<void> {
    const { left, settled } = this.narrowed;
    if (!this.mine) {
      this.whys = {
        about: id,
        answers: [
          {
            text: this.decision
              ? `${plain(this.decision.prompt)}: it is not your turn to choose.`
              : "There is nothing to decide.",
            rule: this.decision?.rule ?? "",
            tone: "info",
          },
        ],
      };
      return;
    }
    const now = left.filter(({ option }) => option.slice(1).map(String).includes(id) && !settled.includes(id));
    const legal = now
      .slice(0, 6)
      .map(({ text }) => ({ text: `You can: ${plain(text)}`, rule: this.decision?.rule ?? "", tone: "info" as const }));
    this.whys = { about: id, answers: legal };
    const answers = await Promise.all(
      nearMisses(left.length ? left : this.options, settled, id).map((option) => this.#ask({ type: "why", option })),
    );
    const told = answers.flatMap((answer) =>
      answer?.type === "why" && answer.error
        ? [{ text: answer.error, rule: answer.rule ?? "", tone: "bad" as const }]
        : [],
    );
    const unique = told.filter((one, at) => told.findIndex((other) => other.text === one.text) === at);
    const all = [...legal, ...unique];
    if (this.whys?.about !== id) return;
    this.whys = {
      about: id,
      answers: all.length
        ? all
        : [{ text: "You can't do anything with it in this decision.", rule: this.decision?.rule ?? "", tone: "info" }],
    };
    this.announce = this.whys.answers.map((one) => one.text).join(" ");
  }

  /** Look at the table as it was. */
  async lookBack(step: number): Promise<void> {
    if (!this.live) return;
    if (step >= this.live.step) {
      this.past = null;
      return;
    }
    const shown = await this.tableAt(step);
    if (shown) this.past = shown;
  }

  /** The table as it was, without looking at it. */
  async tableAt(step: number): Promise<Shown | null> {
    const answer = await this.#ask({ type: "at", step: Math.max(0, step) });
    return answer?.type === "at" ? answer.shown : null;
  }

  /** What the ruler says of two spaces. */
  async measure(a: Id, b: Id): Promise<Measured | Notice | null> {
    const answer = await this.#ask({ type: "measure", a, b });
    if (answer?.type === "refused") return { text: answer.error, rule: answer.rule ?? "", tone: "bad" };
    return answer?.type === "measured" ? answer.measured : null;
  }

  /** What can be marked about a piece. */
  async survey(about: Id): Promise<Overlay[]> {
    const answer = await this.#ask({ type: "survey", about });
    return answer?.type === "surveyed" ? answer.overlays : [];
  }

  /** What the coach of a lesson says to the question at a step. */
  async askCoach(question: Omit<AskCoach, "type" | "id">): Promise<Mark | null> {
    const answer = await this.#ask({ type: "coach", ...question });
    if (answer?.type !== "coached") return null;
    const { type: _, id: __, ...mark } = answer;
    return mark;
  }

  #ask(question: Question, patience = 5000): Promise<FromServer | null> {
    const id = newId();
    return new Promise((resolve) => {
      this.#answers.set(id, resolve);
      if (!this.#live.send({ ...question, id })) resolve(null);
      setTimeout(() => {
        if (this.#answers.delete(id)) resolve(null);
      }, patience);
    });
  }

  show(id: Id): void {
    this.scrollTo = { id, when: performance.now() };
    this.pinned = id;
  }

  prompt(): Segment[] {
    return this.decision?.prompt ?? [];
  }
}

/** What came, went, or changed between two tables. */
export function moved(before: Shown | null, after: Shown): Id[] {
  if (!before) return [];
  const old = new Map(before.table.pieces.map((piece) => [piece.id, piece]));
  return after.table.pieces
    .filter((piece) => {
      const was = old.get(piece.id);
      if (was?.where !== piece.where) return true;
      return (
        JSON.stringify(was.values) !== JSON.stringify(piece.values) ||
        JSON.stringify(was.badges) !== JSON.stringify(piece.badges)
      );
    })
    .map((piece) => piece.id);
}
