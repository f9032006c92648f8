import { expect, test } from 'vitest';
import { projections } from '../projections.ts';
import { schoolHistory } from './school.ts';

test('a school of forty has a past for every model: each kind of event that is projected occurs', () => {
  const happened = new Set<string>(schoolHistory(40).map(({ type }) => type));
  const missing = projections.flatMap(({ model, eventTypes }) =>
    [...eventTypes].filter((type) => !happened.has(type)).map((type) => [model, type]),
  );
  expect(missing).toEqual([]);
});
