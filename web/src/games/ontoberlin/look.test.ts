import { expect, test } from "vitest";
import look from "./look";

test("counters can be read when the whole map is in sight, and fit their hexes from near", () => {
  const least = look.faces?.counter?.least as (hex: number) => number;
  // The whole map on a wide screen, on a tablet, on a phone; then a hex in which a counter has room.
  expect([17, 11.5, 8.6, 46].map((hex) => Math.round(least(hex) * 10) / 10)).toEqual([18, 15, 11.2, 34]);
});
