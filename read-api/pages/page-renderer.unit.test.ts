import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type PageAnswer, serverFile, serverFolder } from '#contract/rendered-pages.ts';
import { openPageRenderer, type PageRenderer } from './page-renderer.ts';

const source = `export const renderPage = async ({ address, answer }) => {
  if (address === '/endless') for (;;);
  if (address === '/silent') return new Promise(() => {});
  if (address === '/exit') process.exit(1);
  if (address === '/memory') for (const all = [];;) all.push(new Array(1e5).fill(address));
  if (address === '/broken') throw new Error('This page is broken.');
  const html = address === '/environment' ? Object.keys(process.env).join() : (await answer('/list')).body;
  return { status: 200, html, state: null, headElements: '' };
};`;

const open = (timeoutMs?: number): { renderer: PageRenderer; folder: string } => {
  const folder = mkdtempSync(join(tmpdir(), 'lyceum-client-'));
  mkdirSync(join(folder, serverFolder));
  writeFileSync(join(folder, serverFolder, serverFile), source);
  const renderer = openPageRenderer(folder, timeoutMs);
  if (renderer === null) throw new Error('There is no renderer.');
  onTestFinished(async () => {
    await renderer.close();
    rmSync(folder, { recursive: true });
  });
  return { renderer, folder };
};

const answer = async (): Promise<PageAnswer> => ({ status: 200, headers: {}, body: 'the list' });
const render = async (renderer: PageRenderer, address = '/') => (await renderer.render(address, answer)).html;

test('opens no renderer without a built client, or if the build cannot render', () => {
  expect(openPageRenderer(null)).toBeNull();
  expect(openPageRenderer(tmpdir())).toBeNull();
});

test('renders a page with the answers of the main thread', async () => {
  const { renderer } = open();
  expect(await Promise.all([render(renderer), render(renderer)])).toEqual(['the list', 'the list']);
});

test('a page that throws does not affect other pages', async () => {
  const { renderer } = open();
  const [broken, other] = await Promise.allSettled([render(renderer, '/broken'), render(renderer)]);
  expect(broken).toMatchObject({
    status: 'rejected',
    reason: { message: expect.stringContaining('broken') },
  });
  expect(other).toEqual({ status: 'fulfilled', value: 'the list' });
});

test('a request that fails makes its page fail', async () => {
  const { renderer } = open();
  const fail = () => Promise.reject(new Error('The database does not answer.'));
  await expect(renderer.render('/', fail)).rejects.toThrow('The database does not answer.');
  expect(await render(renderer)).toBe('the list');
});

test.each(['/exit', '/memory'])('the thread starts again after the page %s has ended it', async (address) => {
  const { renderer } = open();
  await expect(render(renderer, address)).rejects.toThrow(/has ended|memory limit/);
  expect(await render(renderer)).toBe('the list');
});

test.each(['/endless', '/silent'])(
  'ends the page %s after the time limit, and renders others',
  async (address) => {
    const { renderer } = open(300);
    await expect(render(renderer, address)).rejects.toThrow('not rendered within 300 ms');
    // On a busy machine other pages may also exceed this short limit.
    await expect.poll(() => render(renderer).catch(() => null)).toBe('the list');
  },
);

test('refuses further pages when many are waiting, because the clients can render them sooner', async () => {
  const { renderer } = open();
  const results = await Promise.allSettled(Array.from({ length: 40 }, () => render(renderer)));
  const refused = results.filter(({ status }) => status === 'rejected');
  expect(refused.length).toBeGreaterThan(10);
  expect(refused.length).toBeLessThan(25);
});

test('closing also ends the pages that wait', async () => {
  const { renderer } = open();
  const asked = Promise.withResolvers<void>();
  const neverAnswered = renderer.render('/', () => {
    asked.resolve();
    return Promise.withResolvers<never>().promise;
  });
  const pages = Promise.allSettled([neverAnswered, render(renderer)]);
  await asked.promise;
  await renderer.close();
  expect((await pages).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
});

test('the thread does not see the environment, which contains secrets', async () => {
  const { renderer } = open();
  expect(await render(renderer, '/environment')).not.toContain('PATH');
});

test('does not render with the code of a later build', async () => {
  const { renderer, folder } = open();
  await expect(render(renderer, '/exit')).rejects.toThrow('has ended');
  writeFileSync(join(folder, serverFolder, serverFile), `${source}// later`);
  await expect(render(renderer)).rejects.toThrow('The client was built again.');
});
