// What this browser asks the server about the match, and the answers: each question has an id, and its answer names it.

import type { LessonMark } from "./lesson";
import { newId } from "./socket";
import type { Notice } from "./tabletop.svelte";
import type {
  AskCoach,
  AskLines,
  AskTogether,
  At,
  FromServer,
  Id,
  AskMeasure,
  Measured,
  Option,
  Overlay,
  Shown,
  ShownQuestion,
  Survey,
  ToServer,
  Why,
} from "./types";

type Unsent<Message> = Omit<Message, "id" | "seat">;
type Question =
  | Unsent<AskCoach>
  | Unsent<AskLines>
  | Unsent<AskTogether>
  | Unsent<At>
  | Unsent<AskMeasure>
  | Unsent<Survey>
  | Unsent<Why>;
type Answer = Extract<
  FromServer,
  { type: "lines" | "why" | "odds" | "at" | "measured" | "surveyed" | "asked_together" | "coached" | "refused" }
>;

/** How long an answer is waited for, in milliseconds; the pages of a long journal and lists of questions may take their time. */
const PATIENCE = 5000;
const LONG_PATIENCE = 30_000;

export class Questions {
  #send: (message: ToServer) => boolean;
  #waiting = new Map<string, (answer: Answer) => void>();

  constructor(send: (message: ToServer) => boolean) {
    this.#send = send;
  }

  /** Hand an answer to the one who asked; whether somebody did. */
  answer(message: Answer): boolean {
    const waiting = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    waiting?.(message);
    return waiting !== undefined;
  }

  /** The page of the journal before a line. */
  async lines(before: number): Promise<Extract<FromServer, { type: "lines" }> | null> {
    const answer = await this.#ask({ type: "lines", before }, LONG_PATIENCE);
    return answer?.type === "lines" ? answer : null;
  }

  /** Why an option cannot be chosen; null where nothing stands against it. */
  async why(option: Option): Promise<Notice | null> {
    const answer = await this.#ask({ type: "why", option });
    return answer?.type === "why" && answer.error ? { text: answer.error, rule: answer.rule ?? "", tone: "bad" } : null;
  }

  /** The table as it was. */
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

  /** The questions that can be answered in one list, beginning with the one that is asked now. */
  async together(): Promise<ShownQuestion[]> {
    const answer = await this.#ask({ type: "together" }, LONG_PATIENCE);
    return answer?.type === "asked_together" ? answer.rows : [];
  }

  /** What the coach of a lesson says to the question at a step. */
  async coach(question: Omit<AskCoach, "type" | "id">): Promise<LessonMark | null> {
    const answer = await this.#ask({ type: "coach", ...question });
    if (answer?.type !== "coached") return null;
    const { type: _, id: __, ...mark } = answer;
    return mark;
  }

  #ask(question: Question, patience = PATIENCE): Promise<Answer | null> {
    const id = newId();
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve);
      if (!this.#send({ ...question, id })) resolve(null);
      setTimeout(() => {
        if (this.#waiting.delete(id)) resolve(null);
      }, patience);
    });
  }
}
