// The keys of the table that are not for a field. Letters that are not here press the buttons of the decision.

import type { Match } from "./match.svelte";
import { settings } from "./settings.svelte";

/** What the keys reach on the page. */
export interface Within {
  match: Match;
  board:
    | {
        next(backwards: boolean): void;
        fit(): void;
        zoomBy(factor: number): void;
        useThread(): boolean;
        dropThread(): boolean;
      }
    | undefined;
  /** Press the button of the decision that has this key. */
  press(key: string): boolean;
  /** Whether options are being typed. */
  typing(): boolean;
  type(open: boolean): void;
  help(): void;
}

const CLOSER = 1.35;
const BUTTONS = "button, a, [role=button]";

export function keyDown(event: KeyboardEvent, within: Within): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const target =
    event.target instanceof HTMLElement || event.target instanceof SVGElement ? event.target : document.body;
  if (target.closest("input:not([type=checkbox]), select, textarea, dialog")) return;
  const pressed = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (pressed === "z" && event.shiftKey) within.match.undoing.reset();
  else if (pressed === "n") within.board?.next(event.shiftKey);
  else if (!act(pressed, target, within)) return;
  event.preventDefault();
}

function act(pressed: string, target: Element, { match, board, press, typing, type, help }: Within): boolean {
  switch (pressed) {
    case "Escape":
      if (typing()) type(false);
      else if (match.playback.recap) match.playback.closeRecap();
      else if (match.playback.theatre.skip()) return true;
      else if (board?.dropThread()) return true;
      else if (match.choosing.back() || match.advising.close()) return true;
      else if (match.past) void match.lookBack(Infinity);
      return true;
    case "Enter":
      return match.choosing.asked !== null && !target.closest(BUTTONS) ? match.choosing.commit() : false;
    case " ":
      if (match.playback.theatre.skip()) return true;
      if (match.mine || target.closest(BUTTONS)) return false;
      match.hurry();
      return true;
    case "z":
      return (match.undoing.undo(), true);
    case "y":
      return (match.undoing.redo(), true);
    case "f":
      return (board?.fit(), true);
    case "l":
      return board?.useThread() ?? false;
    case "h":
      return ((settings.hideCounters = !settings.hideCounters), true);
    case "j":
      document.querySelector<HTMLElement>("[role=log]")?.focus();
      return true;
    case "+":
    case "=":
      return (board?.zoomBy(CLOSER), true);
    case "-":
      return (board?.zoomBy(1 / CLOSER), true);
    case "/":
    case ":":
      return (type(true), true);
    case "[":
      return (void match.lookBack((match.shown?.step ?? 1) - 1), true);
    case "]":
      return (void match.lookBack((match.shown?.step ?? 0) + 1), true);
    case "!":
      return (match.advising.toggle(), true);
    case "?":
      return (help(), true);
    case "w": {
      const about = target.getAttribute("data-ref") ?? match.hovered ?? match.pinned;
      if (about) void match.choosing.why(about);
      return about !== null;
    }
  }
  return press(pressed);
}
