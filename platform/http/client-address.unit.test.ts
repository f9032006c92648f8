import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { parseConfiguration } from '../configuration.ts';
import { clientAddress } from './client-address.ts';

const { trustedProxies } = parseConfiguration({
  DATABASE_URL: 'postgres://x',
  TRUSTED_PROXIES: '10.0.0.0/8, 192.168.7.1, fd00::/8',
});
const request = (remoteAddress: string, forwarded?: string) =>
  ({ socket: { remoteAddress }, headers: { 'x-forwarded-for': forwarded } }) as unknown as IncomingMessage;

test.each([
  ['ignores the header without a proxy', '203.0.113.9', '1.2.3.4', '203.0.113.9'],
  ['uses the entry of one proxy', '10.1.2.3', '203.0.113.9', '203.0.113.9'],
  [
    'ignores entries that the client wrote itself, which are further left',
    '10.1.2.3',
    '6.6.6.6, 203.0.113.9',
    '203.0.113.9',
  ],
  ['skips the addresses of several proxies', '10.1.2.3', '203.0.113.9, 192.168.7.1', '203.0.113.9'],
  ['accepts an IPv4 address on an IPv6 socket', '::ffff:10.1.2.3', '203.0.113.9', '203.0.113.9'],
  ['accepts an IPv6 proxy', 'fd00::1', '2001:db8::7', '2001:db8::7'],
  ['uses the address of the proxy if the header is malformed', '10.1.2.3', 'unknown', '10.1.2.3'],
  ['uses the address of the proxy if the header is missing', '10.1.2.3', undefined, '10.1.2.3'],
])('%s', (_, socket, forwarded, expected) => {
  expect(clientAddress(request(socket, forwarded), trustedProxies)).toBe(expected);
});
