import { expect, test } from 'vitest';
import { reserveFreePort } from './free-port.ts';

test('returns no port twice, even if nothing listens there yet', async () => {
  const ports: number[] = [];
  // One after the other: a caller listens on a port for a moment to test it, and a concurrent caller would find that port taken.
  while (ports.length < 400) ports.push(await reserveFreePort());
  expect(new Set(ports).size).toBe(400);
});
