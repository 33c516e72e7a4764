// The language in which the table speaks: as set here, or else the first that the browser asks for and we have.

import { settings } from "./settings.svelte";

export const LANGUAGES = { en: "English", de: "Deutsch" } as const;
export type Language = keyof typeof LANGUAGES;

function isOurs(code: string): code is Language {
  return code in LANGUAGES;
}

export function language(): Language {
  const wanted = settings.language === "auto" ? (navigator.languages ?? []) : [settings.language];
  return wanted.map((one) => one.slice(0, 2).toLowerCase()).find(isOurs) ?? "en";
}
