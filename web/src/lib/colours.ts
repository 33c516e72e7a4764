import { hash } from "./seeded";

export interface SideColour {
  fill: string;
  ink: string;
  /** The colour of the NATO box. */
  box: string;
  edge: string;
}

const SIDES: Record<string, SideColour> = {
  german: { fill: "#94a196", ink: "#14170f", box: "#f4f1e4", edge: "#2f3a2c" },
  ss: { fill: "#3a3d42", ink: "#f5f2e8", box: "#e9e6da", edge: "#0f1012" },
  luftwaffe: { fill: "#8fa3b5", ink: "#101820", box: "#f2f4f2", edge: "#2c3b49" },
  us: { fill: "#78863f", ink: "#12150a", box: "#f6f3df", edge: "#333c1e" },
  british: { fill: "#c2a36b", ink: "#1d1505", box: "#faf3df", edge: "#5b441a" },
  polish: { fill: "#b05560", ink: "#fff8f6", box: "#f8eae6", edge: "#45141d" },
  soviet: { fill: "#a9845c", ink: "#1b1106", box: "#f7ecd8", edge: "#4d3518" },
  french: { fill: "#7d93b8", ink: "#0d1420", box: "#f1f3f8", edge: "#2b3a57" },
  allied: { fill: "#78863f", ink: "#12150a", box: "#f6f3df", edge: "#333c1e" },
  axis: { fill: "#94a196", ink: "#14170f", box: "#f4f1e4", edge: "#2f3a2c" },
  civil: { fill: "#d9c9a3", ink: "#2a2111", box: "#fbf6e6", edge: "#6e5c35" },
  neutral: { fill: "#e3d9c0", ink: "#2b2417", box: "#fbf7ea", edge: "#6d6049" },
};

/** Sides that a game calls by another name: their curves have the colour of their counters. */
const SAME: Record<string, string> = { russian: "soviet", american: "us" };

export function sideColour(side: string | undefined): SideColour {
  const known = SIDES[SAME[side ?? ""] ?? (side || "neutral")];
  if (known) return known;
  const hue = hash(side ?? "") % 360;
  return { fill: `hsl(${hue} 28% 62%)`, ink: "#15120c", box: "#f8f3e4", edge: `hsl(${hue} 32% 24%)` };
}

/** The colour of a side for lines and figures on paper: that of its counters, or of their edge where that is too pale. */
export function lineColour(side: string | undefined): string {
  const { fill, edge } = sideColour(side);
  const parts = /^#(..)(..)(..)$/.exec(fill)?.slice(1) ?? ["ff", "ff", "ff"];
  const [red = 1, green = 1, blue = 1] = parts.map((part) => (parseInt(part, 16) / 255) ** 2.2);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue < 0.28 ? fill : edge;
}

export const BADGES: Record<string, { fill: string; ink: string }> = {
  good: { fill: "#1f7a4d", ink: "#ffffff" },
  bad: { fill: "#b3261e", ink: "#ffffff" },
  warn: { fill: "#f2b90f", ink: "#241a00" },
  info: { fill: "#2f5f9e", ink: "#ffffff" },
  dark: { fill: "#2b261d", ink: "#fff7e6" },
};
