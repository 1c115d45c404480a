import { describe, expect, it } from 'vitest';
import { clamp, fit, inside, PlaceFinder, toScreen, toWorld, zoomAt } from './geometry';
import type { BoardInfo, Place, Point } from './types';

const shape: Point[] = [
  [0, -36],
  [31, -18],
  [31, 18],
  [0, 36],
  [-31, 18],
  [-31, -18],
];
const board: BoardInfo = { id: 'map', title: '', width: 1000, height: 800, image: '', shape, counter: 40 };
const place = (id: string, x: number, y: number, outline: Point[] | null = null): Place => ({
  id,
  name: '',
  kind: 'hex',
  board: 'map',
  x,
  y,
  outline,
  ground: '',
  tags: [],
  clear: [],
});
const places: Place[] = [];
for (let row = 0; row < 8; row++) {
  for (let column = 0; column < 8; column++)
    places.push(place(`${row}${column}`, 100 + column * 62 + (row % 2) * 31, 100 + row * 54));
}
const finder = new PlaceFinder(places, board);

describe('the place under a point', () => {
  it('is the nearest centre', () => {
    for (const one of places) expect(finder.at(one.x + 12, one.y - 14)?.id).toBe(one.id);
  });
  it('is none outside', () => expect(finder.at(900, 700)).toBeNull());
  it('may have an outline of its own', () => {
    const area = place('area', 700, 100, [
      [600, 0],
      [800, 0],
      [800, 200],
      [600, 200],
    ]);
    expect(new PlaceFinder([...places, area], board).at(780, 190)?.id).toBe('area');
    expect(inside(area.outline!, 599, 10)).toBe(false);
  });
});

describe('arrow keys', () => {
  it('go along a row and back', () => {
    const right = finder.beside(places[9]!, 1, 0)!;
    expect(right.id).toBe('12');
    expect(finder.beside(right, -1, 0)!.id).toBe('11');
  });
  it('go up and down and stop at the edge', () => {
    expect(finder.beside(places[9]!, 0, 1)!.id[0]).toBe('2');
    expect(finder.beside(places[0]!, 0, -1)).toBeNull();
  });
});

describe('the camera', () => {
  const camera = { x: 20, y: -30, k: 0.5 };
  it('goes to the board and back', () => expect(toScreen(camera, ...toWorld(camera, 111, 222))).toEqual([111, 222]));
  it('zooms around the pointer', () => {
    const near = zoomAt(camera, 200, 100, 1.5);
    expect(toWorld(near, 200, 100)).toEqual(toWorld(camera, 200, 100));
  });
  it('fits a box', () => {
    const all = fit({ x0: 0, y0: 0, x1: 1000, y1: 800 }, 500, 400, 0, 2);
    expect(all).toEqual({ x: 0, y: 0, k: 0.5 });
  });
  it('does not lose the board', () => {
    const lost = clamp({ x: 5000, y: -5000, k: 1 }, board, 600, 400);
    expect(lost.x).toBe(80);
    expect(lost.y).toBe(400 - 800 - 80);
  });
});
