import { expect, test } from 'vitest';
import { allEndpoints } from '#contract/endpoints.ts';
import { parseConfiguration } from '#platform/configuration.ts';
import { createApp } from '#platform/http/app.ts';
import { openHttpServer } from '#platform/http/http-server.ts';
import { createSilentLogger } from '#platform/logging.ts';
import { createMetrics } from '#platform/metrics.ts';
import { afterTests } from '#platform/testing/close-after-tests.ts';
import { requestStatus } from '#platform/testing/request-status.ts';
import { serveSitemap } from './serve-sitemap.ts';

/** The positions at which five courses were added. */
const positions = [10, 20, 30, 40, 50];
const app = createApp({
  service: 'test',
  configuration: parseConfiguration({ DATABASE_URL: 'none' }),
  logger: createSilentLogger(),
  metrics: createMetrics({ defaults: false }),
  endpoints: allEndpoints,
  middlewares: [
    serveSitemap({
      publicUrl: null,
      waitUntilFresh: async () => {},
      findPageStarts: async (size) => positions.filter((_, index) => index % size === 0),
      findCourses: async ({ from, limit }) =>
        positions
          .filter((position) => position >= from)
          .slice(0, limit)
          .map((position) => ({ id: `course-${position}`, updatedAt: new Date(0) })),
      pageSize: 2,
    }),
  ],
});
const server = await openHttpServer({ listener: app.callback, host: '127.0.0.1', port: 0 });
afterTests(() => server.close(100));
const origin = `http://127.0.0.1:${server.port}`;

const read = async (path: string) => (await fetch(origin + path)).text();
const addressesIn = (xml: string) =>
  [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address = '']) => address.replace(origin, ''));

test('a large sitemap is an index, whose pages list every course once', async () => {
  const index = await read('/sitemap.xml');
  expect(index).toContain('<sitemapindex');
  const pages = addressesIn(index);
  expect(pages).toEqual(['/sitemap/0.xml', '/sitemap/30.xml', '/sitemap/50.xml']);
  const lists = await Promise.all(pages.map(async (path) => addressesIn(await read(path))));
  expect(lists.flat().filter((path) => path.includes('course-'))).toEqual(
    positions.map((position) => `/courseDetails/course-${position}`),
  );
  expect(lists.map((list) => list.includes('/allCourses'))).toEqual([true, false, false]);
});

test('robots.txt excludes only private pages, and names the sitemap', async () => {
  const lines = (await read('/robots.txt')).split('\n');
  expect(lines).toContain(`Sitemap: ${origin}/sitemap.xml`);
  expect(lines).toEqual(expect.arrayContaining(['Disallow: /dashboard$', 'Disallow: /dashboard/']));
  for (const path of ['allCourses', 'courseDetails', 'verify', 'auth', 'assets'])
    expect(lines.filter((line) => line.includes(path))).toEqual([]);
});

test.each(['/sitemap/x.xml', '/sitemap/-1.xml', '/sitemap/1', '/sitemap/1234567890123456.xml'])(
  'answers 404 for %s',
  async (path) => {
    expect((await fetch(origin + path)).status).toBe(404);
  },
);

test('refuses a request for an unknown host', async () => {
  expect(await requestStatus(server.port, '/robots.txt', { host: 'evil.example' })).toBe(403);
});
