// The chart of Luftwaffe: Central Europe as a plotting room would have it: sea in bands, relief, rivers, borders of 1943, railways, the Start Line.

import { relax, smooth, type Point } from "../../art/geometry";
import { clouds, noise } from "../../art/noise";
import { blank, Pen } from "../../art/pen";
import type { Painter } from "../../art/painting";
import { corners } from "../../lib/layout";
import type { Board, Link } from "../../lib/types";
import type { Chart } from "./chart";

/** How far the land is painted beyond the last hex. */
const MARGIN = 260;
/** Pixels of the relief for one board unit. */
const FINE = 1 / 4;

const pairs = (flat: readonly number[]): Point[] =>
  Array.from({ length: flat.length / 2 }, (_, n): Point => [flat[2 * n] as number, flat[2 * n + 1] as number]);

/** Hexsides of a kind joined to lines through their middles: smooth, and true to the hexes. */
function joined(links: readonly Link[], kind: string, calm: number): Point[][] {
  const middles = new Map<string, Point>();
  const ends = new Map<string, string[]>();
  const key = ([x, y]: Point): string => `${Math.round(x)} ${Math.round(y)}`;
  const sides = links.filter((link) => link.kind === kind);
  sides.forEach(({ points }, n) => {
    const [a, b] = [points[0] as Point, points.at(-1) as Point];
    middles.set(String(n), [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2]);
    for (const end of [key(a), key(b)]) ends.set(end, [...(ends.get(end) ?? []), String(n)]);
  });
  const around = new Map<string, string[]>();
  const open = new Map<string, Point>();
  for (const [end, meeting] of ends) {
    if (meeting.length === 2) {
      const [a, b] = meeting as [string, string];
      around.set(a, [...(around.get(a) ?? []), b]);
      around.set(b, [...(around.get(b) ?? []), a]);
    } else {
      // An end or a fork: the corner itself is a point of every line that meets there.
      const corner = end.split(" ").map(Number) as Point;
      meeting.forEach((one) => open.set(`${one}>${end}`, corner));
    }
  }
  const used = new Set<string>();
  const walk = (start: string): string[] => {
    const line = [start];
    used.add(start);
    for (let at: string | undefined = start; at !== undefined;) {
      at = around.get(at)?.find((next) => !used.has(next));
      if (at === undefined) break;
      used.add(at);
      line.push(at);
    }
    return line;
  };
  const corner = (side: string): Point | undefined => [...open].find(([name]) => name.startsWith(`${side}>`))?.[1];
  const starts = [...middles.keys()].sort((a, b) => (around.get(a)?.length ?? 0) - (around.get(b)?.length ?? 0));
  return starts
    .filter((start) => !used.has(start))
    .map((start) => {
      if (used.has(start)) return [];
      const ids = walk(start);
      const line = ids.map((id) => middles.get(id) as Point);
      const [first, last] = [corner(ids[0] as string), corner(ids.at(-1) as string)];
      const ring = ids.length > 3 && (around.get(ids.at(-1) as string) ?? []).includes(ids[0] as string);
      const whole = [
        ...(first ? [first] : []),
        ...line,
        ...(last && ids.length > 1 ? [last] : []),
        ...(ring ? [line[0] as Point] : []),
      ];
      return smooth(relax(whole, calm), 2);
    })
    .filter((line) => line.length > 1);
}

/** Hills: noise that is lit from the north-west, as strong as the mountains are near. */
function relief(chart: Chart, width: number, height: number): ReturnType<typeof blank> {
  const [w, h] = [Math.ceil(width * FINE), Math.ceil(height * FINE)];
  const picture = blank(w, h);
  const on = picture.getContext("2d") as OffscreenCanvasRenderingContext2D;
  const image = on.createImageData(w, h);
  const strength = new Float32Array(w * h);
  for (const [wide, along] of chart.ranges) ridge(strength, w, h, wide, smooth(along, 2));
  const tall = (x: number, y: number): number => clouds(x / 26, y / 26, 4, 7);
  for (let j = 0; j < h; j++)
    for (let i = 0; i < w; i++) {
      const [x, y] = [i / FINE, j / FINE];
      const high = strength[j * w + i] as number;
      if (high < 0.02 || !Number.isFinite(high)) continue;
      const light = (tall(x, y) - tall(x - 5, y - 5)) * 5.2;
      // Warm grey in the shade, cream in the light.
      const [r, g, b, a] =
        light > 0 ? [253, 246, 226, Math.min(0.75, light) * high] : [96, 80, 52, Math.min(0.85, -light) * high];
      image.data.set([r, g, b, a * 255], (j * w + i) * 4);
      const tint = 0.16 * high;
      if (a < tint) image.data.set([150, 128, 84, tint * 255], (j * w + i) * 4);
    }
  on.putImageData(image, 0, 0);
  return picture;
}

