import type { Box, Camera } from './geometry';
import type { BoardInfo, PieceAt, Place } from './types';

/** How wide a counter should be on the screen, in pixels, for its numbers to be read. */
const READABLE = 47;
const READABLE_ON_A_PHONE = 44;
/** The part of that size which numbers can still be made out at. */
const LEGIBLE = 0.82;
/** How many counters away an enemy still makes a front. */
const FRONT = 4.5;

/** The zoom at which a table opens. */
export const readable = (board: BoardInfo, width: number): number =>
  (width > 700 ? READABLE : READABLE_ON_A_PHONE) / board.counter;

/** The zoom at which places far apart are shown together, and no smaller, but by the player's own hand. */
export const farthest = (board: BoardInfo, width: number, k: number): number =>
  Math.min(k, readable(board, width) * LEGIBLE);

export const holds = (box: Box, x: number, y: number, margin = 0): boolean =>
  x > box.x0 - margin && x < box.x1 + margin && y > box.y0 - margin && y < box.y1 + margin;

export const contains = (outer: Box, inner: Box): boolean =>
  inner.x0 >= outer.x0 && inner.x1 <= outer.x1 && inner.y0 >= outer.y0 && inner.y1 <= outer.y1;

/** The box with a part of its size added on every side: what is drawn, so that a pan need not draw at once. */
export function grown(box: Box, part: number): Box {
  const [w, h] = [(box.x1 - box.x0) * part, (box.y1 - box.y0) * part];
  return { x0: box.x0 - w, y0: box.y0 - h, x1: box.x1 + w, y1: box.y1 + h };
}

const area = (box: Box) => Math.max(0, box.x1 - box.x0) * Math.max(0, box.y1 - box.y0);

/** What is left of a window when cards lie over it: each card takes the side that costs least. */
export function free(window: Box, cards: readonly Box[]): Box {
  let left = window;
  for (const card of cards) {
    if (card.x0 >= left.x1 || card.x1 <= left.x0 || card.y0 >= left.y1 || card.y1 <= left.y0) continue;
    const cuts: Box[] = [
      { ...left, x1: card.x0 },
      { ...left, x0: card.x1 },
      { ...left, y1: card.y0 },
      { ...left, y0: card.y1 },
    ];
    left = cuts.reduce((best, one) => (area(one) > area(best) ? one : best));
  }
  return left;
}

/** The camera that shows a point of the board in the middle of a box of the screen. */
export const looking = (k: number, x: number, y: number, box: Box): Camera => ({
  k,
  x: (box.x0 + box.x1) / 2 - x * k,
  y: (box.y0 + box.y1) / 2 - y * k,
});

/** Where most of these places are seen at once in a box of the board of this size: the place nearest their middle. */
export function crowded(places: readonly Place[], width: number, height: number): Place | null {
  // of very many, a sample: this is asked at every click
  const some = places.length > 120 ? places.filter((_, i) => i % Math.ceil(places.length / 120) === 0) : places;
  const about = (one: Place) =>
    some.filter((other) => Math.abs(other.x - one.x) < width / 2 && Math.abs(other.y - one.y) < height / 2);
  const best = some.map(about).reduce((most, one) => (one.length > most.length ? one : most), [] as Place[]);
  if (best.length === 0) return null;
  const x = best.reduce((sum, one) => sum + one.x, 0) / best.length;
  const y = best.reduce((sum, one) => sum + one.y, 0) / best.length;
  const far = (one: Place) => Math.hypot(one.x - x, one.y - y);
  return best.reduce((nearest, one) => (far(one) < far(nearest) ? one : nearest));
}

/** The places with an enemy of this side nearby: where the action is. */
export function atTheFront(
  places: readonly Place[],
  board: BoardInfo,
  pieces: readonly PieceAt[],
  side: string,
  find: (id: string) => Place | undefined,
): Place[] {
  const enemies = [...new Set(pieces.filter((piece) => piece.side !== side).map((piece) => piece.at))]
    .map(find)
    .filter((one): one is Place => one !== undefined && one.board === board.id && one.kind !== 'box');
  const near = board.counter * FRONT;
  return places.filter((one) => enemies.some((enemy) => Math.hypot(enemy.x - one.x, enemy.y - one.y) < near));
}
