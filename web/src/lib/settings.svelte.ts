// How a person wants to see the table. Kept in this browser only.

import type { Board } from "./types";

/** How fast results and the other side's turn are shown; off shows only the table. */
export type Pace = "off" | "brisk" | "normal";
export type Theme = "auto" | "light" | "dark" | "contrast";

interface Settings {
  theme: Theme;
  text: number;
  motion: "auto" | "less";
  confirm: "touch" | "always" | "never";
  hideCounters: boolean;
  numbers: boolean;
  /** Lines of maps that are put away, each after the name of its map. */
  hidden: string[];
  pace: Pace;
  /** Whether a question with a single choice is answered by itself. */
  single: boolean;
  sound: boolean;
  /** "auto", or the code of a language. */
  language: string;
}

const KEY = "sandtable.settings";
const DEFAULTS: Settings = {
  theme: "auto",
  text: 100,
  motion: "auto",
  confirm: "touch",
  hideCounters: false,
  numbers: true,
  hidden: [],
  pace: "normal",
  single: true,
  sound: false,
  language: "auto",
};

function stored(): Partial<Settings> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Settings>;
  } catch {
    return {};
  }
}

export const settings = $state<Settings>({ ...DEFAULTS, ...stored(), hideCounters: false });

const dark = matchMedia("(prefers-color-scheme: dark)");
dark.addEventListener("change", applySettings);

/** Put the settings on the page and remember them. */
export function applySettings(): void {
  const root = document.documentElement;
  root.dataset.theme = settings.theme === "auto" ? (dark.matches ? "dark" : "light") : settings.theme;
  root.dataset.motion = settings.motion;
  root.style.setProperty("--text-scale", String(settings.text / 100));
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // A browser that keeps nothing still plays.
  }
}

export function calm(): boolean {
  return settings.motion === "less" || matchMedia("(prefers-reduced-motion: reduce)").matches;
}

export function byTouch(): boolean {
  return matchMedia("(pointer: coarse)").matches || innerWidth < 800;
}

const layer = (board: Board, kind: string): string => `${board.art} ${kind}`;

/** Whether lines of this kind are drawn on a map. */
export function isShown(board: Board, kind: string): boolean {
  return !settings.hidden.includes(layer(board, kind));
}

export function toggleShown(board: Board, kind: string): void {
  const name = layer(board, kind);
  settings.hidden = isShown(board, kind)
    ? [...settings.hidden, name]
    : settings.hidden.filter((other) => other !== name);
}
