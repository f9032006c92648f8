import { expect, test } from 'vitest';
import { createRowCache } from './row-cache.ts';

const row = (id: string, owner: string | null = null) => ({ id, owner });
const keys = (rows: Iterable<readonly [string, object]>) => [...rows].map(([key]) => key).sort();

test('evicts the rows that did not change since the last eviction', () => {
  const rows = createRowCache();
  for (const id of ['a', 'b', 'c']) rows.set(id, row(id));
  expect(rows.recentCount).toBe(3);
  expect(rows.evictOld().size).toBe(0);
  expect(rows.recentCount).toBe(0);

  rows.set('b', row('b', 'changed'));
  rows.set('d', row('d'));
  rows.delete('c');
  expect(rows.get('a')).toEqual(row('a'));
  expect(rows.get('b')).toEqual(row('b', 'changed'));
  expect(rows.get('c')).toBeUndefined();
  expect(keys(rows.evictOld())).toEqual(['a']);
  expect(rows.get('a')).toBeUndefined();

  rows.set('e', row('e'));
  expect(keys(rows.evictAll())).toEqual(['b', 'd', 'e']);
  expect(keys(rows.evictAll())).toEqual([]);
});

test('finds rows by the current value of a column', () => {
  const rows = createRowCache();
  rows.set('a', row('a', 'Ada'));
  rows.set('b', row('b', 'Bob'));
  rows.evictOld();
  rows.set('c', row('c', 'Ada'));
  const keysOf = (...owners: string[]) => keys(rows.findByColumn('owner', owners));
  expect(keysOf('Ada')).toEqual(['a', 'c']);

  rows.set('a', row('a', null));
  rows.set('b', row('b', 'Ada'));
  rows.set('b', row('b', 'Ada'));
  rows.set('d', row('d', 'Cleo'));
  rows.delete('c');
  expect(keysOf('Ada')).toEqual(['b']);
  expect(keysOf('Bob')).toEqual([]);
  expect(keysOf('Ada', 'Cleo', 'nobody')).toEqual(['b', 'd']);
  expect(keys(rows.findByColumn('id', ['a']))).toEqual(['a']);
  rows.evictOld();
  rows.evictOld();
  expect(keysOf('Ada', 'Cleo')).toEqual([]);
});
