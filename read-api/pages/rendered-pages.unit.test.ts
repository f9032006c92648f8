import { expect, test } from 'vitest';
import type { AnswerPageRequest, PageState, RenderedPage } from '#contract/rendered-pages.ts';
import { problemError } from '#platform/problems.ts';
import type { VisitorAnswer } from '../query-handler/visitor-answers.ts';
import { createRenderedPages } from './rendered-pages.ts';

const pageWith = (html: string): RenderedPage => ({ status: 200, html, state: null, headElements: '' });

/** Creates a school whose answers have its version in their entity tags, and a renderer that counts its pages. */
const createFakeSchool = () => {
  const school = {
    version: 1,
    position: 10,
    time: 0,
    renderings: 0,
    description: 'A page' as string | null,
    state: null as PageState | null,
    beforeAnswer: async () => {},
    afterAnswer: async () => {},
    describe: async (_address: string) => null as string | null,
    get: async (_address: string) => ({ html: '', tag: '', key: '' }),
  };
  const answerVisitor = async (path: string): Promise<VisitorAnswer> => {
    if (path === '/missing') throw problemError('not-found', 'There is nothing here.');
    const { version, position } = school;
    return {
      tag: `${path} ${version}`,
      position,
      load: async () => ({ body: `version ${version}`, headers: {} }),
    };
  };
  const render = async (address: string, answer: AnswerPageRequest) => {
    school.renderings += 1;
    if (address === '/broken') throw new Error('This page cannot be rendered.');
    await school.beforeAnswer();
    const { status, body } = await answer(address === '/missing' ? '/missing' : '/list');
    await school.afterAnswer();
    return {
      ...pageWith(body),
      state: school.state,
      status: status === 200 ? (200 as const) : (404 as const),
    };
  };
  const find = createRenderedPages<string>({
    renderer: { render },
    answerVisitor,
    describe: async () => school.description,
    now: () => school.time,
  });
  school.get = async (address) => {
    const { page, tag, key } = await find(address);
    return { html: page.html, tag, key };
  };
  school.describe = async (address) => (await find(address)).description;
  return school;
};

test('renders a page once as long as its answers do not change', async () => {
  const school = createFakeSchool();
  const first = await school.get('/');
  expect(first.html).toBe('version 1');
  expect(await school.get('/')).toEqual(first);
  expect(school.renderings).toBe(1);
  school.version = 2;
  const second = await school.get('/');
  expect(second.html).toBe('version 2');
  expect(second.tag).not.toBe(first.tag);
});

test('concurrent requests share a rendering', async () => {
  const school = createFakeSchool();
  const pages = await Promise.all(Array.from({ length: 5 }, () => school.get('/')));
  expect(new Set(pages.map(({ html }) => html))).toEqual(new Set(['version 1']));
  expect(school.renderings).toBe(1);
});

test('a request does not get a page that was read before a change that it must see', async () => {
  const school = createFakeSchool();
  const { promise, resolve } = Promise.withResolvers<void>();
  let hasRead = false;
  school.afterAnswer = () => {
    hasRead = true;
    return promise;
  };
  const running = school.get('/');
  await expect.poll(() => hasRead).toBe(true);
  school.afterAnswer = async () => {};
  school.version = 2;
  const late = school.get('/');
  resolve();
  expect((await running).html).toBe('version 1');
  expect((await late).html).toBe('version 2');
});

test('keeps no description that is older than the content of its page', async () => {
  const school = createFakeSchool();
  school.beforeAnswer = async () => {
    await Promise.resolve();
    school.version = 2;
    school.description = 'The page as of version 2';
  };
  expect([(await school.get('/')).html, await school.describe('/')]).toEqual([
    'version 2',
    'The page as of version 2',
  ]);
  expect(school.renderings).toBe(1);
});

test('renders a page again, under the same tag, if it is far behind the log', async () => {
  const school = createFakeSchool();
  const first = await school.get('/');
  school.position = 1_000;
  expect(await school.get('/')).toEqual(first);
  school.time = 10_000;
  const renewed = await school.get('/');
  expect(renewed).toEqual({ ...first, key: renewed.key });
  expect(renewed.key).not.toBe(first.key);
  expect(school.renderings).toBe(2);
});

test('keeps neither a page that does not exist nor one without its description', async () => {
  const school = createFakeSchool();
  await school.get('/missing');
  await school.get('/missing');
  expect(school.renderings).toBe(2);
  school.description = null;
  await school.get('/');
  school.description = 'Now there is one';
  await school.get('/');
  await school.get('/');
  expect(school.renderings).toBe(4);
});

test('keeps no page whose state needs more memory than all pages together may use', async () => {
  const school = createFakeSchool();
  school.state = { queries: 'x'.repeat(17 * 1_048_576), readAt: null };
  await school.get('/');
  await school.get('/');
  expect(school.renderings).toBe(2);
});

test('an error does not prevent the next attempt', async () => {
  const school = createFakeSchool();
  for (let attempt = 0; attempt < 2; attempt += 1)
    await expect(school.get('/broken')).rejects.toThrow('cannot be rendered');
  expect(school.renderings).toBe(2);
});
