// Fighters from above, built from their proportions; nose up, middle at 0,0, about 60 units across.

interface WarplanePlan {
  length: number;
  span: number;
  root: number;
  tip: number;
  /** How far the tip's leading edge lies behind the root's. */
  sweep: number;
  /** Where the wing's leading edge meets the fuselage, as a share of the length from the nose. */
  wing: number;
  body: number;
  nose: "radial" | "pointed" | "glazed";
  tail: number;
  engines: number[];
  nacelle: [number, number, number];
  twin?: boolean;
  /** The engines' nacelles run back to the tail, the crew sits in a short body between them. */
  boom?: boolean;
}

/** Drawn for a type that has no plan of its own. */
// prettier-ignore
const FW_190: WarplanePlan = { length: 50, span: 58, root: 13.5, tip: 7, sweep: 1.5, wing: 0.25, body: 8.4, nose: "radial", tail: 20, engines: [], nacelle: [0, 0, 0] };

// prettier-ignore
const PLANS: Record<string, WarplanePlan> = {
  "Fw 190": FW_190,
  "Bf 109": { length: 51, span: 56, root: 11.5, tip: 6, sweep: 1.5, wing: 0.28, body: 6.4, nose: "pointed", tail: 17, engines: [], nacelle: [0, 0, 0] },
  "Bf 110": { length: 46, span: 62, root: 12, tip: 5, sweep: 3, wing: 0.24, body: 6.6, nose: "glazed", tail: 19, engines: [10.5], nacelle: [5.4, 9, 9], twin: true },
  "Ju 88": { length: 46, span: 66, root: 12.5, tip: 4.6, sweep: 3.4, wing: 0.26, body: 7, nose: "glazed", tail: 24, engines: [10.5], nacelle: [6.6, 12, 9] },
  "Me 262": { length: 51, span: 60, root: 12, tip: 4.8, sweep: 6.5, wing: 0.36, body: 8, nose: "pointed", tail: 20, engines: [12.4], nacelle: [5.6, 9, 13] },
  "Me 410": { length: 46, span: 62, root: 13, tip: 5, sweep: 4, wing: 0.25, body: 8, nose: "glazed", tail: 20, engines: [10.8], nacelle: [5.8, 10.5, 8] },
  "P-51": { length: 50, span: 58, root: 13, tip: 6.5, sweep: 2.5, wing: 0.3, body: 6.2, nose: "pointed", tail: 20, engines: [], nacelle: [0, 0, 0] },
  "P-47": { length: 50, span: 60, root: 15.5, tip: 9, sweep: 1, wing: 0.24, body: 9.6, nose: "radial", tail: 22, engines: [], nacelle: [0, 0, 0] },
  "P-38": { length: 46, span: 66, root: 13, tip: 5, sweep: 2.5, wing: 0.3, body: 6.4, nose: "pointed", tail: 26, engines: [12], nacelle: [5, 11, 34], boom: true },
  "Spitfire": { length: 48, span: 58, root: 16, tip: 3.4, sweep: 5, wing: 0.27, body: 6, nose: "pointed", tail: 19, engines: [], nacelle: [0, 0, 0] },
  "P-40": { length: 48, span: 58, root: 13, tip: 6, sweep: 1.5, wing: 0.26, body: 7, nose: "pointed", tail: 21, engines: [], nacelle: [0, 0, 0] },
  "P-39": { length: 47, span: 54, root: 12, tip: 6, sweep: 1.5, wing: 0.36, body: 6.6, nose: "pointed", tail: 20, engines: [], nacelle: [0, 0, 0] },
  "D.520": { length: 47, span: 54, root: 12.5, tip: 6, sweep: 1, wing: 0.27, body: 6, nose: "pointed", tail: 18, engines: [], nacelle: [0, 0, 0] },
  "Ta 152": { length: 52, span: 72, root: 12, tip: 5, sweep: 1.5, wing: 0.3, body: 7, nose: "pointed", tail: 22, engines: [], nacelle: [0, 0, 0] },
  "Me 163": { length: 32, span: 54, root: 17, tip: 6, sweep: 13, wing: 0.22, body: 10, nose: "pointed", tail: 3, engines: [], nacelle: [0, 0, 0] },
  "He 162": { length: 48, span: 44, root: 13, tip: 7, sweep: 1, wing: 0.36, body: 8, nose: "pointed", tail: 22, engines: [], nacelle: [0, 0, 0], twin: true },
  "He 219": { length: 52, span: 66, root: 12, tip: 5, sweep: 3, wing: 0.32, body: 6.8, nose: "glazed", tail: 24, engines: [12], nacelle: [6.4, 12, 11], twin: true },
  "Do 217": { length: 52, span: 68, root: 13, tip: 5, sweep: 3.6, wing: 0.26, body: 9, nose: "glazed", tail: 26, engines: [11.4], nacelle: [7, 12, 9], twin: true },
  "A-20": { length: 46, span: 62, root: 13, tip: 6, sweep: 2, wing: 0.28, body: 8, nose: "glazed", tail: 22, engines: [11], nacelle: [7, 11, 12] },
  "A-26": { length: 48, span: 68, root: 12, tip: 6.4, sweep: 1, wing: 0.28, body: 8, nose: "glazed", tail: 24, engines: [12], nacelle: [7.4, 12, 14] },
  "B-25": { length: 50, span: 68, root: 13, tip: 5, sweep: 3.4, wing: 0.26, body: 8.6, nose: "glazed", tail: 26, engines: [11], nacelle: [7, 10, 13], twin: true },
  "B-26": { length: 52, span: 66, root: 13.5, tip: 5, sweep: 2, wing: 0.3, body: 9.6, nose: "glazed", tail: 26, engines: [11.6], nacelle: [7.6, 12, 13] },
  "B-17": { length: 52, span: 78, root: 17, tip: 6, sweep: 4, wing: 0.28, body: 7.4, nose: "glazed", tail: 32, engines: [10.5, 22], nacelle: [5, 8, 7] },
  "B-24": { length: 48, span: 84, root: 11.5, tip: 5, sweep: 2.6, wing: 0.28, body: 8.6, nose: "glazed", tail: 28, engines: [11, 23], nacelle: [5, 8.6, 7], twin: true },
};

