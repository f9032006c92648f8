import { expect, test } from 'vitest';
import { openTestApp } from './testing/test-app.ts';

/** Sends a request whose headers claim another address and a request id. @returns the address and id that the service uses. */
const askWithForgedHeaders = async (TRUSTED_PROXIES: string) => {
  const { address } = await openTestApp({ TRUSTED_PROXIES });
  const response = await fetch(`${address}/address`, {
    headers: { 'x-forwarded-for': '203.0.113.9', 'x-request-id': 'forged-12345678' },
  });
  return { ...((await response.json()) as object), requestId: response.headers.get('x-request-id') };
};

test('uses X-Forwarded-For and the request id of a trusted proxy', async () => {
  expect(await askWithForgedHeaders('127.0.0.1')).toEqual({
    address: '203.0.113.9',
    requestId: 'forged-12345678',
  });
});

test('ignores X-Forwarded-For and the request id of another machine in the network of the proxy', async () => {
  expect(await askWithForgedHeaders('127.0.0.2')).toEqual({
    address: '127.0.0.1',
    requestId: expect.not.stringContaining('forged'),
  });
});
