// The map of On to Berlin!: the capital as a town plan of its time, drawn from the hexes of the game.

import type { Painter, Tone } from "../../art/painting";
import { Pen } from "../../art/pen";
import { grown, paintEdge } from "../../art/sheet";
import type { Board } from "../../lib/types";
import { paintAirfields, paintGrid, paintLandmarks, paintPerimeter, REACH } from "./plan/landmarks";
import { paintLakes, paintParks, paintWoods } from "./plan/nature";
import { Plan } from "./plan/plan";
import { paintCity, paintFields, paintGardens } from "./plan/streets";
import { paintBridges, paintRails, paintRivers, paintRoads } from "./plan/ways";

const MARGIN = 16;

const paint: Painter = (board: Board) => {
  const plan = new Plan(board);
  const room = grown(plan.bounds, MARGIN);

  function layers(pen: Pen, tone: Tone): void {
    const hexes = plan.hexes.filter(({ x, y }) => pen.sees([x, y]));
    pen.rect(grown(room, 9), { fill: "#efe6cb" });
    paintFields(pen, plan);
    // Where houses stand, the ground between them is of the colour of their streets.
    pen.rings(plan.areas("suburb", "city", "rubble"), { fill: "#eadfbd", stroke: "#eadfbd", width: 2 });
    pen.rings(plan.areas("city", "rubble"), { fill: "#e9dbbb", stroke: "#d8c39d", width: 1.2 });
    paintGardens(pen, plan);
    paintCity(pen, plan);
    // In high contrast the houses are pale: what is to be told apart is drawn upon them.
    if (tone === "contrast") pen.rect(grown(room, 9), { fill: "#ffffff", alpha: 0.5 });
    paintWoods(pen, plan);
    paintParks(pen, plan);
    paintAirfields(pen, plan);
    paintLakes(pen, plan);
    paintRivers(pen, plan);
    paintPerimeter(pen, plan);
    paintRails(pen, plan);
    paintRoads(pen, plan);
    paintBridges(pen, plan);
    paintGrid(pen, hexes, tone === "contrast");
    paintLandmarks(pen, hexes);
    paintEdge(pen, plan.bounds, 1.8);
  }

  return {
    bounds: { x: room.x1, y: room.y1, width: room.x2 - room.x1, height: room.y2 - room.y1 },
    paint(on, box, scale, tone) {
      const sight = { x1: box.x, y1: box.y, x2: box.x + box.width, y2: box.y + box.height };
      layers(new Pen(on, scale, grown(sight, REACH)), tone);
    },
  };
};

export default paint;
