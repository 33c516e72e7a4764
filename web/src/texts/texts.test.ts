// @vitest-environment node
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "svelte/compiler";
import { expect, test } from "vitest";
import { de } from "./de";
import { en } from "./en";

// What the client says stands in the catalogues: no component has words of its own, and none is missing in a language.

/** Names of keys, commands and formats, which are the same in every language. */
const SAME =
  /^(Sandtable|Aa|Esc(ape)?|Tab|Shift|Enter|Arrow(Left|Right|Up|Down)|TXT|HTML|DR|px[,)]?|translate\(|sandtable verify( FILE)?)$/;
const SPOKEN = new Set(["aria-label", "title", "label", "placeholder", "alt"]);
/** Games draw their own words, those of their components. */
const OWN = /^(games|faces|art)$/;

function components(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return OWN.test(entry.name) ? [] : components(path);
    return entry.name.endsWith(".svelte") ? [path] : [];
  });
}

/** A string in code that a person would read: it begins like a sentence, or has words with spaces between. */
const LIKE_A_TEXT = /^[A-Z][a-z]+( [A-Za-z]|[.?!…]?$)|^[a-z]{2,}( [a-z]{2,})+[.?!…]?$/;

interface Part {
  type: string;
  expression?: unknown;
}

/** What an expression in the markup may put there as it is: `{on ? "total" : t.close}`. */
function results(expression: unknown): string[] {
  const one = expression as { type: string; value?: unknown; consequent?: unknown; alternate?: unknown };
  if (one.type === "ConditionalExpression") return [...results(one.consequent), ...results(one.alternate)];
  return one.type === "Literal" && typeof one.value === "string" ? [one.value] : [];
}

/** The words that stand in a component: in its markup, and in strings of the code there. */
function words(source: string): string[] {
  const found: string[] = [];
  const note = (text: string): void => {
    const told = text.replace(/\s+/g, " ").trim();
    if (/[A-Za-z]{2}/.test(told) && !SAME.test(told)) found.push(told);
  };
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) node.forEach(visit);
    if (!node || typeof node !== "object" || Array.isArray(node)) return;
    const one = node as { type?: string; data?: string; value?: unknown; name?: string; nodes?: Part[] };
    const shown = [
      ...(one.nodes ?? []),
      ...(one.type === "Attribute" && SPOKEN.has(one.name ?? "") ? [one.value] : []),
    ];
    for (const { type, expression } of shown.flat() as Part[])
      if (type === "ExpressionTag")
        results(expression)
          .filter((text) => !LIKE_A_TEXT.test(text))
          .forEach(note);
    if (one.type === "Text") note(one.data ?? "");
    else if (one.type === "Literal") {
      if (typeof one.value === "string" && LIKE_A_TEXT.test(one.value)) note(one.value);
    } else if (one.type === "Attribute" && !SPOKEN.has(one.name ?? "")) return;
    else for (const [key, inner] of Object.entries(one)) if (key !== "metadata") visit(inner);
  };
  visit(parse(source, { modern: true }).fragment);
  return found;
}

test("no component has words of its own", () => {
  const found = components("src").flatMap((path) =>
    words(readFileSync(path, "utf8")).map((text) => `${path}: ${text}`),
  );
  expect(found).toEqual([]);
});

test("words in the markup of a component are found", () => {
  const source = `<p title="Rule {id}">Go on <kbd>Tab</kbd></p><b aria-label={t.close} class="a b">{on ? "total" : t.close}{on ? "Stop it" : ""}</b><i title={on ? "away" : t.all}></i>`;
  expect(words(source).sort()).toEqual(["Go on", "Rule", "Stop it", "away", "total"]);
});

test("every language has every text, and none is left in English", () => {
  expect(Object.keys(de).sort()).toEqual(Object.keys(en).sort());
  const same = Object.entries(en).filter(
    ([key, text]) => typeof text === "string" && de[key as keyof typeof en] === text,
  );
  expect(same.map(([key]) => key).filter((key) => !/^(start|normal|passkeys|buchholz)$/.test(key))).toEqual([]);
});
