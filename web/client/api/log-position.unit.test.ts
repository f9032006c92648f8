import { beforeEach, expect, test, vi } from 'vitest';

const log = 'a0000000-0000-4000-8000-000000000000';
const other = 'b0000000-0000-4000-8000-000000000000';
const said = (position: number | string, logId = log) =>
  new Headers({ 'log-position': String(position), 'log-id': logId });

let module: typeof import('./log-position.ts');
beforeEach(async () => {
  vi.resetModules();
  module = await import('./log-position.ts');
});

test('reads wait for the furthest write of this tab, for a while', () => {
  module.rememberWrite(said(7), 1_000);
  module.rememberWrite(said(5), 2_000);
  expect(module.placeToAwait(3_000)).toMatchObject({ position: 7, logId: log });
  expect(module.placeToAwait(60_000)).toBeNull();
});

test('a position of another log outranks a higher one of the old log', () => {
  module.rememberWrite(said(700), 0);
  module.rememberWrite(said(3, other), 0);
  expect(module.placeToAwait(1)).toMatchObject({ position: 3, logId: other });
});

test('answers that say nothing, or nonsense, are not taken note of', () => {
  module.rememberWrite(new Headers(), 0);
  module.rememberWrite(said('x'), 0);
  module.rememberWrite(said(-1), 0);
  expect(module.placeToAwait(0)).toBeNull();
});

test('the earliest read is where the socket begins', () => {
  module.rememberRead({ position: 9, logId: log });
  module.rememberRead({ position: 6, logId: log });
  module.rememberRead({ position: 8, logId: log });
  expect(module.earliestReadPlace()).toEqual({ position: 6, logId: log });
});
