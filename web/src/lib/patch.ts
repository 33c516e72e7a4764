// What changed of a table, applied to the table before: src/sandtable/server/patches.py says what a patch holds.

import type { Overlay, Shown, ShownPatch, Table, TablePatch } from "./types";

type Lists = "pieces" | "panels" | "overlays" | "lines";

function patched<T extends { id: string }>(old: readonly T[] | undefined, patch: TablePatch, name: Lists): T[] {
  const gone = new Set(patch.gone?.[name]);
  const kept = new Map((old ?? []).filter((one) => !gone.has(one.id)).map((one) => [one.id, one]));
  for (const [id, fields] of Object.entries(patch.changes?.[name] ?? {})) change(kept, id, fields as Partial<T>);
  // Of what is new, each is told by what differs from the one before it.
  let last = {} as T;
  for (const fields of patch.new?.[name] ?? []) {
    last = { ...last, ...(fields as Partial<T>) };
    kept.set(last.id, last);
  }
  const order = patch.order?.[name];
  return order ? order.flatMap((id) => kept.get(id) ?? []) : [...kept.values()];
}

function change<T>(kept: Map<string, T>, id: string, fields: Partial<T>): void {
  const was = kept.get(id);
  if (was !== undefined) kept.set(id, { ...was, ...fields });
}

function touches(patch: TablePatch, name: Lists): boolean {
  return Boolean(patch.new?.[name] ?? patch.changes?.[name] ?? patch.gone?.[name] ?? patch.order?.[name]);
}

/** Overlays with the spaces that came to them, and without those that went. */
function respaced(overlays: readonly Overlay[], patch: TablePatch): Overlay[] {
  return overlays.map((overlay) => {
    const { plus = [], minus = [] } = patch.spaces?.[overlay.id] ?? {};
    if (!plus.length && !minus.length) return overlay;
    const gone = new Set(minus);
    return { ...overlay, spaces: [...overlay.spaces.filter((space) => !gone.has(space)), ...plus] };
  });
}

export function applyPatch(old: Shown, patch: ShownPatch): Shown {
  const changes = patch.table ?? {};
  const table: Table = { ...old.table, ...(changes.set as Partial<Table> | undefined) };
  if (touches(changes, "pieces")) table.pieces = patched(old.table.pieces, changes, "pieces");
  if (touches(changes, "panels")) table.panels = patched(old.table.panels, changes, "panels");
  if (touches(changes, "overlays")) table.overlays = patched(old.table.overlays, changes, "overlays");
  if (changes.spaces) table.overlays = respaced(table.overlays ?? [], changes);
  if (touches(changes, "lines")) table.lines = patched(old.table.lines, changes, "lines");
  return { ...old, ...(patch.set as Partial<Shown> | undefined), table };
}
