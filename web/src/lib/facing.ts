// Directions on the board, in degrees clockwise from north.

import { corners, sizeOf, type Point } from "./layout";
import type { Space } from "./types";

export function ahead([x, y]: Point, bearing: number, length: number): Point {
  const angle = (bearing * Math.PI) / 180;
  return [x + Math.sin(angle) * length, y - Math.cos(angle) * length];
}

export function bearingOf([x, y]: Point, [tx, ty]: Point): number {
  return ((Math.atan2(tx - x, y - ty) * 180) / Math.PI + 360) % 360;
}

/** The hexside in a direction, drawn a little inside the hex; null where no side lies there (a corner). */
export function hexside(space: Space, unit: number, bearing: number, inset = 0.9): [Point, Point] | null {
  const points = corners(space, unit);
  const middle: Point = [space.x, space.y];
  const drawn = ([x, y]: Point): Point => [space.x + (x - space.x) * inset, space.y + (y - space.y) * inset];
  for (let at = 0; at < points.length; at++) {
    const [a, b] = [points[at] as Point, points[(at + 1) % points.length] as Point];
    const turn = bearingOf(middle, [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2]) - bearing;
    if (Math.abs(((turn + 540) % 360) - 180) < 15) return [drawn(a), drawn(b)];
  }
  return null;
}

/** A sector around a space that can be hit with a finger: from near its middle to beyond its edge. */
export function sector(middle: Point, bearing: number, from: number, to: number): string {
  const points = [
    ahead(middle, bearing - 28, from),
    ahead(middle, bearing - 28, to),
    ahead(middle, bearing, to * 1.06),
    ahead(middle, bearing + 28, to),
    ahead(middle, bearing + 28, from),
  ];
  return `M${points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L")}Z`;
}

export function halfWay(space: Space, unit: number): number {
  const { width, height } = sizeOf(space, unit);
  return Math.min(width, height) / 2;
}
