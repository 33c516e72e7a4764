// A greeting names the addresses of the board and of the names; until they are here, what follows it waits.

import type { Board, FromServer, Hello, Id } from "./types";

/** A greeting with what its addresses lead to. */
export interface Greeting extends Omit<Hello, "board" | "names"> {
  board: Board;
  names: Record<Id, string>;
}

type Later = Exclude<FromServer, Hello>;

export interface GreeterSettings {
  board: (address: string) => Promise<Board>;
  names: (address: string) => Promise<Record<Id, string>>;
  greet: (greeting: Greeting) => void;
  hear: (message: Later) => void;
  /** They could not be fetched: the server may have been started again with another board, so it must greet again. */
  failed: () => void;
}

/** Hands messages on in the order in which they came, greetings with what they name. */
export class Greeter {
  #settings: GreeterSettings;
  #board: { address: string; is: Board } | null = null;
  #names: { address: string; is: Record<Id, string> } | null = null;
  /** The greeting that waits, and what came after it. */
  #waiting: { hello: Hello; after: Later[] } | null = null;

  constructor(settings: GreeterSettings) {
    this.#settings = settings;
  }

  hear(message: FromServer): void {
    if (message.type === "hello") {
      this.#greeted(message);
      return;
    }
    // How far a match is opened is told before a greeting, never after it.
    if (this.#waiting) this.#waiting.after.push(message);
    else this.#settings.hear(message);
  }

  #greeted(hello: Hello): void {
    // A later greeting is the truth; what came before it is old.
    this.#waiting = null;
    if (this.#board?.address === hello.board && this.#names?.address === hello.names) {
      this.#settings.greet({ ...hello, board: this.#board.is, names: this.#names.is });
      return;
    }
    const waiting = { hello, after: [] };
    this.#waiting = waiting;
    void this.#fetch(hello).then(
      () => this.#waiting === waiting && this.#handOn(),
      () => {
        if (this.#waiting !== waiting) return;
        this.#waiting = null;
        this.#settings.failed();
      },
    );
  }

  async #fetch(hello: Hello): Promise<void> {
    const [board, names] = await Promise.all([this.#settings.board(hello.board), this.#settings.names(hello.names)]);
    this.#board = { address: hello.board, is: board };
    this.#names = { address: hello.names, is: names };
  }

  #handOn(): void {
    const { hello, after } = this.#waiting as { hello: Hello; after: Later[] };
    this.#greeted(hello);
    for (const message of after) this.#settings.hear(message);
  }
}
