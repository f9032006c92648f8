import { expect, test } from 'vitest';
import { recentRows } from './recent-rows.ts';

const row = (id: string, owner: string | null = null) => ({ id, owner });
const keys = (rows: Iterable<readonly [string, object]>) => [...rows].map(([key]) => key).sort();

test('rows that did not change since the last time are the old ones', () => {
  const rows = recentRows();
  for (const id of ['a', 'b', 'c']) rows.set(id, row(id));
  expect(rows.lately).toBe(3);
  expect(rows.takeOld().size).toBe(0);
  expect(rows.lately).toBe(0);

  rows.set('b', row('b', 'anew'));
  rows.set('d', row('d'));
  rows.delete('c');
  expect(rows.get('a')).toEqual(row('a'));
  expect(rows.get('b')).toEqual(row('b', 'anew'));
  expect(rows.get('c')).toBeUndefined();
  expect(keys(rows.takeOld())).toEqual(['a']);
  expect(rows.get('a')).toBeUndefined();

  rows.set('e', row('e'));
  expect(keys(rows.takeAll())).toEqual(['b', 'd', 'e']);
  expect(keys(rows.takeAll())).toEqual([]);
});

test('rows are found by what stands in a column, as they are now', () => {
  const rows = recentRows();
  rows.set('a', row('a', 'Ada'));
  rows.set('b', row('b', 'Bob'));
  rows.takeOld();
  rows.set('c', row('c', 'Ada'));
  const of = (...owners: string[]) => keys(rows.having('owner', owners));
  expect(of('Ada')).toEqual(['a', 'c']);

  rows.set('a', row('a', null));
  rows.set('b', row('b', 'Ada'));
  rows.set('b', row('b', 'Ada'));
  rows.set('d', row('d', 'Cleo'));
  rows.delete('c');
  expect(of('Ada')).toEqual(['b']);
  expect(of('Bob')).toEqual([]);
  expect(of('Ada', 'Cleo', 'nobody')).toEqual(['b', 'd']);
  expect(keys(rows.having('id', ['a']))).toEqual(['a']);
  rows.takeOld();
  rows.takeOld();
  expect(of('Ada', 'Cleo')).toEqual([]);
});
