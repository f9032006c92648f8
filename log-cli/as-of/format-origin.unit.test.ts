import { expect, test } from 'vitest';
import { formatOrigin } from './format-origin.ts';

test.each([
  ['127.0.0.1', 'http://127.0.0.1:8090'],
  ['127.0.0.2', 'http://127.0.0.2:8090'],
  ['::1', 'http://[::1]:8090'],
  ['0.0.0.0', 'http://127.0.0.1:8090'],
  ['::', 'http://127.0.0.1:8090'],
  ['172.17.0.2', 'http://127.0.0.1:8090'],
])('a server that listens on %s is reached at %s', (address, origin) => {
  expect(formatOrigin({ address, port: 8_090 })).toBe(origin);
});
