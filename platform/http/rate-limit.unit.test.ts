import { expect, test } from 'vitest';
import { addressKey, createRateLimit } from './rate-limit.ts';

test.each([
  ['203.0.113.1', '203.0.113.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['2001:db8:1:2::', '2001:db8:1:2'],
  ['::1', '0:0:0:0'],
  ['2600::5:1:2:3:4', '2600:0:0:5'],
  ['fe80::1:2:3:4%eth0.100', 'fe80:0:0:0'],
  ['64:ff9b::192.0.2.1', '64:ff9b:0:0'],
  ['1:2:3:4:5:6:192.0.2.1', '1:2:3:4'],
  ['unknown', 'unknown'],
])('%s counts as %s', (address, key) => {
  expect(addressKey(address)).toBe(key);
});

test('refuses the request that exceeds the limit', async () => {
  const limit = createRateLimit(2);
  for (let call = 0; call < 2; call += 1) await limit.count('anna');
  await expect(limit.count('anna')).rejects.toMatchObject({ code: 'too-many-requests' });
  await expect(limit.count('ben')).resolves.toBeUndefined();
});

test('refuses nothing with a limit of 0', async () => {
  const limit = createRateLimit(0);
  const calls = Promise.all(Array.from({ length: 1_000 }, () => limit.count('anna')));
  await expect(calls).resolves.toHaveLength(1_000);
});
