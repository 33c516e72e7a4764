import type { PrintedClause } from "./types";

/** Whether a printed section is the wanted one or lies below it: 2.9 has 2.9.1 and "2.9 Divert", not 2.91. */
function leadsTo(section: string, wanted: string): boolean {
  return section === wanted || section.startsWith(`${wanted}.`) || section.startsWith(`${wanted} `);
}

/** The clauses of a section of the printed rulebook; if it has no such section, those that hold all the words. */
export function searched(all: PrintedClause[], words: string): PrintedClause[] {
  const wanted = words.trim().toLowerCase();
  if (!wanted) return all;
  const printed = all.filter((one) => one.printed.some((section) => leadsTo(section.toLowerCase(), wanted)));
  if (printed.length) return printed;
  const parts = wanted.split(/\s+/);
  return all.filter((one) => {
    const text = `${one.id} ${one.chapter} ${one.text} ${one.printed.join(" ")}`.toLowerCase();
    return parts.every((part) => text.includes(part));
  });
}
