// The measures of the vehicles in metres, as far as they can be seen from above.

export type Corner = readonly [x: number, y: number];
/** Corners from the front to the rear: "x y, x y". */
export type Outline = string;
export interface Gun {
  /** From its pivot to the muzzle. */
  reach: number;
  bore: number;
  brake?: "double" | "slots";
  /** To the right of the middle. */
  aside?: number;
}
export interface Turret {
  at: number;
  /** The right half of its outline, from the front to the rear. */
  half: Outline;
  cupola?: Corner;
  /** Around a turret: plates against hollow charges. */
  skirt?: number;
  open?: boolean;
}
export interface Tracked {
  long: number;
  wide: number;
  track: number;
  nose: "glacis" | "step" | "pike";
  gun: Gun;
  turret?: Turret;
  /** The right half of a fixed superstructure. */
  casemate?: Outline;
  skirts?: boolean;
  drums?: boolean;
  fans?: boolean;
  open?: boolean;
}
export interface Wheeled {
  long: number;
  wide: number;
  /** Middles of the axles, ahead of the middle. */
  axles: readonly number[];
  /** From where to where tracks run instead of wheels. */
  tracks?: readonly [number, number];
  body: "armoured" | "carrier" | "tractor" | "lorry" | "car";
  gun?: Gun;
  turret?: Turret;
  frame?: boolean;
  shield?: boolean;
}

const T34: Pick<Tracked, "long" | "wide" | "track" | "nose" | "drums"> = {
  long: 6.1,
  wide: 3,
  track: 0.5,
  nose: "glacis",
  drums: true,
};
const PANTHER: Pick<Tracked, "long" | "wide" | "track" | "nose" | "fans"> = {
  long: 6.87,
  wide: 3.4,
  track: 0.66,
  nose: "glacis",
  fans: true,
};
const STALIN: Pick<Tracked, "long" | "wide" | "track" | "drums"> = { long: 6.77, wide: 3.1, track: 0.6, drums: true };
const PANTHER_TURRET: Turret = {
  at: 0.25,
  half: "0.78 -1.35, 1.12 0.75, 0.85 1.2",
  cupola: [-0.55, 0.4],
};
const PZ4_TURRET: Turret = {
  at: 0.1,
  half: "0.75 -0.95, 1.02 -0.4, 0.95 0.85, 0.6 1.5",
  cupola: [-0.05, 0.6],
};
const IS2_TURRET: Turret = {
  at: 0.35,
  half: "0.6 -1.15, 1 -0.6, 1.05 0.2, 0.8 1.1, 0.45 1.55",
  cupola: [-0.5, 0.25],
};
const EIGHT = [2.25, 0.95, -0.95, -2.25];
const STUG: Tracked = {
  long: 5.4,
  wide: 2.75,
  track: 0.42,
  nose: "step",
  skirts: true,
  gun: { reach: 4.1, bore: 0.2, brake: "double" },
  casemate: "0.75 -1.35, 1.15 -0.6, 1.15 0.75, 0.95 1.05",
};
const ISU_BOX = "1.05 -2.05, 1.3 -1.2, 1.25 0.95, 1.1 1.15";
const SPW250: Wheeled = {
  long: 4.56,
  wide: 1.95,
  axles: [1.55],
  tracks: [-1.95, 0.75],
  body: "carrier",
  gun: { reach: 1.7, bore: 0.12 },
};
const SPW251: Wheeled = {
  long: 5.8,
  wide: 2.1,
  axles: [2.05],
  tracks: [-2.5, 0.95],
  body: "carrier",
  gun: { reach: 2.1, bore: 0.12 },
};

