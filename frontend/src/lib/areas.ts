import { inside } from './geometry';
import type { BoardInfo, Place, Point } from './types';

/** How the pieces and tokens of an area lie: middles, in the order they were given. */
export interface Arrangement {
  pieces: Point[];
  beams: Point[];
  smalls: Point[];
}
interface Shape {
  width: number;
  height: number;
  spots: Point[];
  price: number;
}

const CELL = 7;
const BEAM = 0.34;
const SMALL = 0.5;
/** How far apart blocks lie, in their own size: side by side, leaning on each other, or hiding half. */
const STEPS: [number, number][] = [
  [1.06, 0],
  [0.82, 0.7],
  [0.58, 1.8],
];

/** What is inside an outline and what is printed there, as sums: any box is asked about in four steps. */
class Ground {
  readonly x0: number;
  readonly y0: number;
  readonly columns: number;
  readonly rows: number;
  private readonly within: Float32Array;
  private readonly print: Float32Array;

  constructor(place: Place) {
    const xs = place.outline!.map(([x]) => x);
    const ys = place.outline!.map(([, y]) => y);
    const pad = CELL * 6;
    this.x0 = Math.min(...xs) - pad;
    this.y0 = Math.min(...ys) - pad;
    this.columns = Math.ceil((Math.max(...xs) + pad - this.x0) / CELL);
    this.rows = Math.ceil((Math.max(...ys) + pad - this.y0) / CELL);
    this.within = this.sum((x, y) => (inside(place.outline!, x, y) ? 1 : 0));
    this.print = this.sum((x, y) => (place.clear.some(([l, t, r, b]) => x > l && x < r && y > t && y < b) ? 1 : 0));
  }

  private sum(value: (x: number, y: number) => number): Float32Array {
    const wide = this.columns + 1;
    const found = new Float32Array(wide * (this.rows + 1));
    for (let row = 0; row < this.rows; row++) {
      let line = 0;
      for (let column = 0; column < this.columns; column++) {
        line += value(this.x0 + (column + 0.5) * CELL, this.y0 + (row + 0.5) * CELL);
        found[(row + 1) * wide + column + 1] = found[row * wide + column + 1]! + line;
      }
    }
    return found;
  }
  private box(sums: Float32Array, c0: number, r0: number, c1: number, r1: number): number {
    const wide = this.columns + 1;
    return sums[r1 * wide + c1]! - sums[r0 * wide + c1]! - sums[r1 * wide + c0]! + sums[r0 * wide + c0]!;
  }

  /** The best middle for a box, and its price: leaving the area is dear, covering print less so. */
  settle(width: number, height: number, home: Point): { at: Point; price: number } {
    const w = Math.min(this.columns, Math.max(1, Math.round(width / CELL)));
    const h = Math.min(this.rows, Math.max(1, Math.round(height / CELL)));
    let best = { at: home, price: Infinity };
    for (let row = 0; row + h <= this.rows; row++) {
      for (let column = 0; column + w <= this.columns; column++) {
        const out = 1 - this.box(this.within, column, row, column + w, row + h) / (w * h);
        const hidden = this.box(this.print, column, row, column + w, row + h) * CELL * CELL;
        const x = this.x0 + (column + w / 2) * CELL;
        const y = this.y0 + (row + h / 2) * CELL;
        const price = out * 7 + hidden / 1500 + Math.hypot(x - home[0], y - home[1]) / 160;
        if (price < best.price) best = { at: [x, y], price };
      }
    }
    return best;
  }
}

/** Rows of so many, from the upper left; the last row is centred. */
function grid(count: number, columns: number, step: number, size: number): Shape {
  const rows = Math.ceil(count / columns);
  const wide = size + (Math.min(columns, count) - 1) * step;
  const spots: Point[] = [];
  for (let i = 0; i < count; i++) {
    const row = Math.floor(i / columns);
    const mates = Math.min(columns, count - row * columns);
    const left = -((mates - 1) * step) / 2;
    spots.push([left + (i - row * columns) * step, (row - (rows - 1) / 2) * step]);
  }
  return { width: wide, height: size + (rows - 1) * step, spots, price: 0 };
}

/** Two sides next to each other, across or down. */
function beside(a: Shape, b: Shape, gap: number, down: boolean): Shape {
  const width = down ? Math.max(a.width, b.width) : a.width + b.width + gap;
  const height = down ? a.height + b.height + gap : Math.max(a.height, b.height);
  const shift = (shape: Shape, way: number) =>
    shape.spots.map(([x, y]): Point =>
      down ? [x, y + (way * (height - shape.height)) / 2] : [x + (way * (width - shape.width)) / 2, y],
    );
  return { width, height, spots: [...shift(a, -1), ...shift(b, 1)], price: a.price };
}

function shapes(groups: number[], size: number): Shape[] {
  const found: Shape[] = [];
  for (const [step, price] of STEPS) {
    const ways = groups.map((count) => {
      const columns = [...new Set([1, 2, 3, 4, Math.ceil(Math.sqrt(count))])].filter(
        (n) => n <= count && count / n <= 4.01,
      );
      return (columns.length > 0 ? columns : [Math.ceil(Math.sqrt(count))]).map((n) =>
        grid(count, n, step * size, size),
      );
    });
    let whole: Shape[] = ways[0] ?? [{ width: 0, height: 0, spots: [], price: 0 }];
    for (const next of ways.slice(1)) {
      whole = whole.flatMap((a) =>
        next.flatMap((b) => [beside(a, b, size * 0.14, false), beside(a, b, size * 0.14, true)]),
      );
    }
    found.push(...whole.map((shape) => ({ ...shape, price })));
    if (groups.every((count) => count === 1)) break;
  }
  return found;
}

/** Lays out areas; what it found once it keeps. */
export class Areas {
  private readonly grounds = new Map<string, Ground>();
  private readonly known = new Map<string, Arrangement>();

  constructor(readonly board: BoardInfo) {}

  /** Pieces of each side by themselves, lines over them, small things under them. */
  arrange(place: Place, groups: number[], beams: number, smalls: number): Arrangement {
    const key = [place.id, groups.join('+'), beams, smalls].join(' ');
    const found = this.known.get(key) ?? this.find(place, groups, beams, smalls);
    this.known.set(key, found);
    return found;
  }

  private find(place: Place, groups: number[], beams: number, smalls: number): Arrangement {
    const size = this.board.counter;
    const ground = this.grounds.get(place.id) ?? new Ground(place);
    this.grounds.set(place.id, ground);
    const over = beams * size * BEAM;
    const under = smalls > 0 ? size * SMALL : 0;
    const row = Math.max(beams > 0 ? size : 0, smalls * size * SMALL);
    let best: { shape: Shape; at: Point } | null = null;
    let least = Infinity;
    for (const shape of shapes(groups, size)) {
      const { at, price } = ground.settle(Math.max(shape.width, row), shape.height + over + under, [
        place.x,
        place.y,
      ]);
      if (price + shape.price < least) [best, least] = [{ shape, at }, price + shape.price];
    }
    const [x, y] = best!.at;
    const top = y - (best!.shape.height + over + under) / 2;
    const middle = top + over + best!.shape.height / 2;
    const foot = middle + best!.shape.height / 2 + under / 2;
    return {
      pieces: best!.shape.spots.map(([dx, dy]): Point => [x + dx, middle + dy]),
      beams: Array.from({ length: beams }, (_, i): Point => [x, top + (i + 0.5) * size * BEAM]),
      smalls: Array.from({ length: smalls }, (_, i): Point => [x + (i - (smalls - 1) / 2) * size * SMALL, foot]),
    };
  }
}
