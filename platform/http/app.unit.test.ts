import { expect, test } from 'vitest';
import { openTestApp, readProblem } from './testing/test-app.ts';

const { address } = await openTestApp();

test('answers 404 to an unknown path, 405 with Allow to a wrong method, and OPTIONS with the methods', async () => {
  const unknown = await fetch(`${address}/nothing`);
  expect((await readProblem(unknown)).code).toBe('not-found');
  expect(unknown.status).toBe(404);
  const wrong = await fetch(`${address}/people/a%40b.de`, { method: 'DELETE' });
  expect((await readProblem(wrong)).code).toBe('method-not-allowed');
  expect(wrong.status).toBe(405);
  expect(wrong.headers.get('allow')).toBe('OPTIONS, PUT');
  const options = await fetch(`${address}/things`, { method: 'OPTIONS' });
  expect([options.status, options.headers.get('allow')]).toEqual([204, 'GET, HEAD, OPTIONS, POST']);
});

test('says that an endpoint belongs to another service', async () => {
  expect((await readProblem(await fetch(`${address}/things`))).detail).toContain('Another service answers');
});

test('sends Retry-After with 503', async () => {
  expect((await fetch(`${address}/busy`)).headers.get('retry-after')).toBe('1');
});

test('sends security headers with answers and problems', async () => {
  for (const path of ['/long', '/nothing']) {
    const response = await fetch(address + path);
    expect(response.headers.get('content-security-policy')).toContain("default-src 'self'");
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('x-powered-by')).toBeNull();
  }
});

test('sends data with only those security headers that have an effect on it', async () => {
  const headersOf = async (app: string, path: string) => [...(await fetch(app + path)).headers];
  const secure = await openTestApp({ PUBLIC_URL: 'https://lyceum.example' });
  expect(await headersOf(secure.address, '/healthz')).toEqual([
    ['cache-control', 'no-store'],
    ['connection', 'keep-alive'],
    ['content-length', '15'],
    ['content-security-policy', "default-src 'none';frame-ancestors 'none'"],
    ['content-type', 'application/json; charset=utf-8'],
    ['cross-origin-resource-policy', 'same-origin'],
    ['date', expect.any(String)],
    ['keep-alive', expect.any(String)],
    ['strict-transport-security', 'max-age=31536000'],
    ['x-content-type-options', 'nosniff'],
    ['x-request-id', expect.any(String)],
  ]);
});

const parsePolicy = (response: Response) =>
  new Map(
    (response.headers.get('content-security-policy') ?? '').split(';').map((directive) => {
      const [name = '', ...from] = directive.trim().split(/\s+/);
      return [name, from];
    }),
  );

test('allows videos over https and the cookie-free YouTube player, but only our own scripts and, with one exception, our own styles', async () => {
  const sources = parsePolicy(await fetch(`${address}/long`));
  expect(sources.get('media-src')).toEqual(["'self'", 'https:']);
  expect(sources.get('frame-src')).toEqual(['https://www.youtube-nocookie.com']);
  expect(sources.get('script-src')).toEqual(["'self'"]);
  expect(sources.get('style-src')).toEqual(["'self'", expect.stringMatching(/^'sha256-/)]);
  expect(sources.get('img-src')).toEqual(["'self'", 'data:', 'blob:', 'https:']);
  expect(sources.get('object-src')).toEqual(["'none'"]);
  expect(sources.get('base-uri')).toEqual(["'none'"]);
  // YouTube's player needs the referrer.
  expect((await fetch(`${address}/long`)).headers.get('referrer-policy')).toBe(
    'strict-origin-when-cross-origin',
  );
});

test('allows pictures only from the hosts in IMAGE_HOSTS, if there are any', async () => {
  const strict = await openTestApp({ IMAGE_HOSTS: 'a.example, B.example:8443' });
  expect(parsePolicy(await fetch(strict.address)).get('img-src')).toEqual([
    "'self'",
    'data:',
    'blob:',
    'https://a.example',
    'https://b.example:8443',
  ]);
});

test('compresses long answers', async () => {
  const response = await fetch(`${address}/long`, { headers: { 'accept-encoding': 'gzip' } });
  expect(response.headers.get('content-encoding')).toBe('gzip');
});

test.each([
  ...['identity;q=0', 'gzip;q=0, identity;q=0', '*;q=0', 'unknown, identity;q=0'],
  ...['*;q=.0', '*;q=-1', '*;q=x', '*;a=1;q=.0', 'gzip;q=.0, identity;q=.0'],
])('answers without compression if the client accepts nothing: %s', async (acceptEncoding) => {
  const response = await fetch(`${address}/long`, { headers: { 'accept-encoding': acceptEncoding } });
  expect([response.status, response.headers.get('content-encoding')]).toEqual([200, null]);
  expect(await response.json()).toHaveProperty('text');
});

test('sends HSTS if PUBLIC_URL has https, and not if it has http', async () => {
  const requestHsts = async (PUBLIC_URL: string) => {
    const app = await openTestApp({ PUBLIC_URL });
    return (await fetch(`${app.address}/healthz`)).headers.get('strict-transport-security');
  };
  expect(await requestHsts('https://school.example')).toBe('max-age=31536000');
  expect(await requestHsts('http://school.example')).toBeNull();
});
