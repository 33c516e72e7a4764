// Vehicles from above, built from their measures in metres. Everything points up; 0,0 is the middle of the hull.

import {
  CLASSES,
  TRACKED,
  WHEELED,
  type Corner,
  type Gun,
  type Outline,
  type Tracked,
  type Turret,
  type Wheeled,
} from "./measures";

/** What a part of a drawing is made of; the counter chooses its colour. */
export type Stuff = "track" | "hull" | "deck" | "roof" | "dark" | "steel" | "glass" | "canvas" | "mark";
export interface Part {
  d: string;
  of: Stuff;
}
export interface Silhouette {
  hull: Part[];
  /** What turns with the gun. */
  gun: Part[];
  /** Where the gun turns, ahead of the middle of the hull. */
  pivot: number;
  /** Units of a counter for a metre: small vehicles are drawn a little larger than they are beside large ones. */
  metre: number;
}

type Shape = Omit<Silhouette, "metre">;

/** The corners of the right half of an outline. */
const corners = (outline: Outline): Corner[] =>
  outline.split(", ").map((corner) => corner.split(" ").map(Number) as [number, number]);
const path = (corners: readonly Corner[]): string =>
  `M${corners.map(([x, y]) => `${round(x)} ${round(y)}`).join("L")}Z`;
const round = (value: number): number => Math.round(value * 100) / 100;
/** A shape from its right half. */
const whole = (half: readonly Corner[]): string =>
  path([...half, ...[...half].reverse().map(([x, y]): Corner => [-x, y])]);
const box = (x1: number, y1: number, x2: number, y2: number): string =>
  `M${round(x1)} ${round(y1)}H${round(x2)}V${round(y2)}H${round(x1)}Z`;
