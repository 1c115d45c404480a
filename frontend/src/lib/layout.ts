import type { Areas } from './areas';
import { corner, lean } from './stacks';
import type { TableIndex } from './tableindex';
import type { BoardInfo, PieceAt, Place, Point, Token } from './types';

/** Where everything lies on a board. */
export interface Laid {
  pieces: { piece: PieceAt; x: number; y: number }[];
  tokens: { token: Token; x: number; y: number }[];
  /** The stacks of more than one, and where their height is told; loose ones lie side by side and can be counted. */
  stacks: { at: string; x: number; y: number; height: number; loose: boolean }[];
}

type ByPlace<T> = ReadonlyMap<string, readonly T[]>;

export const EMPTY: Laid = { pieces: [], tokens: [], stacks: [] };

export function layOut(
  board: BoardInfo,
  areas: Areas,
  index: TableIndex,
  stacks: ByPlace<PieceAt>,
  tokens: ByPlace<Token>,
): Laid {
  const laid: Laid = { pieces: [], tokens: [], stacks: [] };
  for (const id of new Set([...stacks.keys(), ...tokens.keys()])) {
    const place = index.places.get(id);
    if (!place || place.board !== board.id) continue;
    const stack = stacks.get(id) ?? [];
    const lying = tokens.get(id) ?? [];
    if (place.outline === null) inStacks(laid, place, board.counter, stack, lying);
    else inAreas(laid, place, areas, board.counter, stack, lying);
  }
  return laid;
}

function inStacks(
  laid: Laid,
  place: Place,
  counter: number,
  stack: readonly PieceAt[],
  lying: readonly Token[],
): void {
  stack.forEach((piece, i) => {
    const [dx, dy] = lean(i, stack.length, counter);
    laid.pieces.push({ piece, x: place.x + dx, y: place.y + dy });
  });
  lying.forEach((token, i) => {
    const [dx, dy] = place.kind === 'mark' ? [0, 0] : corner(i, counter);
    laid.tokens.push({ token, x: place.x + dx, y: place.y + dy });
  });
  if (stack.length < 2) return;
  const [dx, dy] = lean(0, stack.length, counter);
  // the lower left corner of the lowest counter: markers lie at the top, tokens at the right
  laid.stacks.push({
    at: place.id,
    x: place.x + dx - counter * 0.47,
    y: place.y + dy + counter * 0.1,
    height: stack.length,
    loose: false,
  });
}

function inAreas(
  laid: Laid,
  place: Place,
  areas: Areas,
  counter: number,
  stack: readonly PieceAt[],
  lying: readonly Token[],
): void {
  const sides = [...new Set(stack.map((piece) => piece.side))];
  const sorted = sides.map((side) => stack.filter((piece) => piece.side === side));
  const beams = lying.filter((token) => token.kind === 'beam');
  const smalls = lying.filter((token) => token.kind !== 'beam');
  const spots = areas.arrange(
    place,
    sorted.map((group) => group.length),
    beams.length,
    smalls.length,
  );
  const at = (spot: Point | undefined) => ({ x: spot![0], y: spot![1] });
  sorted.flat().forEach((piece, i) => laid.pieces.push({ piece, ...at(spots.pieces[i]) }));
  let first = 0;
  for (const group of sorted) {
    const { x, y } = at(spots.pieces[first]);
    first += group.length;
    if (group.length < 2) continue;
    const side = `${place.id} ${group[0]!.side}`;
    laid.stacks.push({ at: side, x: x - counter * 0.4, y: y - counter * 0.4, height: group.length, loose: true });
  }
  beams.forEach((token, i) => laid.tokens.push({ token, ...at(spots.beams[i]) }));
  smalls.forEach((token, i) => laid.tokens.push({ token, ...at(spots.smalls[i]) }));
}

/** Names that counters lie on: told again above the place. Where areas have outlines, counters keep clear of print. */
export function covered(
  index: TableIndex,
  board: BoardInfo,
  stacks: ByPlace<PieceAt>,
): { id: string; name: string; x: number; y: number }[] {
  const found: { id: string; name: string; x: number; y: number }[] = [];
  const counter = board.counter;
  for (const [id, stack] of stacks) {
    const place = index.places.get(id);
    if (!place?.name || place.board !== board.id || place.outline !== null || place.kind !== 'hex') continue;
    const [, dy] = lean(stack.length - 1, stack.length, counter);
    found.push({ id, name: place.name, x: place.x, y: place.y + dy - counter * 0.58 });
  }
  return found;
}

/** Where the sides stand, as path data of small squares: for the minimap. */
export function standing(
  index: TableIndex,
  board: BoardInfo,
  stacks: ByPlace<PieceAt>,
  size: number,
): [side: string, d: string][] {
  const paths = new Map<string, string>();
  for (const [id, stack] of stacks) {
    const place = index.places.get(id);
    if (!place || place.board !== board.id || place.kind === 'box') continue;
    const side = stack[stack.length - 1]!.side;
    const [x, y] = [(place.x - size / 2).toFixed(0), (place.y - size / 2).toFixed(0)];
    paths.set(side, `${paths.get(side) ?? ''}M${x},${y}h${size}v${size}h${-size}z`);
  }
  return [...paths];
}
