import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { publicPages } from '#contract/pages.ts';
import { parseConfiguration } from '#platform/configuration.ts';
import { createSilentLogger } from '#platform/logging.ts';
import { retryLaterError } from '#platform/problems.ts';
import { afterTests } from '#platform/testing/close-after-tests.ts';
import { longWait } from '#platform/testing/long-wait.ts';
import { openLiveSchool } from '#testing/live-school.ts';
import { openReadServices } from '../../services.ts';
import { createCourseDescriber } from './describe-page.ts';

const clientFolder = mkdtempSync(join(tmpdir(), 'lyceum-client-'));
afterTests(async () => rmSync(clientFolder, { recursive: true }));
writeFileSync(join(clientFolder, 'index.html'), '<!doctype html><head><title>Lyceum</title></head>');

const origin = 'https://school.example';
const live = await openLiveSchool({
  clientFolder,
  environment: { PUBLIC_URL: origin },
  // A busy machine may need more than the default half a second.
  descriptionTimeoutMs: longWait.timeout,
});
const { school } = live;

const navigation = { accept: 'text/html', 'sec-fetch-dest': 'document' };
const readPage = async (path: string) => (await live.get(path, null, navigation)).text();
const addressesIn = (xml: string) => [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address);
const dataOf = (html: string): unknown =>
  JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)?.[1] ?? 'null');

test('describes a course on its page as it is now, and does not describe a removed course', async () => {
  const name = 'Physics </script><b>';
  const id = await school.addCourse(name, {
    details: `Forces\n and ${'motion '.repeat(60)}`,
    imageUrl: 'https://pictures.example/physics.png',
    instructor: 'Grace Rahman',
  });
  const path = `/courseDetails/${id}`;
  const html = await readPage(path);
  expect(html).toContain('<title>Physics &lt;/script&gt;&lt;b&gt; · Lyceum</title>');
  expect(html).toContain(`<link rel="canonical" href="${origin}${path}">`);
  expect(html).toContain('<meta property="og:image" content="https://pictures.example/physics.png">');
  expect(html).not.toContain('Grace');
  expect(dataOf(html)).toMatchObject({
    '@type': 'Course',
    name,
    description: expect.stringMatching(/^Forces and motion .{150,190}…$/),
    url: origin + path,
  });
  // A preview program accepts any type.
  const preview = await live.get(path, null, { accept: '*/*', 'user-agent': 'Twitterbot/1.0' });
  expect(await preview.text()).toBe(html);
  await school.editCourse(id, { name: 'Mechanics' });
  expect(await readPage(path)).toContain('<title>Mechanics · Lyceum</title>');
  await school.removeCourse(id);
  expect(await readPage(path)).toBe(await readPage('/courseDetails/7'));
  expect(await readPage(path)).not.toContain('og:');
});

test('does not describe a course with the row of a different replica than the checkpoints', async () => {
  const services = openReadServices(parseConfiguration({ DATABASE_URL: school.url }), createSilentLogger());
  onTestFinished(() => services.close());
  const describeFromAnotherServer = createCourseDescriber({
    ...services,
    requireSameServer: () => {
      throw retryLaterError('unavailable', 'The data cannot be reached.', 2);
    },
  });
  const path = `/courseDetails/${await school.addCourse('Statics')}`;
  expect(await createCourseDescriber(services)(path)).toMatchObject({ title: 'Statics' });
  await expect(describeFromAnotherServer(path)).rejects.toMatchObject({ code: 'unavailable' });
});

test('replaces a picture without an https address with the default picture', async () => {
  const id = await school.addCourse('Local picture', { imageUrl: '/courses/a.svg' });
  expect(await readPage(`/courseDetails/${id}`)).toContain(`content="${origin}/share.png"`);
});

test('public pages have a description, and neither private pages nor the login page have one', async () => {
  for (const path of publicPages)
    expect(await readPage(path), path).toContain(`<link rel="canonical" href="${origin}${path}">`);
  for (const path of ['/users', '/myProfile', '/auth/login'])
    expect(await readPage(path), path).not.toContain('canonical');
});

test('the sitemap lists public pages and courses, without removed ones', async () => {
  const kept = await school.addCourse('Kept');
  const removed = await school.addCourse('Removed');
  await school.removeCourse(removed);
  const response = await live.get('/sitemap.xml', null, navigation);
  expect([response.status, response.headers.get('content-type')]).toEqual([
    200,
    'application/xml; charset=utf-8',
  ]);
  const addresses = addressesIn(await response.text());
  expect(addresses).toEqual(expect.arrayContaining(publicPages.map((path) => origin + path)));
  expect(addresses).toContain(`${origin}/courseDetails/${kept}`);
  expect(addresses).not.toContain(`${origin}/courseDetails/${removed}`);
  const ifChanged = { 'if-none-match': response.headers.get('etag') ?? '' };
  expect((await live.get('/sitemap.xml', null, ifChanged)).status).toBe(304);
  await school.restoreCourse(removed);
  const restored = await live.get('/sitemap.xml', null, ifChanged);
  expect(addressesIn(await restored.text())).toContain(`${origin}/courseDetails/${removed}`);
});
