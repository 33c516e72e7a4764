// The language in which the client speaks: as set here, or else the first that the browser asks for and we have.

import { en, type Texts } from "../texts/en";
import { settings } from "./settings.svelte";

export const LANGUAGES = { en: "English", de: "Deutsch" } as const;
export type Language = keyof typeof LANGUAGES;

/** What the client says. Read it where it is shown, never when a module loads: the language comes after that. */
export let t: Texts = en;

function isOurs(code: string): code is Language {
  return code in LANGUAGES;
}

export function language(): Language {
  const wanted = settings.language === "auto" ? (navigator.languages ?? []) : [settings.language];
  return wanted.map((one) => one.slice(0, 2).toLowerCase()).find(isOurs) ?? "en";
}

/** Fetch the texts of the language, before the first of them is shown. */
export async function loadTexts(): Promise<void> {
  const code = language();
  if (code === "de") t = (await import("../texts/de")).de;
  document.documentElement.lang = code;
}