/** A range raises the ground around its line, less and less outwards. */
function ridge(strength: Float32Array, w: number, h: number, wide: number, line: readonly Point[]): void {
  const far = wide * 0.95;
  const points =
    line.length === 1
      ? line
      : line.flatMap((at, n) => {
          const next = line[n + 1];
          if (!next) return [at];
          const steps = Math.ceil(Math.hypot(next[0] - at[0], next[1] - at[1]) / 12);
          return Array.from({ length: steps }, (_, k): Point => [
            at[0] + ((next[0] - at[0]) * k) / steps,
            at[1] + ((next[1] - at[1]) * k) / steps,
          ]);
        });
  for (const [px, py] of points) {
    const [x, y] = [px + MARGIN, py + MARGIN];
    for (let j = Math.max(0, Math.floor((y - far) * FINE)); j <= Math.min(h - 1, (y + far) * FINE); j++)
      for (let i = Math.max(0, Math.floor((x - far) * FINE)); i <= Math.min(w - 1, (x + far) * FINE); i++) {
        const [dx, dy] = [i / FINE - x, j / FINE - y];
        const near = 1 - Math.hypot(dx, dy) / (far * (0.7 + 0.6 * noise(i / 9, j / 9, 3)));
        const at = j * w + i;
        if (near > (strength[at] as number)) strength[at] = Math.min(1, near * 1.5);
      }
  }
}

const paint: Painter = (board: Board) => {
  const chart = board.scenery as unknown as Chart;
  const links = board.links ?? [];
  const land = chart.coast.map(pairs);
  const rivers = chart.rivers.map(([wide, along]): [number, Point[]] => [wide, smooth(along, 3)]);
  const hexes = board.spaces.filter(({ shape }) => shape === "hex");
  const swiss = hexes.filter(({ kind }) => kind === "mountain");
  const borders = joined(links, "border", 3);
  const front = joined(links, "front", 6);
  const rails = links.filter(({ kind }) => kind === "rail").map(({ points }) => smooth(points, 2));
  const bounds = { x: -MARGIN, y: -MARGIN, width: board.width + 2 * MARGIN, height: board.height + 2 * MARGIN };
  const hills = relief(chart, bounds.width, bounds.height);
  const unit = hexes[0]?.width ?? 48;

  function layers(pen: Pen, bold: boolean): void {
    const { on } = pen;
    on.fillStyle = "#86b1c6";
    on.fillRect(bounds.x, bounds.y, bounds.width, bounds.height);
    const shores = [
      [120, "#93bccf"],
      [74, "#a2c7d6"],
      [38, "#b3d3dd"],
      [15, "#c8e0e4"],
    ] as const;
    for (const [width, stroke] of shores) pen.rings(land, { stroke, width });
    pen.rings(land, { fill: "#f1e8d0", stroke: "#4d6a73", width: Math.max(1.6, 1.1 / pen.scale) });
    pen.within(land, () => {
      on.imageSmoothingQuality = "high";
      on.drawImage(hills, bounds.x, bounds.y, bounds.width, bounds.height);
      for (const [wide, line] of rivers) {
        pen.line(line, { stroke: "#fbf4e0", width: wide + 2.4, alpha: 0.6 });
        pen.line(line, { stroke: "#6ba3c0", width: wide });
      }
      pen.lines(borders, { stroke: "#b98a5e", width: 11, alpha: 0.22 });
      pen.lines(borders, { stroke: "#8a5a3a", width: 2.4, dash: [15, 5, 3, 5], cap: "butt" });
    });
    neutral(pen);
    pen.lines(rails, { stroke: "#f7efd9", width: 4.6, alpha: 0.7 });
    pen.lines(rails, { stroke: "#6b5c46", width: 1.7 });
    pen.lines(rails, { stroke: "#6b5c46", width: 5.4, dash: [1.6, 13], cap: "butt" });
    const grid = hexes.map((space) => corners(space, unit));
    pen.rings(grid, { stroke: bold ? "#000000" : "#33291b", width: bold ? 2 : 1.1, alpha: bold ? 0.7 : 0.17 });
    pen.lines(front, { stroke: "#fff4e6", width: 10, alpha: 0.7 });
    pen.lines(front, { stroke: "#a8231b", width: 5.2 });
    beyond(pen, grid);
  }

  /** A neutral country: hatched, with a strong edge. */
  function neutral(pen: Pen): void {
    const rings = swiss.map((space) => corners(space, unit));
    pen.rings(rings, { fill: "#cdb384", stroke: "#cdb384", width: 2, alpha: 0.62 });
    pen.within(rings, () => {
      const lines: Point[][] = [];
      for (let at = -bounds.height; at < bounds.width; at += 13)
        lines.push([
          [at, bounds.height],
          [at + bounds.height, 0],
        ]);
      on45(pen, lines);
    });
  }

  /** Around the hexes the chart is paler: nothing flies there. */
  function beyond(pen: Pen, grid: readonly Point[][]): void {
    const { on } = pen;
    on.save();
    on.beginPath();
    on.rect(bounds.x, bounds.y, bounds.width, bounds.height);
    for (const ring of grid) {
      [...ring].reverse().forEach(([x, y], n) => (n ? on.lineTo(x, y) : on.moveTo(x, y)));
      on.closePath();
    }
    on.globalAlpha = 0.5;
    on.fillStyle = "#efe7d2";
    on.fill();
    on.restore();
  }

  return {
    bounds,
    paint(on, box, scale, tone) {
      const sight = { x1: box.x - 130, y1: box.y - 130, x2: box.x + box.width + 130, y2: box.y + box.height + 130 };
      layers(new Pen(on, scale, sight), tone === "contrast");
    },
  };
};

function on45(pen: Pen, lines: readonly Point[][]): void {
  const { on } = pen;
  on.beginPath();
  for (const line of lines) line.forEach(([x, y], n) => (n ? on.lineTo(x, y) : on.moveTo(x, y)));
  on.globalAlpha = 0.55;
  on.strokeStyle = "#7d5f2f";
  on.lineWidth = 1.6;
  on.setLineDash([]);
  on.stroke();
  on.globalAlpha = 1;
}

export default paint;
