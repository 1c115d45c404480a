import { describe, expect, it } from 'vitest';
import { crowded, farthest, free, grown, holds, readable } from './sight';
import type { BoardInfo, Place } from './types';

const place = (id: string, x: number, y: number): Place => ({
  id,
  name: '',
  kind: 'hex',
  board: 'map',
  x,
  y,
  outline: null,
  ground: '',
  tags: [],
  clear: [],
});
const window = { x0: 0, y0: 0, x1: 1000, y1: 800 };

describe('what cards leave free', () => {
  it('is all of a window without cards', () => expect(free(window, [])).toEqual(window));
  it('ends above a prompt at the bottom', () =>
    expect(free(window, [{ x0: 200, y0: 600, x1: 800, y1: 790 }])).toEqual({ ...window, y1: 600 }));
  it('ends beside a tall card at the right', () =>
    expect(free(window, [{ x0: 640, y0: 10, x1: 990, y1: 790 }])).toEqual({ ...window, x1: 640 }));
  it('leaves a card alone that is outside already', () => {
    const prompt = { x0: 200, y0: 600, x1: 800, y1: 790 };
    expect(free(window, [prompt, { x0: 300, y0: 650, x1: 400, y1: 700 }])).toEqual({ ...window, y1: 600 });
  });
});

describe('where the table looks', () => {
  it('is where most places are seen at once', () => {
    const crowd = [place('a', 100, 100), place('b', 140, 120), place('c', 120, 160)];
    expect(crowd).toContain(crowded([place('far', 3000, 3000), ...crowd], 400, 400));
  });
  it('is nowhere without places', () => expect(crowded([], 400, 400)).toBeNull());
  it('is near enough to read a counter', () => {
    const board = { counter: 40 } as BoardInfo;
    expect(readable(board, 1400) * 40).toBeGreaterThan(44);
    expect(readable(board, 390) * 40).toBeGreaterThan(40);
  });
  it('stays near enough to read when places are far apart, and where the player was', () => {
    const board = { counter: 40 } as BoardInfo;
    expect(farthest(board, 1400, 1.2) * 40).toBeGreaterThan(36);
    expect(farthest(board, 1400, 0.3)).toBe(0.3);
  });
  it('draws a margin around what is in sight', () => {
    const drawn = grown({ x0: 100, y0: 100, x1: 200, y1: 200 }, 0.5);
    expect(holds(drawn, 60, 240)).toBe(true);
    expect(holds(drawn, 40, 150)).toBe(false);
    expect(holds(drawn, 40, 150, 20)).toBe(true);
  });
});
