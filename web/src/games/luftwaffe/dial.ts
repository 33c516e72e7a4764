// Shapes of dials: degrees run clockwise from the top.

export const around = (r: number, degrees: number): [number, number] => {
  const turn = ((degrees - 90) * Math.PI) / 180;
  return [Math.round(Math.cos(turn) * r * 100) / 100, Math.round(Math.sin(turn) * r * 100) / 100];
};

/** A slice of a pie around 0,0 from one direction clockwise to another. */
export function wedge(r: number, from: number, to: number): string {
  const [a, b] = [around(r, from), around(r, to)];
  return `M0 0L${a.join(" ")}A${r} ${r} 0 ${to - from > 180 ? 1 : 0} 1 ${b.join(" ")}Z`;
}
