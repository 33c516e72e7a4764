// Times as people say them, in their own zone and language.

import { t } from "./language";

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

/** How much time is left, in its two largest units. */
export function duration(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const [days, hours, minutes] = [
    Math.floor(whole / 86400),
    Math.floor(whole / 3600) % 24,
    Math.floor(whole / 60) % 60,
  ];
  if (days) return t.daysAndHours(days, hours);
  if (hours) return t.hoursAndMinutes(hours, minutes);
  return `${minutes}:${String(whole % 60).padStart(2, "0")}`;
}
