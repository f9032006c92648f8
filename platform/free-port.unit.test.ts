import { expect, test } from 'vitest';
import { reserveFreePort } from './free-port.ts';

test('returns no port twice, even if nothing listens there yet', async () => {
  const ports: number[] = [];
  // One after the other. Concurrent callers would see the sockets with which the others test their ports.
  while (ports.length < 400) ports.push(await reserveFreePort());
  expect(new Set(ports).size).toBe(400);
});
