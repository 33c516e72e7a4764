import { language } from "./language";
import { drawn } from "./drawn";
import { plain, signed } from "./text";
import type { ShownLine } from "./types";

function sums(line: ShownLine): string {
  const { dice, modifiers } = drawn(line);
  const rolled = dice.length ? ` [${dice.join(" ")}]` : "";
  const added = modifiers.map(([value, clause, reason]) => ` ${signed(value)} ${reason} (${clause})`).join(",");
  return rolled + added;
}

export function asText(lines: readonly ShownLine[]): string {
  return lines
    .map((line) => {
      const level = line.level ?? 0;
      const text = plain(line.text);
      if (level === 1) return `\n== ${text} ==`;
      if (level === 2) return `\n-- ${text} --`;
      return `${text}${sums(line)}${line.clause ? `  (${line.clause})` : ""}`;
    })
    .join("\n")
    .concat("\n");
}

const escaped = (text: string): string => text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");

export function asHtml(title: string, lines: readonly ShownLine[]): string {
  const body = lines
    .map((line) => {
      const level = line.level ?? 0;
      const text = escaped(plain(line.text));
      if (level) return `<h${level + 1}>${text}</h${level + 1}>`;
      return `<p>${text}${escaped(sums(line))}${line.clause ? ` <small>${escaped(line.clause)}</small>` : ""}</p>`;
    })
    .join("\n");
  return `<!doctype html><html lang="${language()}"><meta charset="utf-8"><title>${escaped(title)}</title><h1>${escaped(title)}</h1>\n${body}\n</html>\n`;
}

export function download(name: string, type: string, text: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
