import { describe, expect, it } from 'vitest';
import * as decide from './decide';
import type { Decision, Group } from './types';

const group = (verb: string, takes: string[], rest: Partial<Group> = {}): Group => ({
  verb,
  label: verb,
  help: '',
  takes,
  targets: [],
  paths: [],
  text: takes.length ? '' : verb,
  ...rest,
});
const decision = (groups: Group[], rest: Partial<Decision> = {}): Decision => ({
  seat: 'A',
  kind: 'test',
  prompt: '',
  rule: '',
  clause: '',
  window: false,
  secrecy: 'open',
  in_hand: '',
  focus: { units: [], places: [] },
  groups,
  count: 1,
  only: '',
  attempt: { place: '', unit: '', chit: '' },
  leads_to: {},
  planner: null,
  ...rest,
});
const retreat = decision([
  group('retreat', ['unit', 'place*'], {
    paths: [
      ['61C', '0101'],
      ['61C', '0102', '0103'],
      ['61C', '0102', '0104'],
      ['5MC', '0102'],
    ],
  }),
]);

describe('what lights up', () => {
  it('is targets, by what the verb takes', () => {
    const lit = decide.lit(
      decision([group('go', ['place'], { targets: ['0101'] }), group('pick', ['unit'], { targets: ['17Pz'] })]),
      null,
    );
    expect([...lit.places]).toEqual(['0101']);
    expect([...lit.units]).toEqual(['17Pz']);
  });
  it('is one verb only when the player points at it', () => {
    const lit = decide.lit(
      decision([group('go', ['place'], { targets: ['0101'] }), group('road', ['place'], { targets: ['0102'] })]),
      null,
      'road',
    );
    expect([...lit.places]).toEqual(['0102']);
  });
  it('is the next step and the end of every way that goes on', () => {
    const lit = decide.lit(retreat, { verb: 'retreat', words: ['61C'] });
    expect([...lit.steps].sort()).toEqual(['0101', '0102']);
    expect([...lit.places].sort()).toEqual(['0101', '0103', '0104']);
  });
});

describe('a way by clicking', () => {
  it('goes on from step to step and is sent at its end', () => {
    const first = decide.along(retreat, null, '61C');
    expect(first).toEqual({ progress: { verb: 'retreat', words: ['61C'] } });
    const second = decide.along(retreat, { verb: 'retreat', words: ['61C'] }, '0102');
    expect(second).toEqual({ progress: { verb: 'retreat', words: ['61C', '0102'] } });
    expect(decide.along(retreat, { verb: 'retreat', words: ['61C', '0102'] }, '0104')).toEqual({
      text: 'retreat 61C 0102 0104',
    });
  });
  it('may jump to an end', () => {
    expect(decide.along(retreat, { verb: 'retreat', words: ['61C'] }, '0103')).toEqual({
      text: 'retreat 61C 0102 0103',
    });
  });
  it('knows a click that means nothing', () => {
    expect(decide.along(retreat, { verb: 'retreat', words: ['61C'] }, '0909')).toBeNull();
  });
  it('offers every unit that can reach an end that is clicked first', () => {
    expect(decide.endings(retreat, null, '0101').map((choice) => choice.text)).toEqual(['retreat 61C 0101']);
    const advance = decision([
      group('advance', ['unit', 'place*'], {
        paths: [
          ['A', '0101'],
          ['B', '0101'],
        ],
      }),
    ]);
    expect(decide.endings(advance, null, '0101').map((choice) => choice.unit)).toEqual(['A', 'B']);
  });
  it('can end where a longer way goes on', () => {
    const two = decision([
      group('advance', ['unit', 'place*'], {
        paths: [
          ['A', '0101'],
          ['A', '0101', '0102'],
        ],
      }),
    ]);
    const progress = decide.begin(two);
    expect(progress).toEqual({ verb: 'advance', words: ['A'] });
    const on = { verb: 'advance', words: ['A', '0101'] };
    expect(decide.along(two, progress, '0101')).toEqual({ progress: on });
    expect(decide.finish(two, on)).toBe('advance A 0101');
    expect(decide.along(two, on, '0101')).toEqual({ text: 'advance A 0101' });
  });
});

describe('why not', () => {
  it('asks about the place with the unit in hand', () => {
    const march = decision([], { in_hand: '17Pz', attempt: { place: 'go {place}', unit: 'pick {unit}', chit: '' } });
    expect(decide.attempt(march, { place: '0101', unit: '5MC' }, '17Pz')).toBe('go 0101');
  });
  it('asks about the unit when none is in hand', () => {
    const move = decision([], { attempt: { place: '', unit: 'pick {unit}', chit: '' } });
    expect(decide.attempt(move, { place: '0101', unit: '5MC' }, '')).toBe('pick 5MC');
    expect(decide.attempt(move, { place: '0101' }, '')).toBe('');
  });
  it('does not ask half a question', () => {
    const one = decision([], { attempt: { place: 'retreat {unit} {place}', unit: '', chit: '' } });
    expect(decide.attempt(one, { place: '0101' }, '')).toBe('');
  });
});

describe('ending and switching', () => {
  const info = (ends: string) => ({ label: '', help: '', takes: [], ends });
  const verbs = { done: info('segment'), pass: info('offer'), stop: info('hand'), pick: info(''), go: info('') };
  const done = group('done', []);
  const move = decision([done, group('pick', ['unit'], { targets: ['17Pz', '7Pz'] })]);
  const march = decision([group('stop', []), group('go', ['place'], { targets: ['0101'] })], { in_hand: '17Pz' });

  it('what ends something comes last', () =>
    expect(decide.ordered(move.groups, verbs).map((one) => one.verb)).toEqual(['pick', 'done']));
  it('says what would be given up', () => {
    expect(decide.givenUp(move, done, verbs)).toBe('2 units');
    expect(decide.givenUp(decision([done]), done, verbs)).toBe('');
    expect(decide.givenUp({ ...move, window: true }, done, verbs)).toBe('');
    const pass = group('pass', []);
    expect(decide.givenUp(decision([pass, group('buy', [])]), pass, verbs)).toBe('');
  });
  it('puts a unit back that has done nothing', () =>
    expect(decide.switched(march, ['done', 'pick 17Pz'], '7Pz', verbs)).toEqual(['done', 'pick 7Pz']));
  it('ends a move that has begun', () =>
    expect(decide.switched(march, ['pick 17Pz', 'go 0101'], '7Pz', verbs)).toEqual([
      'pick 17Pz',
      'go 0101',
      'stop',
      'pick 7Pz',
    ]));
  it('does nothing where a move cannot end, or nothing is in hand', () => {
    const bound = { ...march, groups: march.groups.slice(1) };
    expect(decide.switched(bound, ['pick 17Pz', 'go 0101'], '7Pz', verbs)).toBeNull();
    expect(decide.switched(move, ['pick 17Pz', 'stop'], '7Pz', verbs)).toBeNull();
    expect(decide.switched(march, ['pick 17Pz'], '17Pz', verbs)).toBeNull();
  });
});
