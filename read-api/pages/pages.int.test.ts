import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { serverFile, serverFolder } from '#contract/rendered-pages.ts';
import { afterTests } from '#platform/testing/close-after-tests.ts';
import { longWait } from '#platform/testing/long-wait.ts';
import { openLiveSchool } from '#testing/live-school.ts';

const clientFolder = mkdtempSync(join(tmpdir(), 'lyceum-client-'));
afterTests(async () => rmSync(clientFolder, { recursive: true }));
mkdirSync(join(clientFolder, serverFolder));
writeFileSync(
  join(clientFolder, 'index.html'),
  '<!doctype html><html><head><title>Lyceum</title></head><body><div id="root"></div></body></html>',
);
// Renders the answers of a page as text.
writeFileSync(
  join(clientFolder, serverFolder, serverFile),
  `export const renderPage = async ({ address, answer }) => {
    if (address.includes('broken')) throw new Error('This page is broken.');
    const id = /courseDetails.(.*)/.exec(address)?.[1];
    const { status, headers, body } = await answer(id ? '/courses/' + id : '/catalogue?limit=3');
    const readAt = status === 200 ? { logId: headers['log-id'], position: Number(headers['log-position']) } : null;
    return {
      status: status === 200 ? 200 : 404,
      html: '<p>' + body + '</p>',
      state: { queries: body, readAt },
      headElements: '',
    };
  };`,
);

const origin = 'https://school.example';
const live = await openLiveSchool({
  clientFolder,
  environment: { PUBLIC_URL: origin },
  // A page that is not rendered in time would be left to the client.
  renderTimeoutMs: longWait.timeout,
});
const { school } = live;

const navigation = { accept: 'text/html', 'sec-fetch-dest': 'document' };
const open = (path: string, headers: Record<string, string> = {}) =>
  live.get(path, null, { ...navigation, ...headers });
const readPage = async (path: string) => (await open(path)).text();
const countCompressions = async () => {
  const metric = await live.node.metrics.registry.getSingleMetric('lyceum_answer_compressions_total')?.get();
  return metric?.values.reduce((sum, { value }) => sum + value, 0) ?? 0;
};

test('sends a public page with its content, its description and the position of its answers', async () => {
  const id = await school.addCourse('Optics');
  const html = await readPage('/');
  expect(html).toMatch(/<div id="root"><p>.*Optics.*<\/p><\/div>/);
  expect(html).toContain(`<link rel="canonical" href="${origin}/">`);
  const api = await live.get('/catalogue?limit=3');
  const state: unknown = JSON.parse(/id="page-state">(.*?)<\/script>/.exec(html)?.[1] ?? '');
  expect(state).toMatchObject({
    queries: await api.text(),
    readAt: { logId: api.headers.get('log-id'), position: Number(api.headers.get('log-position')) },
  });
  expect(await readPage(`/courseDetails/${id}`)).toContain('"@type":"Course"');
});

test('a page shows what was committed before its request, and is not sent again until it changes', async () => {
  const first = await open('/allCourses');
  const tag = first.headers.get('etag') ?? '';
  expect(first.headers.get('cache-control')).toBe('no-cache');
  expect((await open('/allCourses', { 'if-none-match': tag })).status).toBe(304);
  await school.addCourse('Thermodynamics');
  const changed = await open('/allCourses', { 'if-none-match': tag });
  expect([changed.status, await changed.text()]).toEqual([200, expect.stringContaining('Thermodynamics')]);
});

test('compresses a page once per coding', async () => {
  await readPage('/');
  const before = await countCompressions();
  for (let round = 0; round < 3; round += 1)
    for (const coding of ['br', 'gzip']) {
      const page = await open('/instructors', { 'accept-encoding': coding });
      expect([page.headers.get('content-encoding'), await page.text()]).toEqual([
        coding,
        expect.stringContaining('Thermodynamics'),
      ]);
    }
  expect((await countCompressions()) - before).toBe(2);
});

test('answers the page of an unknown or removed course with status 404', async () => {
  const id = await school.addCourse('Alchemy');
  expect((await open(`/courseDetails/${id}`)).status).toBe(200);
  await school.removeCourse(id);
  for (const path of [`/courseDetails/${id}`, '/courseDetails/7'])
    expect((await open(path)).status).toBe(404);
});

test('the name of a course cannot end the element with the page state', async () => {
  await school.addCourse('</script><script>alert(1)</script>');
  const html = await readPage('/allCourses?sort=newest');
  expect(/id="page-state">(.*?)<\/script>/.exec(html)?.[1]).toContain('\\u003c/script>');
});

test('search engines may not keep the page of a certificate, but may keep the page on which a number is entered', async () => {
  for (const path of ['/verify/LYC-2026-1', '/verify/7'])
    expect((await open(path)).headers.get('x-robots-tag'), path).toBe('noindex');
  expect((await open('/verify')).headers.get('x-robots-tag')).toBeNull();
});

test('the preview of a certificate on another site has no content, because the content would name the student', async () => {
  const read = async (userAgent: string) => {
    const answer = await open('/verify/LYC-2026-1', { 'user-agent': userAgent });
    return answer.text();
  };
  expect(await read('Mozilla/5.0')).toContain('<div id="root"><p>');
  expect(await read('Slackbot-LinkExpanding 1.0')).toContain('<div id="root"></div>');
});

test('a page that cannot be rendered is left to the client, and the next one is rendered', async () => {
  const page = await open('/allCourses?search=broken');
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<div id="root"></div>')]);
  expect(await readPage('/')).toContain('<div id="root"><p>');
});

test('the code that renders pages is not public', async () => {
  expect((await live.get(`/${serverFolder}/${serverFile}`)).status).toBe(404);
});

test('an API request to the path of a page gets the answer of the API', async () => {
  const path = '/verify/LYC-2026-1';
  expect((await open(path)).headers.get('content-type')).toContain('text/html');
  const answer = await live.get(path);
  expect(answer.status).toBe(404);
  expect(answer.headers.get('content-type')).toContain('application/problem+json');
});
