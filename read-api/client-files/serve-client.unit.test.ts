import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { allEndpoints } from '#contract/endpoints.ts';
import { clientConfiguration } from '#contract/schemas/configuration.ts';
import { parseConfiguration } from '#platform/configuration.ts';
import { createApp } from '#platform/http/app.ts';
import { type HttpServer, openHttpServer } from '#platform/http/http-server.ts';
import { createSilentLogger } from '#platform/logging.ts';
import { createMetrics } from '#platform/metrics.ts';
import { problemError } from '#platform/problems.ts';
import { requestStatus } from '#platform/testing/request-status.ts';
import { serveApiDescription } from '../openapi/serve-api-description.ts';
import { createAnswerCache } from '../query-handler/answer-cache.ts';
import { readClientFiles } from './read-client-files.ts';
import { serveClient } from './serve-client.ts';
import { serveConfiguration } from './serve-configuration.ts';

const script = `console.log(${JSON.stringify('x'.repeat(3_000))});`;
/** A text that an attacker may use as the name of a course. */
const hostileText = `"><script>alert('1')</script>$& & more`;
const metrics = createMetrics({ defaults: false });
let parentFolder: string;
let folder: string;
let server: HttpServer;
let address: string;
let countedRequests = 0;
let maxCountedRequests = Number.POSITIVE_INFINITY;
let renderPage: (() => Promise<never>) | null = null;

