// The table as this player sees it: what lies on it, what is asked, and what was said last. It is drawn from here; it sends nothing.

import type { Greeting } from "./greeting";
import { unitOf } from "./layout";
import type { Known } from "./story";
import { spoken } from "./text";
import type { Id, Panel, Piece, Row, Segment, Shown, ShownLine, ShownOption, Space } from "./types";
import { unpacked } from "./unpack";

export interface Notice {
  text: string;
  rule: string;
  tone: "info" | "bad";
}

export class Tabletop {
  hello = $state.raw<Greeting | null>(null);
  live = $state.raw<Shown | null>(null);
  /** The table at an earlier step, while one looks back. */
  past = $state.raw<Shown | null>(null);
  journal = $state.raw<ShownLine[]>([]);
  seats = $state.raw<Greeting["seats"]>([]);
  /** When the owner closed the match: it can be looked at, and not played on. */
  closed = $state("");

  notice = $state.raw<Notice | null>(null);
  /** What a screen reader says next. */
  announce = $state("");

  shown = $derived(this.past ?? this.live);
  table = $derived(this.shown?.table ?? null);
  decision = $derived(this.past ? null : (this.live?.decision ?? null));
  /** A bot plays the seat we look through: we watch until we take it back. */
  replaced = $derived(this.seats.some((one) => one.seat === this.live?.seat && one.player !== "human"));
  options = $derived<ShownOption[]>(
    this.replaced || this.closed ? [] : unpacked(this.decision, this.hello?.names ?? {}),
  );
  mine = $derived(this.options.length > 0);
  /** What the question is about: its pieces lie on top of their stacks and are framed. */
  about = $derived<Id[]>(
    this.mine ? (this.decision?.prompt ?? []).flatMap((part) => (typeof part === "string" ? [] : [part.ref])) : [],
  );
  spaces = $derived(new Map<Id, Space>((this.hello?.board.spaces ?? []).map((space) => [space.id, space])));
  unit = $derived(this.hello ? unitOf(this.hello.board) : 0);
  pieces = $derived(new Map<Id, Piece>((this.table?.pieces ?? []).map((piece) => [piece.id, piece])));
  panels = $derived(new Map<Id, Panel>((this.table?.panels ?? []).map((panel) => [panel.id, panel])));
  /** The space in which that stands of which the question speaks. */
  standing = $derived.by<Space | undefined>(() => {
    const places = this.about.flatMap((id) => this.spaces.get(this.pieces.get(id)?.where ?? id) ?? []);
    return places[0];
  });
  rows = $derived(
    new Map<Id, Row>(
      (this.table?.panels ?? []).flatMap((panel) =>
        (panel.rows ?? []).flatMap((row) => (row.ref ? [[row.ref, row] as [Id, Row]] : [])),
      ),
    ),
  );

  /** What a story needs to know of the table. */
  known: Known = {
    isSpace: (id) => this.spaces.has(id),
    isPiece: (id) => this.pieces.has(id) || Boolean(this.hello?.names[id] && !this.spaces.has(id)),
    whereIs: (id) => {
      const where = this.pieces.get(id)?.where;
      return where && this.spaces.has(where) ? where : null;
    },
    name: (id) => this.name(id),
  };

  onTable = (id: Id): boolean => {
    const piece = this.pieces.get(id);
    if (piece) return this.spaces.has(piece.where) || this.panels.has(piece.where);
    return this.spaces.has(id) || this.rows.has(id);
  };

  name(id: Id): string {
    return (
      this.pieces.get(id)?.label ||
      this.hello?.names[id] ||
      this.spaces.get(id)?.label ||
      this.rows.get(id)?.label ||
      id
    );
  }

  /** What the key of a value, a kind or a tag is called. */
  keyName(sort: "value" | "kind" | "tag", key: string): string {
    return this.hello?.names[`${sort}.${key}`] ?? spoken(key);
  }

  prompt(): Segment[] {
    return this.decision?.prompt ?? [];
  }

  say(text: string): void {
    this.notice = { text, rule: "", tone: "info" };
    this.announce = text;
  }
}

/** What came, went, or changed between two tables. */
export function changedPieces(before: Shown | null, after: Shown): Id[] {
  if (!before) return [];
  const old = new Map(before.table.pieces.map((piece) => [piece.id, piece]));
  return after.table.pieces
    .filter((piece) => {
      const was = old.get(piece.id);
      if (was?.where !== piece.where) return true;
      return (
        JSON.stringify(was.values) !== JSON.stringify(piece.values) ||
        JSON.stringify(was.drawing) !== JSON.stringify(piece.drawing) ||
        JSON.stringify(was.badges) !== JSON.stringify(piece.badges)
      );
    })
    .map((piece) => piece.id);
}
