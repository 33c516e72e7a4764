// A device as people know it, from what its browser says of itself: "Firefox, Android".

const BROWSERS: [RegExp, string][] = [
  [/Edg/, "Edge"],
  [/OPR/, "Opera"],
  [/Firefox|FxiOS/, "Firefox"],
  [/Chrom|CriOS/, "Chrome"],
  [/Safari/, "Safari"],
];
const SYSTEMS: [RegExp, string][] = [
  [/Windows/, "Windows"],
  [/Android/, "Android"],
  [/iPhone/, "iPhone"],
  [/iPad/, "iPad"],
  [/Mac OS/, "macOS"],
  [/CrOS/, "ChromeOS"],
  [/Linux/, "Linux"],
];

const named = (said: string, names: [RegExp, string][]): string => names.find(([sign]) => sign.test(said))?.[1] ?? "";

export function deviceName(said: string): string {
  const known = [named(said, BROWSERS), named(said, SYSTEMS)].filter(Boolean).join(", ");
  return known || said.slice(0, 40);
}
