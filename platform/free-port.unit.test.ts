import { expect, test } from 'vitest';
import { reserveFreePort } from './free-port.ts';

test('returns no port twice, even if nothing listens there yet', async () => {
  const ports: number[] = [];
  // One after the other, because concurrent calls listen on their ports for a moment, which alone would keep the ports different.
  while (ports.length < 400) ports.push(await reserveFreePort());
  expect(new Set(ports).size).toBe(400);
});