const disc = (x: number, y: number, r: number): string =>
  `M${round(x - r)} ${round(y)}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;
const twice = (draw: (side: -1 | 1) => string): string => draw(-1) + draw(1);

function barrel({ reach, bore, brake, aside = 0 }: Gun, from: number): Part[] {
  const tube = box(aside - bore / 2, -reach, aside + bore / 2, -from);
  const muzzle = { double: [0.75, 0.62], slots: [0.7, 1.1] }[brake ?? "double"] as [number, number];
  const end = brake
    ? box(aside - (bore * 0.5 + 0.13), -reach, aside + bore * 0.5 + 0.13, -reach + muzzle[1]) +
      (brake === "double" ? box(aside - bore, -reach + 0.22, aside + bore, -reach + 0.4) : "")
    : "";
  return [{ d: tube + end, of: "steel" }];
}

function turretParts({ half: outline, cupola, skirt, open }: Turret, gun: Gun): Part[] {
  const half = corners(outline);
  const front = Math.min(...half.map(([, y]) => y));
  const parts = barrel(gun, -front - 0.1);
  if (skirt) parts.push({ d: whole(half.map(([x, y]): Corner => [x + skirt, y + (y > 0 ? skirt : 0)])), of: "deck" });
  parts.push(
    { d: box(-0.55, front - 0.35, 0.55, front + 0.25), of: "steel" },
    { d: whole(half), of: open ? "dark" : "roof" },
  );
  if (open) parts.push({ d: whole(half.map(([x, y]): Corner => [x * 0.72, y * 0.72])), of: "canvas" });
  if (cupola)
    parts.push({ d: disc(...cupola, 0.34), of: "deck" }, { d: disc(-cupola[0], cupola[1] + 0.1, 0.22), of: "deck" });
  return parts;
}

const NOSES: Record<Tracked["nose"], (wide: number, front: number) => Corner[]> = {
  glacis: (wide, front) => [
    [wide * 0.96, -front],
    [wide, -front + 0.35],
  ],
  step: (wide, front) => [
    [wide * 0.6, -front],
    [wide * 0.78, -front + 0.75],
    [wide, -front + 1],
  ],
  pike: (wide, front) => [
    [0.05, -front],
    [wide, -front + 1.35],
  ],
};

function tracked(told: Tracked): Shape {
  const { long, wide, track, nose, gun, turret, casemate } = told;
  const [front, half, inner] = [long / 2, wide / 2, wide / 2 - track];
  const hull: Part[] = [
    {
      d: twice((side) =>
        box(side * inner - (side < 0 ? track : 0), -front + 0.1, side * inner + (side < 0 ? 0 : track), front),
      ),
      of: "track",
    },
    { d: whole([...NOSES[nose](inner + track * 0.45, front), [inner + track * 0.45, front - 0.15]]), of: "hull" },
  ];
  // Fenders cover most of the tracks; ribs show at both ends.
  if (told.skirts)
    hull.push({
      d: twice((side) =>
        box(
          Math.min(side * half, side * (half + 0.16)),
          -front + 0.9,
          Math.max(side * half, side * (half + 0.16)),
          front - 0.5,
        ),
      ),
      of: "deck",
    });
  if (told.drums)
    hull.push({
      d: twice((side) =>
        box(
          Math.min(side * (inner + 0.05), side * half),
          front - 2.3,
          Math.max(side * (inner + 0.05), side * half),
          front - 0.7,
        ),
      ),
      of: "deck",
    });
  const engine = front - 1.75;
  if (!told.open) {
    hull.push({ d: box(-inner * 0.85, engine, inner * 0.85, front - 0.3), of: "deck" });
    if (told.fans) hull.push({ d: twice((side) => disc(side * inner * 0.55, front - 1.02, 0.42)), of: "dark" });
    else
      hull.push({
        d: [0.3, 0.65, 1].map((y) => box(-inner * 0.7, engine + y, inner * 0.7, engine + y + 0.14)).join(""),
        of: "dark",
      });
  }
  hull.push({ d: box(-inner * 0.7, -front + 0.75, -inner * 0.7 + 0.5, -front + 1.15), of: "dark" });
  if (turret) return { hull, gun: turretParts(turret, gun), pivot: turret.at };
  const fixed = corners(casemate ?? "1 -1, 1 1");
  const start = Math.min(...fixed.map(([, y]) => y));
  hull.push({ d: whole(fixed), of: "roof" });
  if (told.open) hull.push({ d: whole(fixed.map(([x, y]): Corner => [x * 0.8, y + 0.3])), of: "dark" });
  hull.push(...barrel(gun, -start - 0.3), { d: disc(gun.aside ?? 0, start + 0.1, 0.46), of: "steel" });
  if (!told.open)
    hull.push({ d: disc(-(inner * 0.62), start + 1.5, 0.34) + disc(inner * 0.62, start + 1.6, 0.26), of: "deck" });
  return { hull, gun: [], pivot: 0 };
}

function wheeled({ long, wide, axles, tracks, body, gun, turret, frame, shield }: Wheeled): Shape {
  const [front, half] = [long / 2, wide / 2];
  const wheel = (at: number) => (side: -1 | 1) =>
    box(
      Math.min(side * half, side * (half - 0.34)),
      -at - 0.46,
      Math.max(side * half, side * (half - 0.34)),
      -at + 0.46,
    );
  const hull: Part[] = axles.map((at) => ({ d: twice(wheel(at)), of: "track" }));
  if (tracks)
    hull.push({
      d: twice((side) =>
        box(
          Math.min(side * half, side * (half - 0.42)),
          -tracks[1],
          Math.max(side * half, side * (half - 0.42)),
          -tracks[0],
        ),
      ),
      of: "track",
    });
  const bonnet = -front + long * 0.3;
  const inside = half - 0.22;
  if (body === "armoured")
    hull.push(
      {
        d: whole([
          [inside * 0.55, -front],
          [inside, -front + 1.1],
          [inside, front - 1.2],
          [inside * 0.6, front],
        ]),
        of: "hull",
      },
      { d: box(-inside * 0.6, front - 1.4, inside * 0.6, front - 0.4), of: "deck" },
    );
  else if (body === "carrier")
    hull.push(
      {
        d: whole([
          [inside * 0.5, -front],
          [inside * 0.75, bonnet],
          [inside, bonnet + 0.5],
          [inside, front - 0.4],
          [inside * 0.8, front],
        ]),
        of: "hull",
      },
      {
        d: whole([
          [inside * 0.8, bonnet + 1],
          [inside * 0.8, front - 0.5],
          [inside * 0.65, front - 0.25],
        ]),
        of: "dark",
      },
      {
        d: twice((side) =>
          box(
            Math.min(side * inside * 0.35, side * inside * 0.75),
            bonnet + 1.3,
            Math.max(side * inside * 0.35, side * inside * 0.75),
            front - 0.7,
          ),
        ),
        of: "canvas",
      },
    );
  else {
    hull.push(
      {
        d: whole([
          [inside * 0.5, -front],
          [inside * 0.62, bonnet],
          [inside, bonnet + 0.1],
          [inside, front],
          [0, front],
        ]),
        of: "hull",
      },
      { d: box(-inside * 0.85, bonnet + 0.1, inside * 0.85, bonnet + 0.4), of: "glass" },
    );
    if (body === "lorry")
      hull.push(
        { d: box(-half, bonnet + 1.6, half, front), of: "canvas" },
        {
          d: [0.25, 0.5, 0.75]
            .map((at) =>
              box(
                -half,
                bonnet + 1.6 + (front - bonnet - 1.6) * at - 0.06,
                half,
                bonnet + 1.6 + (front - bonnet - 1.6) * at + 0.06,
              ),
            )
            .join(""),
          of: "deck",
        },
      );
    else
      for (let y = bonnet + 0.8; y < front - 0.6; y += 1)
        hull.push({ d: box(-inside * 0.8, y, inside * 0.8, y + 0.55), of: "dark" });
  }
  if (shield)
    hull.push(
      {
        d: whole([
          [0.3, -1.5],
          [1, -1],
          [1, -0.75],
          [0.3, -1.2],
        ]),
        of: "roof",
      },
      { d: box(-0.75, -0.7, 0.75, front - 1.5), of: "dark" },
    );
  if (frame) hull.push({ d: `M${-half + 0.2} -1.6V${front - 0.6}H${half - 0.2}V-1.6`, of: "mark" });
  if (!gun) return { hull, gun: [], pivot: 0 };
  if (turret) return { hull, gun: turretParts(turret, gun), pivot: turret.at };
  hull.push(...barrel(gun, 0.4));
  return { hull, gun: [], pivot: 0 };
}

const made = new Map<string, Silhouette>();

/** The drawing of a type of vehicle, else that of its class. */
export function silhouetteOf(type: string, kind: string): Silhouette {
  const known = type in TRACKED || type in WHEELED ? type : (CLASSES[kind] ?? "ru_t34_85");
  const before = made.get(known);
  if (before) return before;
  const [runs, rolls] = [TRACKED[known], WHEELED[known]];
  const shape = runs ? tracked(runs) : wheeled(rolls as Wheeled);
  const drawn = { ...shape, metre: 14 / Math.sqrt((runs ?? (rolls as Wheeled)).long) };
  made.set(known, drawn);
  return drawn;
}

export const DRAWN_TYPES: readonly string[] = [...Object.keys(TRACKED), ...Object.keys(WHEELED)];
