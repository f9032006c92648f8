import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { catalogueSorts, cataloguePage as pageSchema } from '#contract/schemas/courses.ts';
import { openLiveSchool } from '#testing/live-school.ts';

const live = await openLiveSchool();
const { school } = live;

type Page = z.infer<typeof pageSchema> & { next: string | null };
const read = async (query: Record<string, string> = {}): Promise<Page> => {
  const response = await live.get(`/catalogue?${new URLSearchParams(query)}`);
  return { ...pageSchema.parse(await response.json()), next: response.headers.get('next-cursor') };
};
const names = ({ courses }: Pick<Page, 'courses'>) => courses.map((course) => course.course_name);

const courses = {
  zoology: await school.addCourse('Zoology', { difficulty: '7 out of 10', price: 30, category: 'Medical' }),
  algebra: await school.addCourse('Algebra', { difficulty: '10', price: 20 }),
  ecology: await school.addCourse('Écologie', { difficulty: 'hard', price: 10 }),
  botany: await school.addCourse('botany', { difficulty: ' 7,5', price: 20, category: 'Medical' }),
  drawing: await school.addCourse('Drawing', { difficulty: '9/10', price: 40 }),
};
const orders = {
  match: ['Zoology', 'Algebra', 'Écologie', 'botany', 'Drawing'],
  name: ['Algebra', 'botany', 'Drawing', 'Écologie', 'Zoology'],
  difficulty: ['Algebra', 'Drawing', 'botany', 'Zoology', 'Écologie'],
  newest: ['Drawing', 'botany', 'Écologie', 'Algebra', 'Zoology'],
  price: ['Écologie', 'Algebra', 'botany', 'Zoology', 'Drawing'],
} as const;

test('lists the fields that the cards show, with the total and the position at which the courses were counted', async () => {
  const page = await read();
  expect(page).toMatchObject({ total: 5, next: null, suggestions: [] });
  expect(page.position).toBe(await school.log.reader.head());
  const {
    details: _,
    videos: __,
    version: ___,
    ...listed
  } = (await live.getJson(`/courses/${courses.zoology}`)) as {
    details: string;
    videos: null;
    version: number;
  };
  expect(page.courses[0]).toEqual({ ...listed, addedPosition: expect.any(Number) });
});

describe.each(catalogueSorts)('in the order %s', (sort) => {
  test('pages contain each course once, and every page has the total', async () => {
    const listed: string[] = [];
    let cursor: string | null = null;
    do {
      const page: Page = await read({ sort, limit: '2', ...(cursor === null ? {} : { cursor }) });
      expect(page.total).toBe(5);
      listed.push(...names(page));
      cursor = page.next;
    } while (cursor !== null);
    expect(listed).toEqual(orders[sort]);
  });

  test('filters by category and by a search', async () => {
    const medical = await read({ sort, category: 'Medical', limit: '1' });
    expect([medical.total, names(medical)]).toEqual([
      2,
      orders[sort].filter((name) => /^(Zoology|botany)$/.test(name)).slice(0, 1),
    ]);
    // Zoology and Écologie contain the text.
    expect(names(await read({ sort, search: 'LOG' }))).toEqual(
      orders[sort].filter((name) => /log/i.test(name)),
    );
  });
});

test('a search lists near misses after matches, across pages', async () => {
  const first = await read({ search: 'algebr', limit: '1' });
  expect([first.total, names(first)]).toEqual([1, ['Algebra']]);
  await school.addCourse('Algerba for Typists');
  await school.addCourse('Algebra again');
  const listed: string[] = [];
  let cursor: string | null = null;
  do {
    const page: Page = await read({
      ...{ search: 'algebra', limit: '1' },
      ...(cursor === null ? {} : { cursor }),
    });
    listed.push(...names(page));
    cursor = page.next;
  } while (cursor !== null);
  expect(listed).toEqual(['Algebra', 'Algebra again', 'Algerba for Typists']);
});

test('if a search finds nothing, suggests names from all categories that are similar to one of its words', async () => {
  const { total, suggestions } = await read({
    search: 'the drawings of unheard animals',
    category: 'Medical',
  });
  expect([total, suggestions]).toEqual([0, ['Drawing']]);
  expect((await read({ search: 'qqqq zzzz' })).suggestions).toEqual([]);
  expect((await read({ search: '\0' })).courses).toEqual([]);
  expect((await read({ search: '%' })).courses).toEqual([]);
});

