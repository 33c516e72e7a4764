// What changed of a table, applied to the table before: src/sandtable/server/patches.py says what a patch holds.

import type { Shown, ShownPatch, Table, TablePatch } from "./types";

type Lists = "pieces" | "panels" | "overlays" | "lines";

function patched<T extends { id: string }>(old: readonly T[] | undefined, patch: TablePatch, name: Lists): T[] {
  const gone = new Set(patch.gone?.[name]);
  const kept = new Map((old ?? []).filter((one) => !gone.has(one.id)).map((one) => [one.id, one]));
  for (const one of (patch[name] ?? []) as unknown as T[]) kept.set(one.id, one);
  const order = patch.order?.[name];
  return order ? order.flatMap((id) => kept.get(id) ?? []) : [...kept.values()];
}

function touches(patch: TablePatch, name: Lists): boolean {
  return Boolean(patch[name] ?? patch.gone?.[name] ?? patch.order?.[name]);
}

export function applyPatch(old: Shown, patch: ShownPatch): Shown {
  const changes = patch.table ?? {};
  const table: Table = { ...old.table, ...(changes.set as Partial<Table> | undefined) };
  if (touches(changes, "pieces")) table.pieces = patched(old.table.pieces, changes, "pieces");
  if (touches(changes, "panels")) table.panels = patched(old.table.panels, changes, "panels");
  if (touches(changes, "overlays")) table.overlays = patched(old.table.overlays, changes, "overlays");
  if (touches(changes, "lines")) table.lines = patched(old.table.lines, changes, "lines");
  return { ...old, ...(patch.set as Partial<Shown> | undefined), table };
}
