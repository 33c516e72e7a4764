// @vitest-environment node
import { describe, expect, it } from "vitest";
import { DRAWN_TYPES, silhouetteOf } from "./silhouettes";

/** Types that differ only in what cannot be seen from above. */
const ALIKE = [
  ["ge_stug3g", "ge_stug3g_l"],
  ["ge_spw250_1", "ge_spw250_smg"],
  ["ge_spw251_1", "ge_spw251_smg"],
];

describe("silhouettes", () => {
  it("differ from type to type", () => {
    const drawn = new Map<string, string[]>();
    for (const type of DRAWN_TYPES) {
      const outline = JSON.stringify(silhouetteOf(type, "tank"));
      drawn.set(outline, [...(drawn.get(outline) ?? []), type]);
    }
    expect([...drawn.values()].filter((types) => types.length > 1).map((types) => types.sort())).toEqual(
      expect.arrayContaining(ALIKE),
    );
    expect(drawn.size).toBe(DRAWN_TYPES.length - ALIKE.length);
  });

  it("have a turret where the vehicle has one", () => {
    expect(silhouetteOf("ge_pz5g", "heavy").gun.length).toBeGreaterThan(2);
    expect(silhouetteOf("ru_su100", "assault").gun).toEqual([]);
    expect(silhouetteOf("ge_opel", "truck").gun).toEqual([]);
  });

  it("fall back on the class of a vehicle that is not known", () => {
    expect(silhouetteOf("xx_unknown", "halftrack")).toBe(silhouetteOf("ge_spw251_1", "halftrack"));
    expect(silhouetteOf("xx_unknown", "no such class")).toBe(silhouetteOf("ru_t34_85", "tank"));
  });

  it("hold numbers only", () => {
    for (const type of DRAWN_TYPES) {
      const { hull, gun } = silhouetteOf(type, "tank");
      for (const { d } of [...hull, ...gun]) expect(d).not.toMatch(/NaN|undefined|Infinity/);
    }
  });
});
