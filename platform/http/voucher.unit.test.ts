import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseConfiguration } from '../configuration.ts';
import { silentLogger } from '../logging.ts';
import { createMetrics } from '../metrics.ts';
import { createApp } from './app.ts';
import { type RunningServer, serve } from './serve.ts';
import { makeVoucher } from './voucher.ts';

const voucher = makeVoucher();
let running: RunningServer;

/** A service that trusts no address, as in one process, and says for whom it takes a request. */
beforeAll(async () => {
  const app = createApp({
    service: 'test',
    configuration: parseConfiguration({ DATABASE_URL: 'x' }),
    ...{ voucher, logger: silentLogger(), metrics: createMetrics({ defaults: false }) },
    calls: [],
    layers: [
      (context) => {
        context.body = { requestId: context.state.requestId, address: context.state.address };
      },
    ],
  });
  running = await serve({ listener: app.callback, host: '127.0.0.1', port: 0 });
});
afterAll(() => running.close());

const named = { 'x-request-id': 'the-id-of-a-request', 'x-forwarded-for': '203.0.113.9' };
const askWith = async (given: Readonly<Record<string, string>>) =>
  (await fetch(`http://127.0.0.1:${running.port}/`, { headers: { ...named, ...given } })).json();

test('who holds the voucher of this process is believed about the request and its address', async () => {
  expect(await askWith(voucher.headers)).toEqual({
    requestId: named['x-request-id'],
    address: named['x-forwarded-for'],
  });
});

const [[header = '', secret = ''] = []] = Object.entries(voucher.headers);
test.each([
  ['no voucher', {}],
  ['another process’s', makeVoucher().headers],
  ['an empty one', { [header]: '' }],
  ['a part of it', { [header]: secret.slice(1) }],
  ['it twice', { [header]: `${secret}, ${secret}` }],
])('nobody else is: %s', async (_, given) => {
  const taken = (await askWith(given)) as { requestId: string; address: string };
  expect(taken.requestId).toMatch(/^[0-9a-f-]{36}$/);
  expect(taken.address).toBe('127.0.0.1');
});

test('nonsense is no name of a request, whoever gives it', async () => {
  const taken = (await askWith({ ...voucher.headers, 'x-request-id': 'a b' })) as { requestId: string };
  expect(taken.requestId).toMatch(/^[0-9a-f-]{36}$/);
});
