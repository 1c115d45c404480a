import type { Badge, PieceAt } from './types';
import type { TableIndex } from './tableindex';

/** What a counter shows besides its face. */
export interface Dress {
  piece: PieceAt;
  index: TableIndex;
  lit?: boolean;
  held?: boolean;
  glow?: boolean;
  tone?: string;
}

export function describe(piece: PieceAt, index: TableIndex): string {
  const marked = piece.markers.map((id) => index.markers.get(id)?.name ?? '').filter(Boolean);
  if (piece.hidden)
    return [`${index.backs.get(piece.back)?.name ?? index.sideName(piece.side)}, face down`, piece.note, ...marked]
      .filter(Boolean)
      .join('; ');
  const known = index.pieces.get(piece.id);
  const face = known?.faces[piece.face] ?? known?.faces[0];
  const marks = [
    ...piece.markers.map((id) => index.markers.get(id)),
    ...piece.flags.map((id) => index.flags.get(id)),
  ];
  return [face?.label ?? piece.id, ...marks.filter((mark): mark is Badge => !!mark).map((mark) => mark.name)].join(
    ', ',
  );
}
