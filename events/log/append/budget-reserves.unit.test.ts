import { afterEach, expect, test, vi } from 'vitest';
import type { AppendResult } from '../log.ts';
import { BudgetReserves } from './budget-reserves.ts';
import type { EncodedRequest } from './encoded-request.ts';

const sam = 'd5b0a3c4-0b7e-5d2f-9a41-7c6e5d4f3b2a';
const request: EncodedRequest = {
  commandId: '1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed',
  correlationId: 'request',
  metadata: '{}',
  readInRun: null,
  key: null,
  bodyHash: null,
  status: null,
  answer: null,
  expectations: [],
  events: [{ stream: 'note-1', version: 1, type: 'NoteTaken', schemaVersion: 1, data: '{}' }],
  destroyKeysOf: [],
  reservation: null,
  person: sam,
  mayExceedBudget: false,
  bytes: 100,
};
const appended: AppendResult = { outcome: 'appended', position: 1 };

const createReserves = () => new BudgetReserves({ maxEvents: 1_000, maxBytes: 1_000_000 });

afterEach(() => {
  vi.useRealTimers();
});

test('the first append counts a reserve, and the next one uses it', () => {
  const reserves = createReserves();
  const charges = reserves.charge([request]);
  expect(charges).toMatchObject([{ person: sam, events: 11 }]);
  reserves.settle([request], charges, [appended]);
  expect(reserves.charge([request])).toMatchObject([{ person: null }]);
});

test('a reserve that was counted before midnight is not used after it', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-05T23:59:59.900Z') });
  const reserves = createReserves();
  const charges = reserves.charge([request]);
  vi.setSystemTime(new Date('2026-03-06T00:00:00.100Z'));
  // Another append begins while the first one is in flight.
  reserves.charge([{ ...request, person: null }]);
  reserves.settle([request], charges, [appended]);
  expect(reserves.charge([request])).toMatchObject([{ person: sam, events: 11 }]);
});
