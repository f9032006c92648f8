import { afterAll, beforeEach, expect, test, vi } from 'vitest';

const logId = 'a0000000-0000-4000-8000-000000000000';
const otherLogId = 'b0000000-0000-4000-8000-000000000000';
const createHeaders = (position: number | string, id = logId) =>
  new Headers({ 'log-position': String(position), 'log-id': id });

let module: typeof import('./log-position.ts');
beforeEach(async () => {
  vi.resetModules();
  module = await import('./log-position.ts');
});
// Otherwise the next test file in this worker would begin with the positions of the last test.
afterAll(() => void vi.resetModules());

test('awaits the latest write of this tab for a while', () => {
  module.rememberWrite(createHeaders(7), 1_000);
  module.rememberWrite(createHeaders(5), 2_000);
  expect(module.getPositionToAwait(3_000)).toMatchObject({ position: 7, logId });
  expect(module.getPositionToAwait(60_000)).toBeNull();
});

test('replaces a position in the old history of the log with a lower one in the new history', () => {
  module.rememberWrite(createHeaders(700), 0);
  module.rememberWrite(createHeaders(3, otherLogId), 0);
  expect(module.getPositionToAwait(1)).toMatchObject({ position: 3, logId: otherLogId });
});

test('ignores answers without a valid position', () => {
  module.rememberWrite(new Headers(), 0);
  module.rememberWrite(createHeaders('x'), 0);
  module.rememberWrite(createHeaders(-1), 0);
  expect(module.getPositionToAwait(0)).toBeNull();
});

test('remembers the lowest position at which a read was answered', () => {
  module.rememberRead({ position: 9, logId });
  module.rememberRead({ position: 6, logId });
  module.rememberRead({ position: 8, logId });
  expect(module.getEarliestReadPosition()).toEqual({ position: 6, logId });
});
