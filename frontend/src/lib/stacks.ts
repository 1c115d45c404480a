import type { PieceAt, Token } from './types';

/** Pieces by the place they lie in, lowest first. */
export function stacks(pieces: readonly PieceAt[]): Map<string, PieceAt[]> {
  const found = new Map<string, PieceAt[]>();
  for (const piece of pieces) {
    const stack = found.get(piece.at);
    if (stack) stack.push(piece);
    else found.set(piece.at, [piece]);
  }
  return found;
}

export function tokensBy(tokens: readonly Token[]): Map<string, Token[]> {
  const found = new Map<string, Token[]>();
  for (const token of tokens) found.set(token.at, [...(found.get(token.at) ?? []), token]);
  return found;
}

/** The pieces of now, each as the object of before where nothing about it has changed: nothing is then drawn anew. */
export function unchanged(before: readonly PieceAt[], now: readonly PieceAt[]): PieceAt[] {
  const known = new Map(before.map((piece) => [piece.id, piece]));
  return now.map((piece) => {
    const old = known.get(piece.id);
    return old && JSON.stringify(old) === JSON.stringify(piece) ? old : piece;
  });
}

/** The place of every piece. */
export const whereabouts = (pieces: readonly PieceAt[]): Map<string, string> =>
  new Map(pieces.map((piece) => [piece.id, piece.at]));

/** How far a counter lies from the middle of its place: stacks climb to the upper right, higher ones more tightly. */
export function lean(index: number, height: number, counter: number): [number, number] {
  const step = counter * Math.min(0.11, 0.33 / Math.max(1, height - 1));
  const middle = (height - 1) / 2;
  return [(index - middle) * step, (middle - index) * step];
}

/** Where the tokens of a place lie: around the counter, from the upper right. */
export function corner(index: number, counter: number): [number, number] {
  return [counter * (index % 2 === 0 ? 0.5 : -0.5), counter * (index % 4 < 2 ? -0.55 : 0.55)];
}
