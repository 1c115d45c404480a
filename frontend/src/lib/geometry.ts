import type { BoardInfo, Place, Point } from './types';

export interface Camera {
  x: number;
  y: number;
  k: number;
}
export interface Box {
  x0: number;
  y0: number;
  x1: number;
  y1: number;
}

export const toWorld = (c: Camera, sx: number, sy: number): Point => [(sx - c.x) / c.k, (sy - c.y) / c.k];
export const toScreen = (c: Camera, x: number, y: number): Point => [x * c.k + c.x, y * c.k + c.y];

/** The same point of the board stays under the pointer. */
export function zoomAt(c: Camera, sx: number, sy: number, k: number): Camera {
  const [x, y] = toWorld(c, sx, sy);
  return { x: sx - x * k, y: sy - y * k, k };
}

/** The whole box in sight, in the middle. */
export function fit(box: Box, width: number, height: number, margin: number, most: number): Camera {
  const w = Math.max(1, box.x1 - box.x0);
  const h = Math.max(1, box.y1 - box.y0);
  const k = Math.min(most, Math.max(0.05, Math.min((width - 2 * margin) / w, (height - 2 * margin) / h)));
  return { x: width / 2 - ((box.x0 + box.x1) / 2) * k, y: height / 2 - ((box.y0 + box.y1) / 2) * k, k };
}

/** A board smaller than the window is centred, a larger one covers it, but for a margin. */
export function clamp(c: Camera, board: BoardInfo, width: number, height: number, margin = 80): Camera {
  const hold = (offset: number, size: number, room: number) => {
    if (size + 2 * margin <= room) return (room - size) / 2;
    return Math.min(margin, Math.max(room - size - margin, offset));
  };
  return { k: c.k, x: hold(c.x, board.width * c.k, width), y: hold(c.y, board.height * c.k, height) };
}

export function inside(outline: readonly Point[], x: number, y: number): boolean {
  let within = false;
  for (let i = 0, j = outline.length - 1; i < outline.length; j = i++) {
    const [xi, yi] = outline[i]!;
    const [xj, yj] = outline[j]!;
    if (yi > y !== yj > y && x < ((xj - xi) * (y - yi)) / (yj - yi) + xi) within = !within;
  }
  return within;
}

/** Path data of a place's outline. */
export function outlinePath(place: Place, board: BoardInfo): string {
  const points = place.outline ?? board.shape.map(([dx, dy]): Point => [place.x + dx, place.y + dy]);
  return 'M' + points.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join('L') + 'Z';
}

/** Where places of a set meet others that are not in it: shared pieces of outlines, as path data. */
export function frontPath(ids: Iterable<string>, places: readonly Place[]): string {
  const within = new Set(ids);
  const edges = new Map<string, number>();
  for (const place of places) {
    const points = place.outline ?? [];
    for (let i = 0, j = points.length - 1; i < points.length; j = i++) {
      const [a, b] = [points[j]!.join(','), points[i]!.join(',')];
      const key = a < b ? `M${a}L${b}` : `M${b}L${a}`;
      // 1 for one side of it in the set, 2 for one side out of it
      edges.set(key, (edges.get(key) ?? 0) | (within.has(place.id) ? 1 : 2));
    }
  }
  let d = '';
  for (const [edge, sides] of edges) if (sides === 3) d += edge;
  return d;
}

/** Finds the place under a point without two thousand elements: buckets of centres. */
export class PlaceFinder {
  private readonly buckets = new Map<string, Place[]>();
  private readonly odd: Place[];
  private readonly radius: number;
  readonly places: Place[];

  constructor(
    places: readonly Place[],
    readonly board: BoardInfo,
  ) {
    this.places = places.filter((place) => place.board === board.id && place.kind !== 'mark');
    this.radius = Math.max(1, ...board.shape.map(([x, y]) => Math.hypot(x, y)));
    this.odd = this.places.filter((place) => place.outline !== null);
    for (const place of this.places) {
      if (place.outline !== null) continue;
      const key = this.key(place.x, place.y);
      const bucket = this.buckets.get(key);
      if (bucket) bucket.push(place);
      else this.buckets.set(key, [place]);
    }
  }

  private key(x: number, y: number, dx = 0, dy = 0): string {
    const size = this.radius * 2;
    return `${Math.floor(x / size) + dx},${Math.floor(y / size) + dy}`;
  }

  at(x: number, y: number): Place | null {
    for (const place of this.odd) if (inside(place.outline!, x, y)) return place;
    let best: Place | null = null;
    let nearest = this.radius;
    for (let dx = -1; dx <= 1; dx++) {
      for (let dy = -1; dy <= 1; dy++) {
        for (const place of this.buckets.get(this.key(x, y, dx, dy)) ?? []) {
          const distance = Math.hypot(place.x - x, place.y - y);
          if (distance < nearest) [best, nearest] = [place, distance];
        }
      }
    }
    return best;
  }

  /** The next place in a direction, for the arrow keys. */
  beside(from: Place, dx: number, dy: number): Place | null {
    let best: Place | null = null;
    let least = Infinity;
    for (const place of this.places) {
      const x = place.x - from.x;
      const y = place.y - from.y;
      const along = x * dx + y * dy;
      if (along <= 1) continue;
      const across = Math.abs(x * dy - y * dx);
      if (across > along * 1.2) continue;
      const cost = along + across * 1.5;
      if (cost < least) [best, least] = [place, cost];
    }
    return best;
  }
}

/** The box around some places, with room for their shape. */
export function around(places: readonly Place[], board: BoardInfo, pad: number): Box {
  if (places.length === 0) return { x0: 0, y0: 0, x1: board.width, y1: board.height };
  const xs = places.map((place) => place.x);
  const ys = places.map((place) => place.y);
  return {
    x0: Math.min(...xs) - pad,
    y0: Math.min(...ys) - pad,
    x1: Math.max(...xs) + pad,
    y1: Math.max(...ys) + pad,
  };
}
