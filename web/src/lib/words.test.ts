import { expect, test } from "vitest";
import { understand } from "./command";
import { drawn, refsOf } from "./drawn";
import { asHtml, asText } from "./export";
import { blocks } from "./markdown";
import { parse } from "./router.svelte";
import { withClauses, short } from "./text";
import type { ShownLine, ShownOption } from "./types";

const NAMES = { "crew-07": "S/Sgt. Dominic Traversa", "enemy-12": "Fw 190 F1A #12", ball: "Ball Turret" };
const OPTIONS: ShownOption[] = [
  {
    option: ["attack", "crew-07", "enemy-12"],
    text: [{ ref: "crew-07", text: "Traversa" }, ": attack ", { ref: "enemy-12", text: "Fw 190" }],
  },
  { option: ["change", "crew-07", "ball"], text: ["Traversa: change to Ball Turret"] },
  { option: ["pass", "crew-07"], text: ["Traversa: pass"] },
];

test("typed commands: numbers, ids, names, part of words", () => {
  const chosen = (typed: string): unknown => {
    const command = understand(typed, OPTIONS, NAMES);
    return command.kind === "choose" ? command.option.option[0] : command.kind;
  };
  expect(chosen("2")).toBe("change");
  expect(chosen("attack crew-07 enemy-12")).toBe("attack");
  expect(chosen("att fw")).toBe("attack");
  expect(chosen("change ball")).toBe("change");
  expect(chosen("trav")).toBe("several");
  expect(chosen("bomb berlin")).toBe("none");
  expect(chosen("undo")).toBe("undo");
  expect(understand("wb-8.1", OPTIONS, NAMES)).toEqual({ kind: "rule", words: "wb-8.1" });
  expect(understand("why ball", OPTIONS, NAMES)).toEqual({ kind: "why", words: "ball" });
});

const line = (event: string, facts: Record<string, unknown> = {}): ShownLine => ({
  number: 0,
  step: 1,
  clause: "OB-8.4",
  event,
  text: ["Assault on ", { ref: "5014", text: "5014" }, " <b>"],
  facts,
});

test("dice, modifiers, success and references are read from the facts", () => {
  const facts = drawn({
    ...line("roll", { dice: [2, 5], modifiers: [[1, "OB-8.4.6", "built-up"], "no"], unit: "504" }),
    mark: "bad",
  });
  expect(facts).toEqual({ dice: [2, 5], modifiers: [[1, "OB-8.4.6", "built-up"]], shifts: [], success: false });
  expect(refsOf(line("x", { unit: "504", n: 3 }))).toEqual(["5014", "504"]);
  expect(drawn({ ...line("bomb_hit"), mark: "good" }).success).toBe(true);
});

test("exports hold the text and escape it for HTML", () => {
  expect(asText([line("x", { dice: [6] })])).toContain("Assault on 5014 <b> [6]  (OB-8.4)");
  expect(asHtml("a & b", [line("x")])).toContain("&lt;b&gt;");
  expect(asHtml("a & b", [line("x")])).not.toContain("<b>");
});

test("clause ids in text become links, ordinary words do not", () => {
  expect(
    withClauses("see WB-8.1, RV-A10.6 and the B-24")
      .filter((part) => part.clause)
      .map((part) => part.text),
  ).toEqual(["WB-8.1", "RV-A10.6"]);
});

test("a bracket stays in the line of the clause id in it", () => {
  expect(withClauses("a wall (WB-8.1), or none").map((part) => part.text)).toEqual([
    "a wall (\u2060",
    "WB-8.1",
    "\u2060), or none",
  ]);
});

test("the small Markdown", () => {
  const found = blocks(
    "# Title\n\nA **bold** `code` WB-1.2.\nsecond line\n\n- one\n  more\n- two\n\n| a | b |\n|---|---|\n| 1 | 2 |\n",
  );
  expect(found.map((block) => block.kind)).toEqual(["heading", "paragraph", "list", "table"]);
  const list = found[2];
  expect(list?.kind === "list" && list.lines).toHaveLength(2);
  expect(JSON.stringify(blocks("<script>alert(1)</script>"))).toContain("<script>");
});

test("addresses", () => {
  expect(parse("/match/abc", "", "#key=k1")).toEqual({ page: "match", match: "abc", key: "k1", step: null });
  expect(parse("/match/abc", "?key=k1", "")).toEqual({ page: "match", match: "abc", key: "k1", step: null });
  expect(parse("/rules/warbirds", "", "#WB-8.1")).toEqual({ page: "rules", game: "warbirds", clause: "WB-8.1" });
  expect(parse("/nowhere", "", "")).toEqual({ page: "home" });
});

test("a button does not say again what the question names", () => {
  const man = { ref: "crew-04", text: "T/Sgt. Calvin Burdette" };
  expect(short([man, " passes"], [man, ": choose an action"])).toBe("Passes");
  expect(short([man, " passes"], ["Who passes?"])).toBe("T/Sgt. Calvin Burdette passes");
  expect(short(["Attack ", man], [man, ": choose"])).toBe("Attack T/Sgt. Calvin Burdette");
  expect(short([man], [man])).toBe("T/Sgt. Calvin Burdette");
});
