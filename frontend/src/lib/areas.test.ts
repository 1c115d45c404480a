import { describe, expect, it } from 'vitest';
import { Areas } from './areas';
import { frontPath, inside } from './geometry';
import type { BoardInfo, Place, Point } from './types';

const board: BoardInfo = { id: 'map', title: '', width: 1000, height: 800, image: '', shape: [], counter: 40 };
const square = (id: string, x: number, y: number, half: number, clear: Place['clear'] = []): Place => ({
  id,
  name: '',
  kind: 'area',
  board: 'map',
  x,
  y,
  ground: '',
  tags: [],
  clear,
  outline: [
    [x - half, y - half],
    [x + half, y - half],
    [x + half, y + half],
    [x - half, y + half],
  ],
});
const apart = (points: Point[]) =>
  Math.min(
    ...points.flatMap((a, i) =>
      points.slice(i + 1).map((b) => Math.max(Math.abs(a[0] - b[0]), Math.abs(a[1] - b[1]))),
    ),
  );

describe('blocks in an area', () => {
  it('lie side by side inside it when there is room', () => {
    const area = square('a', 200, 200, 60);
    const { pieces } = new Areas(board).arrange(area, [4], 0, 0);
    expect(pieces).toHaveLength(4);
    expect(apart(pieces)).toBeGreaterThanOrEqual(40);
    for (const [x, y] of pieces) {
      for (const [dx, dy] of [
        [-19, -19],
        [19, 19],
      ] as Point[])
        expect(inside(area.outline!, x + dx, y + dy)).toBe(true);
    }
  });
  it('lean on each other when there is not, and none hides another', () => {
    const { pieces } = new Areas(board).arrange(square('a', 200, 200, 36), [4, 4], 1, 2);
    expect(pieces).toHaveLength(8);
    expect(apart(pieces)).toBeGreaterThan(20);
  });
  it('leave what is printed to be read', () => {
    const printed: Place['clear'] = [[150, 150, 250, 190]];
    const { pieces } = new Areas(board).arrange(square('a', 200, 200, 70, printed), [2], 0, 0);
    for (const [, y] of pieces) expect(y - 20).toBeGreaterThan(185);
  });
  it('keep their sides together, lines over them and cubes under them', () => {
    const found = new Areas(board).arrange(square('a', 200, 200, 120), [2, 2], 1, 1);
    expect(apart(found.pieces)).toBeGreaterThanOrEqual(40);
    for (const [, y] of found.pieces) {
      expect(found.beams[0]![1]).toBeLessThan(y - 20);
      expect(found.smalls[0]![1]).toBeGreaterThan(y + 20);
    }
  });
});

describe('a front', () => {
  it('runs where the set meets other areas, not along the rim of the map', () => {
    const [a, b] = [square('a', 100, 100, 50), square('b', 200, 100, 50)];
    expect(frontPath(['a'], [a, b])).toBe('M150,150L150,50');
    expect(frontPath(['a', 'b'], [a, b])).toBe('');
  });
});
