// Transport planes from above, built from their proportions; nose to the right, middle at 0,0, about 46 units across.

interface TransportPlan {
  length: number;
  span: number;
  /** Chord of the wing at the fuselage and at the tip. */
  root: number;
  tip: number;
  body: number;
  /** Distances of the engines from the fuselage, as shares of half the span. */
  engines: number[];
  tail: number;
  fins?: "twin" | "boom";
  boat?: boolean;
}

/** Drawn for a type that has no plan of its own. */
// prettier-ignore
const C_54: TransportPlan = { length: 38, span: 46, root: 9, tip: 3.6, body: 5, engines: [0.26, 0.5], tail: 15 };

// prettier-ignore
const PLANS: Record<string, TransportPlan> = {
  "C-47": { length: 34, span: 44, root: 10, tip: 4, body: 5, engines: [0.24], tail: 13 },
  Dakota: { length: 34, span: 44, root: 10, tip: 4, body: 5, engines: [0.24], tail: 13 },
  "C-54": C_54,
  R5D: { length: 38, span: 46, root: 9, tip: 3.6, body: 5, engines: [0.26, 0.5], tail: 15 },
  "C-74": { length: 42, span: 54, root: 11, tip: 4.4, body: 6.4, engines: [0.26, 0.5], tail: 18 },
  "C-82": { length: 34, span: 46, root: 10, tip: 5, body: 7, engines: [0.26], tail: 15, fins: "boom" },
  York: { length: 35, span: 46, root: 10, tip: 3.4, body: 6, engines: [0.24, 0.46], tail: 15, fins: "twin" },
  Lancastrian: { length: 35, span: 46, root: 10, tip: 3.4, body: 4.6, engines: [0.24, 0.46], tail: 15, fins: "twin" },
  Hastings: { length: 36, span: 48, root: 10, tip: 3.6, body: 5.4, engines: [0.24, 0.46], tail: 17 },
  Tudor: { length: 37, span: 48, root: 10, tip: 3.4, body: 5.2, engines: [0.24, 0.46], tail: 17 },
  Halton: { length: 34, span: 44, root: 10.4, tip: 4, body: 5, engines: [0.24, 0.46], tail: 15, fins: "twin" },
  Sunderland: { length: 38, span: 48, root: 11, tip: 4, body: 6.6, engines: [0.22, 0.44], tail: 16, boat: true },
};

/** The outline as SVG path data. */
export function silhouette(type: string): string {
  const plan = PLANS[type] ?? C_54;
  const nose = plan.length / 2;
  const end = -plan.length / 2;
  const half = plan.body / 2;
  const lead = nose - plan.length * 0.3;
  const span = plan.span / 2;
  const wing = (side: 1 | -1): string =>
    `M${lead} ${side * half}L${lead - plan.root * 0.3} ${side * span}q${-plan.tip * 0.5} ${side} ${-plan.tip} 0L${lead - plan.root} ${side * half}Z`;
  const engine = (side: 1 | -1, share: number): string => {
    const y = side * span * share;
    const x = lead - plan.root * 0.3 * share;
    return `M${x - 5} ${y - 1.7}H${x + 2.4}q2.2 1.7 0 3.4H${x - 5}ZM${x + 3.4} ${y - 3.6}h.9v7.2h-.9Z`;
  };
  const fuselage =
    plan.fins === "boom"
      ? `M${nose} 0Q${nose} ${half} ${nose - 6} ${half}H-3Q-6 ${half} -6 0Q-6 ${-half} -3 ${-half}H${nose - 6}Q${nose} ${-half} ${nose} 0Z` +
        `M4 ${span * 0.26 - 1.5}H${end}v3H4ZM4 ${-span * 0.26 - 1.5}H${end}v3H4Z`
      : `M${nose} 0Q${nose} ${half} ${nose - 6} ${half}H${end + 10}L${end} 1.2V-1.2L${end + 10} ${-half}H${nose - 6}Q${nose} ${-half} ${nose} 0Z`;
  const t = plan.tail / 2;
  const tail = `M${end + 7} ${-t + 1}L${end + 7} ${t - 1}L${end + 2} ${t}V${-t}Z`;
  const fins = plan.fins === "twin" ? `M${end} ${-t - 1}h8v2.4h-8ZM${end} ${t - 1.4}h8v2.4h-8Z` : "";
  const floats = plan.boat ? `M${lead - 6} ${span * 0.72}h9v2.6h-9ZM${lead - 6} ${-span * 0.72 - 2.6}h9v2.6h-9Z` : "";
  return (
    wing(1) +
    wing(-1) +
    plan.engines.map((share) => engine(1, share) + engine(-1, share)).join("") +
    fuselage +
    tail +
    fins +
    floats
  );
}

/** Incoming and outgoing cargo as the cubes on the table. */
export const CUBES: Record<string, { fill: string; ink: string; sign: string }> = {
  fuel: { fill: "#6f747a", ink: "#ffffff", sign: "F" },
  food: { fill: "#e9c23b", ink: "#2b2200", sign: "Y" },
  medicine: { fill: "#c4372f", ink: "#ffffff", sign: "M" },
  parts: { fill: "#7db7dd", ink: "#0d2233", sign: "P" },
  finished: { fill: "#26478c", ink: "#ffffff", sign: "B" },
  refugee: { fill: "#f7f5ee", ink: "#2a2a2a", sign: "W" },
};
