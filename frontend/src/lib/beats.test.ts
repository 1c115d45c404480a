import { expect, test } from 'vitest';
import { beats, placesOf, unitsOf } from './beats';
import type { LogLine } from './types';

const line = (entry: number, kind: string, words: string[], battle = 0): LogLine => ({
  entry,
  turn: 1,
  kind,
  battle,
  icon: '',
  side: '',
  step: '',
  opens: null,
  spans: words.map((word) => {
    const noun = /^\d/.test(word) ? 'place' : /^[A-Z]/.test(word) ? 'unit' : '';
    return { text: word, noun, id: noun ? word : '' };
  }),
});

test('a unit that moves on is one beat, another unit the next', () => {
  const found = beats(
    [
      line(1, 'go', ['A', 'moves', '1', 'to', '2']),
      line(2, 'go', ['A', 'moves', '2', 'to', '3']),
      line(3, 'go', ['B', 'moves', '9', 'to', '8']),
    ],
    0,
  );
  expect(found.map((beat) => beat.entry)).toEqual([2, 3]);
  expect(unitsOf(found[0]!)).toEqual(['A', 'A']);
  expect(placesOf(found[1]!)).toEqual(['9', '8']);
});

test('a hidden unit is followed by its way', () => {
  const found = beats(
    [
      line(1, 'moved', ['a unit', '1', '2']),
      line(2, 'moved', ['a unit', '2', '3']),
      line(3, 'moved', ['a unit', '7', '8']),
    ],
    0,
  );
  expect(found).toHaveLength(2);
});

test('a battle is one beat from its declaration to the advance', () => {
  const found = beats(
    [
      line(4, 'attack', ['A', '1'], 4),
      line(5, 'result', ['a 6'], 4),
      line(6, 'step', ['B'], 4),
      line(7, 'attack', ['C', '2'], 7),
    ],
    0,
  );
  expect(found.map((beat) => [beat.entry, beat.battle])).toEqual([
    [6, 4],
    [7, 7],
  ]);
});

test('what names nothing is said with what follows; what came before is left out', () => {
  const found = beats(
    [line(1, 'go', ['A', '1', '2']), line(2, 'turn', ['turn 2']), line(3, 'go', ['B', '3', '4'])],
    1,
  );
  expect(found).toHaveLength(1);
  expect(found[0]!.lines.map((one) => one.kind)).toEqual(['turn', 'go']);
});

test('many units placed at once are one beat', () => {
  expect(
    beats(
      [1, 2, 3].map((at) => line(at, 'set', [`U${at}`, `${at}`])),
      0,
    ),
  ).toHaveLength(1);
});