beforeAll(async () => {
  parentFolder = mkdtempSync(join(tmpdir(), 'lyceum-client-'));
  folder = join(parentFolder, 'client');
  mkdirSync(join(folder, 'assets'), { recursive: true });
  mkdirSync(join(folder, 'courses'));
  writeFileSync(join(folder, 'index.html'), '<!doctype html><head><title>Lyceum</title></head>');
  writeFileSync(join(folder, 'assets/main-1a2b.js'), script);
  writeFileSync(join(folder, 'assets/page-1a2b.html'), '<!doctype html>');
  writeFileSync(join(folder, 'assets/icon-1a2b.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  writeFileSync(join(folder, 'assets/main-1a2b.js.br'), brotliCompressSync(script));
  writeFileSync(join(folder, 'assets/main-1a2b.js.gz'), gzipSync(script));
  writeFileSync(join(folder, 'courses/a b.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  writeFileSync(join(parentFolder, 'secret.txt'), 'never');
  const configuration = parseConfiguration({ DATABASE_URL: 'none' });
  const app = createApp({
    service: 'test',
    configuration,
    logger: createSilentLogger(),
    metrics,
    endpoints: allEndpoints,
    middlewares: [
      serveConfiguration(
        {
          firebase: { apiKey: 'key', authDomain: 'a.example', projectId: 'p' },
          authEmulatorUrl: null,
          roleSignup: 'approval',
          emailVerification: 'off',
          idleSignOutMinutes: 0,
          imageHosts: [],
          tracing: null,
          build: 'b',
          demo: false,
        },
        null,
      ),
      serveApiDescription('b'),
      serveClient(readClientFiles(folder), {
        describePage: async (path) => {
          if (path === '/verify/broken') throw new Error('The database does not answer.');
          if (path === '/verify/slow') return Promise.withResolvers<never>().promise;
          return path === '/verify/LYC-1' ? { title: hostileText, description: hostileText } : null;
        },
        fixedDescriptions: new Map([
          ['/faq', { title: 'Questions', description: 'Answers.' }],
          ['/about', { title: 'About', description: 'A long text. '.repeat(100) }],
        ]),
        answerCache: createAnswerCache(metrics),
        publicUrl: 'https://school.example',
        countRequest: async () => {
          countedRequests += 1;
          if (countedRequests > maxCountedRequests)
            throw problemError('too-many-requests', 'Too many requests. Wait a moment and try again.');
        },
        timeoutMs: 50,
        onError: () => {},
        get renderPage() {
          return renderPage;
        },
      }),
      async (context, next) => {
        if (context.path !== '/users') return next();
        context.body = ['an endpoint'];
      },
    ],
  });
  server = await openHttpServer({ listener: app.callback, host: '127.0.0.1', port: 0 });
  address = `http://127.0.0.1:${server.port}`;
});
afterAll(async () => {
  await server.close(100);
  rmSync(parentFolder, { recursive: true });
});

const get = (path: string, headers: Record<string, string> = {}) => fetch(address + path, { headers });
const navigation = { accept: 'text/html,application/xhtml+xml', 'sec-fetch-dest': 'document' };

describe('pages', () => {
  test.each([
    ['/', 200],
    ['/users', 200],
    ['/courseDetails/7', 200],
    ['/no/such/page', 404],
  ])('serves the page for %s with status %i', async (path, status) => {
    const response = await get(path, navigation);
    expect([response.status, response.headers.get('content-type')]).toEqual([
      status,
      'text/html; charset=utf-8',
    ]);
    expect(response.headers.get('cache-control')).toBe('no-cache');
    expect(response.headers.get('vary')).toMatch(/Sec-Fetch-Dest/);
    expect(await response.text()).toContain('<title>Lyceum');
  });

  test('passes a request for the URL of a page on to the endpoint if it is not a navigation', async () => {
    const response = await get('/users');
    expect(await response.json()).toEqual(['an endpoint']);
    expect(response.headers.get('vary')).toMatch(/Accept/);
    expect((await get('/no/such/page')).status).toBe(404);
  });

  test('describes a shared page for previews, and escapes every text', async () => {
    const escaped = '&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;$&amp; &amp; more';
    // A preview program accepts any type, as an API request does.
    for (const headers of [navigation, { accept: '*/*', 'user-agent': 'Twitterbot/1.0' }]) {
      const response = await get('/verify/LYC-1', headers);
      const html = await response.text();
      expect([response.status, response.headers.get('content-type')]).toEqual([
        200,
        'text/html; charset=utf-8',
      ]);
      expect(html).toContain(`<meta property="og:title" content="${escaped}">`);
      expect(html).toContain(`<meta property="og:description" content="${escaped}">`);
      expect(html).toContain('<meta property="og:url" content="https://school.example/verify/LYC-1">');
      expect(html).toContain('<meta property="og:image" content="https://school.example/share.png">');
      expect(html).not.toContain('<script>');
      expect(html.match(/<\/head>/g)).toHaveLength(1);
    }
    for (const path of ['/verify/unknown', '/verify/broken', '/verify/slow', '/users']) {
      const response = await get(path, navigation);
      expect([path, response.status, (await response.text()).includes('og:')]).toEqual([path, 200, false]);
    }
    // An API request to the same path gets no page.
    expect((await get('/verify/LYC-1')).status).toBe(404);
    const apiRequest = { accept: 'application/json, */*', 'user-agent': 'Googlebot/2.1' };
    expect((await get('/verify/LYC-1', apiRequest)).status).toBe(404);
  });

  test('describes a page without parameters, with an entity tag of its own', async () => {
    const response = await get('/faq', navigation);
    const html = await response.text();
    expect(html).toContain('<title>Questions · Lyceum</title>');
    expect(html).toContain('<link rel="canonical" href="https://school.example/faq">');
    const etag = response.headers.get('etag') ?? '';
    expect(etag).not.toBe((await get('/', navigation)).headers.get('etag'));
    expect((await get('/faq', { ...navigation, 'if-none-match': etag })).status).toBe(304);
  });

  test('compresses a described page once for all clients that accept the same coding', async () => {
    const responses = await Promise.all(
      ['br', 'br', 'gzip', 'br', 'identity'].map((coding) =>
        get('/about', { ...navigation, 'accept-encoding': coding }),
      ),
    );
    responses.push(await get('/about', { ...navigation, 'accept-encoding': 'br' }));
    expect(responses.map(({ headers }) => headers.get('content-encoding'))).toEqual([
      'br',
      'br',
      'gzip',
      'br',
      null,
      'br',
    ]);
    for (const response of responses)
      expect(await response.text()).toContain('<title>About · Lyceum</title>');
    const compressions = await metrics.registry.getSingleMetricAsString('lyceum_answer_compressions_total');
    expect(compressions).toMatch(/coding="br"\S* 1$/m);
    expect(compressions).toMatch(/coding="gzip"\S* 1$/m);
  });

  test('counts the requests for which a description is loaded, and no others', async () => {
    onTestFinished(() => {
      maxCountedRequests = Number.POSITIVE_INFINITY;
    });
    [countedRequests, maxCountedRequests] = [0, 2];
    for (const path of ['/users', '/', '/faq', '/verify/LYC-1', '/verify/unknown'])
      expect((await get(path, navigation)).status, path).toBe(200);
    expect((await get('/verify/LYC-1', navigation)).status).toBe(429);
    // A preview program counts as well. Endpoints have the same limit, but count their requests themselves.
    expect((await get('/verify/LYC-1', { 'user-agent': 'Twitterbot/1.0' })).status).toBe(429);
    expect((await get('/verify/LYC-1')).status).toBe(404);
    expect(countedRequests).toBe(4);
  });

  test.each(['/verify/LYC-1', '/courseDetails/7', '/faq'])(
    'counts a request for %s once if its content fails and its description is loaded instead',
    async (path) => {
      onTestFinished(() => {
        renderPage = null;
      });
      renderPage = () => Promise.reject(new Error('The page cannot be rendered.'));
      countedRequests = 0;
      expect((await get(path, navigation)).status).toBe(200);
      expect(countedRequests).toBe(1);
    },
  );

  test('answers 304 for an unchanged page, and answers HEAD', async () => {
    const etag = (await get('/', navigation)).headers.get('etag') ?? '';
    expect((await get('/', { ...navigation, 'if-none-match': etag })).status).toBe(304);
    const head = await fetch(`${address}/`, { method: 'HEAD' });
    expect([head.status, head.headers.get('etag')]).toEqual([200, etag]);
  });
});

describe('files', () => {
  test('lets clients cache files with a hash in their name for a year, and makes them revalidate all others', async () => {
    const asset = await get('/assets/main-1a2b.js');
    expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(asset.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    const image = await get('/courses/a%20b.svg');
    expect([image.status, image.headers.get('cache-control')]).toEqual([200, 'no-cache']);
    expect(image.headers.get('content-type')).toBe('image/svg+xml');
  });

  test.each(['br', 'gzip'])('serves the file that the build has compressed with %s', async (encoding) => {
    const response = await get('/assets/main-1a2b.js', { 'accept-encoding': encoding });
    expect(response.headers.get('content-encoding')).toBe(encoding);
    expect(Number(response.headers.get('content-length'))).toBeLessThan(300);
    expect(await response.text()).toBe(script);
  });

  test('answers 404 for a missing file, even for a navigation', async () => {
    const response = await get('/assets/none.js', navigation);
    expect([response.status, response.headers.get('content-type')]).toEqual([
      404,
      'application/problem+json',
    ]);
  });

  test.each(['/../secret.txt', '/assets/../../secret.txt', '/%2e%2e/secret.txt', '/..%2fsecret.txt'])(
    'does not serve files outside the folder: %s',
    async (path) => {
      expect(await requestStatus(server.port, path)).toBe(404);
    },
  );

  test('answers 404 for a malformed escape sequence', async () => {
    expect(await requestStatus(server.port, '/%E0%A4%A')).toBe(404);
  });
});

test.each(['/', '/courses/a%20b.svg', '/assets/page-1a2b.html', '/assets/icon-1a2b.svg', '/nowhere'])(
  'serves %s with the content security policy of pages, even if it is not modified',
  async (path) => {
    const answer = await get(path, navigation);
    const etag = answer.headers.get('etag') ?? '';
    const repeated = await get(path, { ...navigation, 'if-none-match': etag });
    expect(repeated.status).toBe(answer.status === 200 ? 304 : 404);
    for (const { headers } of [answer, repeated])
      expect(headers.get('content-security-policy')).toContain("script-src 'self'");
  },
);

test('serves files that only pages load with the content security policy of data', async () => {
  const answer = await get('/assets/main-1a2b.js');
  expect(answer.headers.get('content-security-policy')).toBe("default-src 'none';frame-ancestors 'none'");
});

test('serves a configuration that the client accepts', async () => {
  const response = await get('/configuration.json', navigation);
  expect(clientConfiguration.parse(await response.json())).toMatchObject({
    build: 'b',
    authEmulatorUrl: null,
  });
});

describe('the description of the API', () => {
  test('serves JSON, and a page that complies with the content security policy', async () => {
    const description = (await (await get('/openapi.json', navigation)).json()) as { openapi: string };
    expect(description.openapi).toMatch(/^3\.1/);
    const compressed = await get('/openapi.json', { 'accept-encoding': 'br' });
    expect(compressed.headers.get('content-encoding')).toBe('br');
    expect(await compressed.json()).toEqual(description);
    const unchanged = await get('/openapi.json', {
      ...{ 'accept-encoding': 'gzip', 'if-none-match': compressed.headers.get('etag') ?? '' },
    });
    expect([unchanged.status, await unchanged.text()]).toEqual([304, '']);
    const page = await get('/api', navigation);
    const html = await page.text();
    expect(page.headers.get('content-security-policy')).toMatch(/script-src 'self'(;|$)/);
    // No inline scripts or styles, and nothing from other origins.
    expect(html).not.toMatch(/<script(?![^>]* src="\/api\/)|<style|\son\w+=|\sstyle=|https?:/);
    for (const [, path = ''] of html.matchAll(/(?:src|href)="([^"]+)"/g))
      expect((await get(path)).status, path).toBe(200);
    for (const module of ['element', 'example', 'sign-in'])
      expect((await get(`/api/${module}.js`)).headers.get('content-type')).toMatch(/javascript/);
    expect((await get('/api/none.js', navigation)).status).toBe(404);
  });
});

test('serves no files if the client was not built', () => {
  expect(readClientFiles(join(folder, 'nowhere')).size).toBe(0);
  expect(readClientFiles(null).size).toBe(0);
});
