// @vitest-environment node
import { expect, test } from "vitest";
import { emblemOf, namedPlaces, sideOf, toldByName } from "./emblem";

test("who won has a sign, a draw and a common win a wreath", () => {
  expect([["allied"], ["german"], [], ["usaf14", "raf"], ["crew"]].map((sides) => emblemOf(sides))).toEqual([
    "star",
    "cross",
    "wreath",
    "wreath",
    "wreath",
  ]);
  expect(emblemOf([], true)).toBe("half-mast");
});

test("a column of the score belongs to the side whose name heads it", () => {
  const names = { allied: "Allied", german: "German" };
  expect(["Allied", "German", "Turns"].map((one) => sideOf(one, names))).toEqual(["allied", "german", ""]);
});

const place = (name: string, count: number, x: number, y: number) => ({ name, count, x, y });

test("the busiest places are named, and none whose name would touch another", () => {
  const places = [place("Gatow", 2, 200, 100), place("Tegel", 9, 210, 100), place("Britz", 1, 200, 300)];
  expect(namedPlaces(places, 20, 10, 400)).toEqual([
    { name: "Tegel", x: 210, y: 90 },
    { name: "Britz", x: 200, y: 290 },
  ]);
});

test("names keep apart where they stand: at the upper edge of the map they stand below their places", () => {
  const places = [place("Siemensstadt", 9, 200, 60), place("Tegel", 5, 220, 20)];
  expect(namedPlaces(places, 20, 10, 400).map(({ name }) => name)).toEqual(["Siemensstadt"]);
  expect(namedPlaces([place("Tegel", 5, 0, 20)], 20, 10, 400)).toEqual([{ name: "Tegel", x: 27, y: 50 }]);
});

test("hexes are told by the name written nearest to them, where it stands", () => {
  const labels = [
    { text: "Tegel Airfield", x: 100, y: 100 },
    { text: "Reichstag", x: 400, y: 100 },
    { text: "Berlin ✈⚙◎╪", x: 400, y: 400 },
    { text: "A", x: 90, y: 90 },
  ];
  const fights = [
    place("3406", 4, 110, 90),
    place("3407", 5, 90, 120),
    place("5015", 2, 390, 100),
    place("9999", 30, 900, 900),
    place("0909", 1, 401, 390),
    place("Hamburg", 3, 0, 0),
  ];
  expect(toldByName(fights, labels, 30)).toEqual([
    place("Hamburg", 3, 0, 0),
    place("Tegel Airfield", 9, 100, 100),
    place("Reichstag", 2, 400, 100),
    place("Berlin", 1, 400, 400),
  ]);
});

test("a hex is told by the house that its note mentions, not by a name that stands nearer", () => {
  const labels = [
    { text: "S-Bahn viaduct", x: 100, y: 80 },
    { text: "Bridge-head House East", x: 100, y: 260 },
  ];
  const fight = { ...place("I5", 19, 100, 100), note: "Bridge-head House East: stone building, TEM +3" };
  expect(toldByName([fight], labels, 30)).toEqual([place("Bridge-head House East", 19, 100, 260)]);
});
