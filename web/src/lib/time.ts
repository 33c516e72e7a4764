// Times as people say them, in their own zone and language.

const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ["day", 86400],
  ["hour", 3600],
  ["minute", 60],
];

/** How long ago something was, or in how long it will be: "3 hours ago", "in 2 days". */
export function ago(when: string, now = Date.now()): string {
  const seconds = (Date.parse(when) - now) / 1000;
  if (!Number.isFinite(seconds)) return "";
  const [unit, length] = UNITS.find(([, one]) => Math.abs(seconds) >= one) ?? ["minute", 60];
  const words = new Intl.RelativeTimeFormat(document.documentElement.lang || "en", { numeric: "auto" });
  return words.format(Math.trunc(seconds / length), unit);
}
