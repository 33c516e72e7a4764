// How places of the chart are marked.

import type { Space } from "../../lib/types";

const NATIONS: Record<string, string> = { us: "#27509b", cw: "#9c2b26", both: "#5b3f78" };

/** The colour of those who fly from a base. */
export function nation({ tags }: Space): string {
  return NATIONS[(tags ?? []).find((tag) => tag in NATIONS) ?? "both"] ?? "#5b3f78";
}

export function signOf({ tags = [], kind }: Space): "beacon" | "water" | "runways" | "point" {
  if (tags.includes("beacon")) return "beacon";
  if (kind !== "base") return "point";
  return tags.includes("water") ? "water" : "runways";
}
