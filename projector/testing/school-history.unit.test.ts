import { expect, test } from 'vitest';
import { projections } from '../models/projections.ts';
import { schoolHistory } from './school-history.ts';

test('contains every projected event type if the school has 16 users', () => {
  const occurring = new Set<string>(schoolHistory(16).map(({ type }) => type));
  const missing = projections.flatMap(({ model, eventTypes }) =>
    [...eventTypes].filter((type) => !occurring.has(type)).map((type) => [model, type]),
  );
  expect(missing).toEqual([]);
});
