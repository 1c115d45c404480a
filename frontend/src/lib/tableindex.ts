import { PlaceFinder } from './geometry';
import type { Back, BoardInfo, Chit, Badge, Piece, Place, Side, Table } from './types';

/** The table by ids. Made once a game. */
export class TableIndex {
  readonly places: Map<string, Place>;
  readonly pieces: Map<string, Piece>;
  readonly backs: Map<string, Back>;
  readonly chits: Map<string, Chit>;
  readonly markers: Map<string, Badge>;
  readonly flags: Map<string, Badge>;
  readonly sides: Map<string, Side>;
  readonly finders: Map<string, PlaceFinder>;

  constructor(readonly table: Table) {
    const by = <T extends { id: string }>(list: readonly T[]) => new Map(list.map((one) => [one.id, one]));
    this.places = by(table.places);
    this.pieces = by(table.pieces);
    this.backs = by(table.backs);
    this.chits = by(table.chits);
    this.markers = by(table.markers);
    this.flags = by(table.flags);
    this.sides = by(table.sides);
    this.finders = new Map(table.boards.map((board) => [board.id, new PlaceFinder(table.places, board)]));
  }

  board(id: string): BoardInfo | undefined {
    return this.table.boards.find((board) => board.id === id);
  }
  /** A hex or an area is best known by its number, a town by both. */
  placeName(id: string): string {
    const place = this.places.get(id);
    if (!place?.name) return id;
    const numbered = place.kind === 'hex' || (place.kind === 'area' && /^\d/.test(id));
    return numbered ? `${place.name} (${id})` : place.name;
  }
  pieceName(id: string): string {
    return this.pieces.get(id)?.name ?? 'Unknown unit';
  }
  /** How a word of an action is shown on a button. */
  word(id: string): string {
    return this.chits.get(id)?.name ?? this.pieces.get(id)?.name ?? (this.places.has(id) ? this.placeName(id) : id);
  }
  /** Whether a search finds it: by its id, its name or its formation. */
  fits(id: string, query: string): boolean {
    const words = `${id} ${this.word(id)} ${this.pieces.get(id)?.group ?? ''}`.toLowerCase();
    return query
      .toLowerCase()
      .split(/\s+/)
      .every((part) => words.includes(part));
  }
  sideName(id: string): string {
    return this.sides.get(id)?.name ?? id;
  }
}
