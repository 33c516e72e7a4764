// The live connection: reconnects by itself, sends unacknowledged choices again with the same id, notices gaps.

import type { FromServer, ShownLine, ToServer } from "./types";

export type Connection = "connecting" | "open" | "lost" | "refused";

export interface Wire {
  readyState: number;
  send(text: string): void;
  close(): void;
  onopen: ((event: Event) => void) | null;
  onmessage: ((event: MessageEvent<string>) => void) | null;
  onclose: ((event: CloseEvent) => void) | null;
}

export interface Store {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

export interface LiveSettings {
  open: () => Wire;
  /** The first message on every connection: it brings the key, which is in no address. */
  enter: () => Extract<ToServer, { type: "enter" }>;
  heard: (message: FromServer) => void;
  state: (state: Connection, reason: string) => void;
  /** Where choices wait that are not acknowledged yet, so that a reload does not lose them. */
  store?: Store;
  storeKey?: string;
  ping?: number;
}

type Choice = Extract<ToServer, { type: "choose" }>;

/** Codes with which the server says that trying again is useless: bad key, no such match. */
const FINAL = new Set([4400, 4401, 4403, 4404, 4409]);

export class Live {
  #settings: LiveSettings;
  #wire: Wire | null = null;
  #waiting = new Map<string, Choice>();
  #tries = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #pinger: ReturnType<typeof setInterval> | undefined;
  #heardSince = true;
  #closed = false;
  #greeted = false;

  constructor(settings: LiveSettings) {
    this.#settings = settings;
    const stored = settings.store?.getItem(settings.storeKey ?? "") ?? null;
    if (stored) for (const choice of JSON.parse(stored) as Choice[]) this.#waiting.set(choice.id, choice);
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  connect(): void {
    if (this.#closed) return;
    this.#settings.state("connecting", "");
    this.#greeted = false;
    const wire = this.#settings.open();
    this.#wire = wire;
    wire.onopen = () => wire.send(JSON.stringify(this.#settings.enter()));
    wire.onmessage = (event) => this.#receive(JSON.parse(event.data) as FromServer);
    wire.onclose = (event) => this.#lost(wire, event.code, event.reason);
    clearInterval(this.#pinger);
    this.#heardSince = true;
    this.#pinger = setInterval(() => this.#ping(), this.#settings.ping ?? 15_000);
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    clearInterval(this.#pinger);
    this.#wire?.close();
  }

  /** Ask for everything again: the server greets every connection with the whole table. */
  resync(): void {
    this.#wire?.close();
  }

  /** Send now if connected. Choices are kept until they are acknowledged. */
  send(message: ToServer): boolean {
    if (message.type === "choose") {
      this.#waiting.set(message.id, message);
      this.#keep();
    }
    if (!this.#greeted || this.#wire?.readyState !== 1) return false;
    this.#wire.send(JSON.stringify(message));
    return true;
  }

  #receive(message: FromServer): void {
    this.#heardSince = true;
    if (message.type === "accepted" || message.type === "refused") {
      this.#waiting.delete(message.id);
      this.#keep();
    }
    if (message.type === "hello") {
      this.#tries = 0;
      this.#greeted = true;
      this.#settings.state("open", "");
    }
    this.#settings.heard(message);
    if (message.type === "hello") for (const choice of this.#waiting.values()) this.#wire?.send(JSON.stringify(choice));
  }

  #lost(wire: Wire, code: number, reason: string): void {
    if (wire !== this.#wire || this.#closed) return;
    clearInterval(this.#pinger);
    this.#greeted = false;
    if (FINAL.has(code)) {
      this.#settings.state("refused", reason);
      return;
    }
    this.#settings.state("lost", reason);
    const wait = Math.min(8000, 250 * 2 ** this.#tries) * (0.75 + Math.random() / 2);
    this.#tries += 1;
    this.#timer = setTimeout(() => this.connect(), wait);
  }

  #ping(): void {
    if (this.#wire?.readyState !== 1) return;
    if (!this.#heardSince) {
      this.#wire.close();
      return;
    }
    this.#heardSince = false;
    this.#wire.send(JSON.stringify({ type: "ping" }));
  }

  #keep(): void {
    const { store, storeKey = "" } = this.#settings;
    if (!store) return;
    if (this.#waiting.size) store.setItem(storeKey, JSON.stringify([...this.#waiting.values()]));
    else store.removeItem(storeKey);
  }
}

/** The journal with new lines: the old ones are cut before number `from`. Null when lines are missing between them. */
export function joinJournal(old: readonly ShownLine[], fresh: readonly ShownLine[], from: number): ShownLine[] | null {
  const first = old[0]?.number ?? 0;
  if (from > first + old.length) return null;
  return [...old.slice(0, Math.max(0, from - first)), ...fresh];
}

export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