test('a later page lists every course after its cursor once, even if courses were added, edited or removed since the first page', async () => {
  const first = await read({ sort: 'price', limit: '3' });
  await school.editCourse(courses.algebra, { price: 21 });
  await school.removeCourse(courses.botany);
  await school.addCourse('Calligraphy', { price: 35 });
  const second = await read({ sort: 'price', limit: '100', cursor: first.next ?? '' });
  expect(names(second)).toEqual(
    expect.arrayContaining(['Algebra', 'Zoology', 'Calligraphy', 'Drawing', 'Algebra again']),
  );
  expect(names(second)).not.toContain('botany');
  expect(new Set(names(second)).size).toBe(second.courses.length);
});

test.each<Record<string, string>>([
  { sort: 'random' },
  { category: 'Cooking' },
  { limit: '101' },
  { limit: '0' },
  { cursor: 'rubbish' },
  { search: 'x'.repeat(201) },
])('rejects %j', async (query) => {
  const response = await live.get(`/catalogue?${new URLSearchParams(query)}`);
  expect([response.status, await response.json()]).toMatchObject([400, { code: 'invalid-input' }]);
});

test('rejects the cursor of another listing, and forged cursors with invalid values', async () => {
  const { next } = await read({ sort: 'price', limit: '1' });
  if (next === null) throw new Error('There is no second page.');
  const [digest] = JSON.parse(Buffer.from(next, 'base64url').toString()) as [string];
  const { next: nameCursor } = await read({ sort: 'name', limit: '1' });
  const [nameDigest] = JSON.parse(Buffer.from(nameCursor ?? '', 'base64url').toString()) as [string];
  const forge = (parts: unknown[]) => Buffer.from(JSON.stringify(parts)).toString('base64url');
  const refused: Record<string, string>[] = [
    { sort: 'name', cursor: next },
    { sort: 'price', category: 'Medical', cursor: next },
    { sort: 'price', cursor: forge([digest, 'cheap', 1]) },
    { sort: 'price', cursor: forge([digest, 1, -1]) },
    { sort: 'name', cursor: forge([nameDigest, '\0', 1]) },
    { sort: 'name', cursor: forge([nameDigest, 7, 1]) },
  ];
  for (const query of refused)
    expect((await live.get(`/catalogue?${new URLSearchParams(query)}`)).status).toBe(400);
  // A value that is valid but unlikely is accepted, and finds nothing.
  const far = await read({ sort: 'price', cursor: forge([digest, 1e300, Number.MAX_SAFE_INTEGER]) });
  expect(far.courses).toEqual([]);
});

test('lists the courses of an instructor by id, and with `alsoByName` also those that only show the name of that user', async () => {
  const { grace, sam } = await school.registerAll({ grace: 'Instructor', sam: 'Student' });
  await school.addCourse('Compilers', { instructorId: grace.id, instructor: 'Somebody' });
  await school.addCourse('Debuggers', { instructor: '  GRACE ' });
  await school.addCourse('Sailing', { instructor: 'Sam' });
  expect(names(await read({ instructorId: grace.id }))).toEqual(['Compilers']);
  const taught = await read({ instructorId: grace.id, alsoByName: 'true' });
  expect([taught.total, names(taught)]).toEqual([2, ['Compilers', 'Debuggers']]);
  // An earlier release of the client sends the name.
  const old = await read({ instructorId: grace.id, instructorName: 'grace' });
  expect(names(old)).toEqual(['Compilers', 'Debuggers']);
  // The name of a student is not public.
  expect(names(await read({ instructorId: sam.id, alsoByName: 'true' }))).toEqual([]);
  const first = await read({ instructorId: grace.id, alsoByName: 'true', limit: '1' });
  const cursor = first.next ?? '';
  expect(names(await read({ instructorId: grace.id, alsoByName: 'true', cursor }))).toEqual(['Debuggers']);
  expect((await live.get(`/catalogue?instructorId=${grace.id}&cursor=${cursor}`)).status).toBe(400);
});
