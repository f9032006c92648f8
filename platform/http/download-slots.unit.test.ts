import { expect, test } from 'vitest';
import { createDownloadSlots } from './download-slots.ts';

test('gives each person at most one slot at a time, and refuses everybody while no slot is free', () => {
  const slots = createDownloadSlots({ count: 3, what: 'a file' });
  const freeAda = slots.take('ada');
  expect(() => slots.take('ada')).toThrowError(
    expect.objectContaining({ code: 'too-many-requests', retryAfter: 30 }),
  );
  slots.take('sam');
  slots.take(null);
  expect(() => slots.take('ina')).toThrowError(
    expect.objectContaining({ code: 'unavailable', retryAfter: 10 }),
  );
  expect(() => slots.take(null)).toThrow('Too many downloads of this kind are running.');
  freeAda();
  const freeAdaAgain = slots.take('ada');
  // A second call must not free the slot that the same person has taken since.
  freeAda();
  expect(() => slots.take('ada')).toThrow('You are already downloading a file.');
  expect(() => slots.take('ina')).toThrow('Too many downloads');
  freeAdaAgain();
  slots.take('ina');
});