export const TRACKED: Record<string, Tracked> = {
  ge_pz4h: {
    long: 5.92,
    wide: 2.88,
    track: 0.42,
    nose: "step",
    skirts: true,
    gun: { reach: 4.05, bore: 0.2, brake: "double" },
    turret: { ...PZ4_TURRET, skirt: 0.28 },
  },
  ge_pz4j: {
    long: 5.92,
    wide: 2.88,
    track: 0.42,
    nose: "step",
    gun: { reach: 4.05, bore: 0.2, brake: "double" },
    turret: { ...PZ4_TURRET, skirt: 0.28 },
  },
  ge_pz5d: {
    ...PANTHER,
    skirts: true,
    gun: { reach: 5.15, bore: 0.2, brake: "double" },
    turret: { ...PANTHER_TURRET, cupola: [-0.6, 0.45] },
  },
  ge_pz5g: { ...PANTHER, gun: { reach: 5.15, bore: 0.2, brake: "double" }, turret: PANTHER_TURRET },
  ge_pz6b: {
    long: 7.38,
    wide: 3.75,
    track: 0.8,
    nose: "glacis",
    fans: true,
    gun: { reach: 6.1, bore: 0.25, brake: "double" },
    turret: {
      at: 0.1,
      half: "0.62 -1.75, 0.95 -0.8, 1.12 0.3, 0.95 1.75",
      cupola: [-0.5, 0.3],
    },
  },
  ge_jagdpanther: {
    ...PANTHER,
    gun: { reach: 6.2, bore: 0.25, brake: "double" },
    casemate: "1.05 -2.5, 1.25 1.05, 0.95 1.55",
  },
  ge_stug3g: STUG,
  ge_stug3g_l: STUG,
  ru_t70: {
    long: 4.29,
    wide: 2.4,
    track: 0.3,
    nose: "glacis",
    gun: { reach: 2.1, bore: 0.14 },
    turret: {
      at: -0.2,
      half: "0.45 -0.75, 0.85 -0.2, 0.7 0.75",
      cupola: [0, 0.2],
    },
  },
  ru_t34_85: {
    ...T34,
    gun: { reach: 4.3, bore: 0.21 },
    turret: {
      at: 0.65,
      half: "0.62 -1.2, 1.02 -0.5, 1.05 0.45, 0.72 1.35, 0.4 1.5",
      cupola: [-0.45, 0.3],
    },
  },
  ru_ot34: {
    ...T34,
    gun: { reach: 3.0, bore: 0.2 },
    turret: {
      at: 0.85,
      half: "0.5 -1.05, 0.95 -0.4, 0.9 0.5, 0.5 0.95",
      cupola: [-0.4, 0.05],
    },
  },
  ru_t44: {
    ...T34,
    long: 6.07,
    gun: { reach: 4.6, bore: 0.21 },
    turret: {
      at: 0.1,
      half: "0.55 -1.3, 1.08 -0.55, 1.08 0.5, 0.65 1.45",
      cupola: [-0.5, 0.35],
    },
  },
  ru_is2: { ...STALIN, nose: "step", gun: { reach: 5.9, bore: 0.27, brake: "double" }, turret: IS2_TURRET },
  ru_is2m: { ...STALIN, nose: "glacis", gun: { reach: 5.9, bore: 0.27, brake: "double" }, turret: IS2_TURRET },
  ru_is3: {
    ...STALIN,
    nose: "pike",
    gun: { reach: 5.9, bore: 0.27, brake: "double" },
    turret: {
      at: 0.25,
      half: "0.45 -1.35, 1.05 -0.95, 1.35 -0.1, 1.2 0.8, 0.6 1.4",
      cupola: [-0.4, 0.2],
    },
  },
  ru_isu122: { ...STALIN, nose: "step", gun: { reach: 6.2, bore: 0.27, aside: 0.25 }, casemate: ISU_BOX },
  ru_isu152: {
    ...STALIN,
    nose: "step",
    gun: { reach: 5.5, bore: 0.38, brake: "slots", aside: 0.25 },
    casemate: ISU_BOX,
  },
  ru_su100: {
    ...T34,
    gun: { reach: 6.2, bore: 0.23, aside: 0.2 },
    casemate: "0.95 -2.1, 1.3 0.2, 1.5 0.3, 1.35 0.95, 1 1.1",
  },
  ru_su122: {
    ...T34,
    gun: { reach: 3.75, bore: 0.36 },
    casemate: "0.95 -2.1, 1.25 0.2, 1.05 1.05",
  },
  ru_su76m: {
    long: 4.96,
    wide: 2.72,
    track: 0.3,
    nose: "glacis",
    open: true,
    gun: { reach: 3.1, bore: 0.19, brake: "double" },
    casemate: "0.7 -0.7, 1.25 0.1, 1.2 2.3",
  },
};
export const WHEELED: Record<string, Wheeled> = {
  ge_psw234_1: {
    long: 6,
    wide: 2.35,
    axles: EIGHT,
    body: "armoured",
    gun: { reach: 1.6, bore: 0.12 },
    turret: {
      at: 0.5,
      half: "0.45 -0.85, 0.85 0, 0.5 0.85",
      open: true,
    },
  },
  ge_psw234_2: {
    long: 6,
    wide: 2.35,
    axles: EIGHT,
    body: "armoured",
    gun: { reach: 2.9, bore: 0.17, brake: "double" },
    turret: {
      at: 0.5,
      half: "0.55 -1, 0.9 0.2, 0.6 1.1",
      cupola: [-0.35, 0.3],
    },
  },
  ge_psw234_4: {
    long: 6,
    wide: 2.35,
    axles: EIGHT,
    body: "armoured",
    shield: true,
    gun: { reach: 3.9, bore: 0.2, brake: "double" },
  },
  ge_psw232: {
    long: 5.85,
    wide: 2.2,
    axles: EIGHT.map((at) => at * 0.94),
    body: "armoured",
    frame: true,
    gun: { reach: 1.5, bore: 0.12 },
    turret: {
      at: 0.4,
      half: "0.4 -0.8, 0.75 0, 0.45 0.8",
      cupola: [-0.25, 0.2],
    },
  },
  ge_psw222_l: {
    long: 4.8,
    wide: 1.95,
    axles: [1.5, -1.5],
    body: "armoured",
    gun: { reach: 1.4, bore: 0.12 },
    turret: {
      at: 0.2,
      half: "0.35 -0.75, 0.7 0, 0.4 0.75",
      open: true,
    },
  },
  ge_spw250_1: SPW250,
  ge_spw250_smg: SPW250,
  ge_spw251_1: SPW251,
  ge_spw251_smg: SPW251,
  ge_sdkfz7: { long: 6.85, wide: 2.4, axles: [2.45], tracks: [-2.9, 0.8], body: "tractor" },
  ge_nag4500: { long: 7.4, wide: 2.5, axles: [2.5, -2.1], body: "lorry" },
  ge_opel: { long: 6, wide: 2.27, axles: [1.95, -1.65], body: "lorry" },
  ge_kfz1: { long: 3.74, wide: 1.6, axles: [1.2, -1.2], body: "car" },
  ru_iag6: { long: 6.5, wide: 2.45, axles: [2.15, -1.85], body: "lorry" },
};
/** For a vehicle that somebody else's data brings along: the drawing of its class. */
export const CLASSES: Record<string, string> = {
  tank: "ru_t34_85",
  heavy: "ge_pz6b",
  assault: "ge_stug3g",
  halftrack: "ge_spw251_1",
  car: "ge_psw222_l",
  truck: "ge_opel",
};
