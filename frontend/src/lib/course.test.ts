import { describe, expect, it } from 'vitest';
import { course } from './course';

const BOX = { left: 0, right: 100, top: 0, bottom: 100 };
const POINTS = [
  { moment: 10, turn: 1, value: 10 },
  { moment: 20, turn: 1, value: 0 },
  { moment: 30, turn: 2, value: -10 },
];

describe('the course of a game', () => {
  it('puts the first side above the middle and the second below it', () => {
    const drawn = course(POINTS, BOX);
    expect(drawn.zero).toBe(50);
    expect(drawn.line).toBe('M0.0,0.0 L50.0,50.0 L100.0,100.0');
    expect(drawn.turns).toEqual([
      { turn: 1, value: 10, x: 0 },
      { turn: 2, value: -10, x: 100 },
    ]);
  });
  it('finds a moment on the line, also between two points', () => {
    expect(course(POINTS, BOX).at(15)).toEqual([25, 25]);
    expect(course(POINTS, BOX).at(30)).toEqual([100, 100]);
    expect(course(POINTS, BOX).at(10)).toEqual([0, 0]);
  });
});
