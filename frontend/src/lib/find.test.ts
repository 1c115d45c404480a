import { describe, expect, it } from 'vitest';
import { search } from './find';
import { TableIndex } from './tableindex';
import type { PieceAt, Table } from './types';

const spot = (id: string, name: string) => ({
  id,
  name,
  kind: 'hex',
  board: 'map',
  x: 0,
  y: 0,
  outline: null,
  ground: '',
});
const unit = (id: string, name: string, group: string) => ({ id, name, group, faces: [], side: 'red' });
const table = {
  places: [spot('3327', 'Smolensk'), spot('3328', ''), spot('1203', 'Mogilëv')],
  pieces: [unit('17Pz', '17th Panzer Division', '2PzG'), unit('7Pz', '7th Panzer Division', '3PzG')],
  boards: [{ id: 'map', shape: [], width: 1, height: 1 }],
  backs: [],
  chits: [],
  markers: [],
  flags: [],
  sides: [],
} as unknown as Table;
const at = (id: string, hidden = false) => ({ id, at: '3327', hidden, side: 'red' }) as unknown as PieceAt;
const find = (query: string, pieces = [at('17Pz'), at('7Pz')]) =>
  search(new TableIndex(table), pieces, query).map((one) => one.key);

describe('finding', () => {
  it('nothing when nothing is typed', () => expect(find(' ')).toEqual([]));
  it('a unit by id or name, the best first', () => {
    expect(find('7pz')).toEqual(['unit 7Pz', 'unit 17Pz']);
    expect(find('7th panzer')).toEqual(['unit 7Pz', 'unit 17Pz']);
  });
  it('a unit by its formation', () => expect(find('3pzg')).toEqual(['unit 7Pz']));
  it('a place by name or number, without its accents', () => {
    expect(find('smol')).toEqual(['place 3327']);
    expect(find('332')).toEqual(['place 3327', 'place 3328']);
    expect(find('mogilev')).toEqual(['place 1203']);
  });
  it('no unit that is hidden', () => expect(find('17Pz', [at('17Pz', true)])).toEqual([]));
});