export interface PlaneDrawing {
  body: string;
  wings: string;
  engines: string;
  glass: string;
  crosses: [number, number][];
}

export function plane(name: string): PlaneDrawing {
  const plan = PLANS[name] ?? FW_190;
  const top = -plan.length / 2;
  const bottom = plan.length / 2;
  const b = plan.body / 2;
  const lead = top + plan.length * plan.wing;
  const half = plan.span / 2;
  const r = plan.tip / 2;
  const wing = (s: 1 | -1): string =>
    `M0 ${lead}L${s * (half - r)} ${lead + plan.sweep}Q${s * half} ${lead + plan.sweep} ${s * half} ${lead + plan.sweep + r}Q${s * half} ${lead + plan.sweep + plan.tip} ${s * (half - r)} ${lead + plan.sweep + plan.tip}L0 ${lead + plan.root}Z`;
  const t = plan.tail / 2;
  const stab = bottom - 8;
  const tail = `M0 ${stab}L${t - 2} ${stab + 1.8}Q${t} ${stab + 2.4} ${t} ${stab + 4}Q${t} ${stab + 6} ${t - 2} ${stab + 6.2}L0 ${stab + 7}L${2 - t} ${stab + 6.2}Q${-t} ${stab + 6} ${-t} ${stab + 4}Q${-t} ${stab + 2.4} ${2 - t} ${stab + 1.8}Z`;
  const fins = plan.twin
    ? `M${t - 0.8} ${stab}h1.8v9h-1.8ZM${-t - 1} ${stab}h1.8v9h-1.8Z`
    : `M-.8 ${stab - 4}h1.6L.5 ${bottom + 2}h-1Z`;
  return {
    body: plan.boom ? fuselage(plan, top + 4, bottom - 14, b) : `${fuselage(plan, top, bottom, b)}${fins}`,
    wings: `${wing(1)}${wing(-1)}${tail}`,
    engines: plan.engines.flatMap((x) => [nacelle(x, lead, plan.nacelle), nacelle(-x, lead, plan.nacelle)]).join(""),
    glass: `M${-b * 0.5} ${lead + 4}Q0 ${lead} ${b * 0.5} ${lead + 4}L${b * 0.42} ${lead + 12}Q0 ${lead + 14} ${-b * 0.42} ${lead + 12}Z`,
    crosses: [
      [half * 0.66, lead + plan.sweep * 0.66 + plan.tip * 0.62],
      [-half * 0.66, lead + plan.sweep * 0.66 + plan.tip * 0.62],
    ],
  };
}

function fuselage({ nose }: WarplanePlan, top: number, bottom: number, b: number): string {
  const tail = `C${b} ${bottom * 0.45} ${b * 0.35} ${bottom * 0.8} 0.8 ${bottom}H-0.8C${-b * 0.35} ${bottom * 0.8} ${-b} ${bottom * 0.45} ${-b} ${top * 0.2}`;
  if (nose === "radial")
    return `M${-b * 0.55} ${top}H${b * 0.55}Q${b} ${top + 1} ${b} ${top + 5}V${top * 0.2}${tail}V${top + 5}Q${-b} ${top + 1} ${-b * 0.55} ${top}ZM-1.6 ${top}Q0 ${top - 4.5} 1.6 ${top}Z`;
  if (nose === "pointed")
    return `M0 ${top - 2}Q${b} ${top + 6} ${b} ${top + 14}V${top * 0.2}${tail}V${top + 14}Q${-b} ${top + 6} 0 ${top - 2}Z`;
  return `M0 ${top}Q${b} ${top + 1} ${b} ${top + 8}V${top * 0.2}${tail}V${top + 8}Q${-b} ${top + 1} 0 ${top}Z`;
}

function nacelle(x: number, lead: number, [width, ahead, behind]: [number, number, number]): string {
  const w = width / 2;
  return `M${x - w * 0.6} ${lead - ahead}H${x + w * 0.6}Q${x + w} ${lead - ahead + 2} ${x + w} ${lead - ahead + 5}V${lead + behind * 0.4}Q${x + w * 0.7} ${lead + behind} ${x} ${lead + behind + 2}Q${x - w * 0.7} ${lead + behind} ${x - w} ${lead + behind * 0.4}V${lead - ahead + 5}Q${x - w} ${lead - ahead + 2} ${x - w * 0.6} ${lead - ahead}Z`;
}
