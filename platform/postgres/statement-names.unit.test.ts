import { expect, test } from 'vitest';
import { createStatementNames } from './statement-names.ts';

test('gives each text one name', () => {
  const { nameOf } = createStatementNames();
  const name = nameOf('select $1::int');
  expect(nameOf('select $1::int')).toBe(name);
  expect(nameOf('select $1::text')).not.toBe(name);
});

test('prepares no more texts than allowed', () => {
  const { nameOf } = createStatementNames(2);
  const names = ['select $1::int', 'select $1::text', 'select $1::bool'].map(nameOf);
  expect(names.map((name) => name !== undefined)).toEqual([true, true, false]);
});

test('does not prepare a search, whose plan depends on the pattern', () => {
  const { nameOf } = createStatementNames(1);
  expect(nameOf('select id from courses where search_name like $1')).toBeUndefined();
  expect(nameOf('select id from courses where $1 <% search_name')).toBeUndefined();
  // They take no name from other statements.
  expect(nameOf('select $1::int')).toBeDefined();
});
