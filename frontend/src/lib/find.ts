import type { TableIndex } from './tableindex';
import type { PieceAt } from './types';

/** A unit or a place that fits what was typed, and where it is. */
export interface Found {
  key: string;
  name: string;
  where: string;
  unit: string;
  place: string;
}

export const MOST_FOUND = 12;

const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** How well a text fits: by its beginning best, then by the beginning of a word, then anywhere. */
function rank(text: string, query: string): number {
  const folded = fold(text);
  if (folded === query) return 0;
  if (folded.startsWith(query)) return 1;
  if (folded.split(/[^\p{L}\p{N}]+/u).some((word) => word.startsWith(query))) return 2;
  return folded.includes(query) ? 3 : Infinity;
}

/** Units that are seen and places of the board, the best first; every word that was typed must fit. */
export function search(index: TableIndex, pieces: readonly PieceAt[], query: string): Found[] {
  const words = fold(query).split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const fits = (...texts: string[]) => {
    const ranks = words.map((word) => Math.min(...texts.map((text) => rank(text, word))));
    return Math.max(...ranks) === Infinity ? Infinity : ranks.reduce((sum, one) => sum + one, 0);
  };
  const found: (Found & { rank: number })[] = [];
  for (const piece of pieces) {
    if (piece.hidden) continue;
    const known = index.pieces.get(piece.id);
    const rank = fits(piece.id, known?.name ?? '', known?.group ?? '');
    const name = index.pieceName(piece.id);
    if (rank < Infinity)
      found.push({
        key: `unit ${piece.id}`,
        name,
        where: index.placeName(piece.at),
        unit: piece.id,
        place: piece.at,
        rank,
      });
  }
  for (const place of index.places.values()) {
    if (!place.board || place.kind === 'mark') continue;
    const rank = fits(place.id, place.name);
    if (rank < Infinity)
      found.push({
        key: `place ${place.id}`,
        name: index.placeName(place.id),
        where: place.ground,
        unit: '',
        place: place.id,
        // a name is more likely meant than a number
        rank: rank + (place.name ? 0 : 0.5),
      });
  }
  return found
    .sort((a, b) => a.rank - b.rank || a.name.length - b.name.length || a.name.localeCompare(b.name))
    .slice(0, MOST_FOUND);
}
