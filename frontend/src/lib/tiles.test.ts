import { describe, expect, it } from 'vitest';
import { levelOf, nearestFirst, tilesIn } from './tiles';
import type { BoardInfo } from './types';

const board = { width: 1000, height: 600 } as BoardInfo;

describe('the tiles of a map close up', () => {
  it('are as fine as the zoom needs', () => {
    expect(levelOf(1)).toBe(1);
    expect(levelOf(1.5)).toBe(2);
    expect(levelOf(3)).toBe(3);
    expect(levelOf(6)).toBe(4);
  });
  it('cover what is in sight, and no more than the board', () => {
    const tiles = tilesIn({ x0: -200, y0: 500, x1: 300, y1: 900 }, board, 2);
    expect(tiles.map((tile) => tile.key)).toEqual(['2 0 1', '2 1 1', '2 0 2', '2 1 2']);
    expect(tiles[3]!.y + tiles[3]!.h).toBe(600);
  });
  it('begin in the middle', () => {
    const box = { x0: 0, y0: 0, x1: 1000, y1: 600 };
    const [first] = nearestFirst(tilesIn(box, board, 2), box);
    expect(first!.key).toBe('2 1 1');
  });
});
