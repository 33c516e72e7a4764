// The little Markdown that rules and About pages use: headings, paragraphs, lists, tables, code, bold, italic, clause ids.

import { withClauses } from "./text";

export interface Inline {
  kind: "text" | "bold" | "italic" | "code" | "clause";
  text: string;
}

export type Block =
  | { kind: "heading"; level: number; lines: Inline[][] }
  | { kind: "paragraph" | "list"; lines: Inline[][] }
  | { kind: "table"; rows: Inline[][][] }
  | { kind: "code"; text: string };

export function inlines(text: string): Inline[] {
  const found: Inline[] = [];
  const plain = text.replace(/\[([^\]]+)\]\([^)]+\)/g, "$1");
  for (const part of plain.split(/(\*\*[^*]+\*\*|`[^`]+`|\*[^*\s][^*]*\*)/)) {
    if (!part) continue;
    if (part.startsWith("**") && part.endsWith("**") && part.length > 4)
      found.push(...markup("bold", part.slice(2, -2)));
    else if (part.startsWith("`") && part.endsWith("`") && part.length > 2)
      found.push({ kind: "code", text: part.slice(1, -1) });
    else if (part.startsWith("*") && part.endsWith("*") && part.length > 2)
      found.push(...markup("italic", part.slice(1, -1)));
    else found.push(...markup("text", part));
  }
  return found;
}

function markup(kind: "text" | "bold" | "italic", text: string): Inline[] {
  return withClauses(text).map((part) => ({ kind: part.clause ? "clause" : kind, text: part.text }));
}

export function blocks(text: string): Block[] {
  const found: Block[] = [];
  const lines = text.split("\n");
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? "";
    if (!line.trim()) continue;
    const heading = /^(#+)\s+(.*)$/.exec(line);
    if (heading) {
      found.push({ kind: "heading", level: heading[1]?.length ?? 1, lines: [inlines(heading[2] ?? "")] });
    } else if (line.startsWith("```")) {
      const inside: string[] = [];
      while (++at < lines.length && !lines[at]?.startsWith("```")) inside.push(lines[at] ?? "");
      found.push({ kind: "code", text: inside.join("\n") });
    } else if (/^\s*\|/.test(line)) {
      const rows: Inline[][][] = [];
      for (; at < lines.length && /^\s*\|/.test(lines[at] ?? ""); at++) {
        const cells = (lines[at] ?? "")
          .trim()
          .replace(/^\||\|$/g, "")
          .split("|")
          .map((cell) => cell.trim());
        if (!cells.every((cell) => /^:?-+:?$/.test(cell))) rows.push(cells.map(inlines));
      }
      at--;
      found.push({ kind: "table", rows });
    } else if (/^\s*[-*]\s+/.test(line)) {
      const items: string[] = [];
      for (; at < lines.length && lines[at]?.trim(); at++) {
        const item = /^\s*[-*]\s+(.*)$/.exec(lines[at] ?? "");
        if (item) items.push(item[1] ?? "");
        else items.push(`${items.pop() ?? ""} ${(lines[at] ?? "").trim()}`);
      }
      found.push({ kind: "list", lines: items.map(inlines) });
    } else {
      const paragraph = [line.trim()];
      while (at + 1 < lines.length && lines[at + 1]?.trim() && !/^(#|\||\s*[-*]\s|```)/.test(lines[at + 1] ?? ""))
        paragraph.push((lines[++at] ?? "").trim());
      found.push({ kind: "paragraph", lines: [inlines(paragraph.join(" "))] });
    }
  }
  return found;
}
