import { beforeAll, describe, expect, test } from 'vitest';
import { minLengthForNearMisses } from '#contract/fold-text.ts';
import { type Course, courseList, course as courseSchema } from '#contract/schemas/courses.ts';
import { openLiveSchool } from '#testing/live-school.ts';

const live = await openLiveSchool();
const { school } = live;

const get = (path: string, headers: Record<string, string> = {}) => live.get(path, null, headers);
const list = async (query = ''): Promise<Course[]> =>
  courseList.parse(await (await get(`/courses${query}`)).json());
const search = async (text: string) =>
  (await list(`?searchParams=${encodeURIComponent(text)}`)).map((course) => course.course_name);

describe('search', () => {
  beforeAll(async () => {
    for (const name of [
      'Database Systems',
      'Algorithms and Data Structures',
      '100% Physics',
      '100 Years of Physics',
      'Snake_case for All',
      'Snakescase',
      'Linear Algebra (honours)',
      'Back\\slash',
      'Économie générale',
      'Die Straße nach Rom',
    ])
      await school.addCourse(name);
  });

  test.each([
    ['', 10],
    ['zzzzqqqq', 0],
  ])('%j finds %i courses', async (text, found) => {
    expect(await search(text)).toHaveLength(found);
  });

  test('without a text, returns the whole catalogue in the order in which the courses were added', async () => {
    const all = await list();
    expect(all.map((course) => course.course_name).slice(0, 3)).toEqual([
      'Database Systems',
      'Algorithms and Data Structures',
      '100% Physics',
    ]);
    expect(all[0]).toMatchObject({ course_code: 'CSE', price: 100, imageUrl: '/course.svg' });
  });

  test.each([
    ['DATABASE', ['Database Systems']],
    ['data', ['Database Systems', 'Algorithms and Data Structures']],
    ['100%', ['100% Physics']],
    ['%', ['100% Physics']],
    ['_', ['Snake_case for All']],
    ['(', ['Linear Algebra (honours)']],
    ['\\', ['Back\\slash']],
    ['ÉCONOMIE', ['Économie générale']],
    ['E\u0301conomie', ['Économie générale']],
    ['economie', ['Économie générale']],
    ['DÄTABASE', ['Database Systems']],
    ['STRASSE', ['Die Straße nach Rom']],
    ["' or '1'='1", []],
    ['\u0000', []],
  ])('searches for %j literally, regardless of case and accents', async (text, names) => {
    const found = await search(text);
    expect(found.slice(0, names.length)).toEqual(names);
    // A longer text that a name contains may also find near misses.
    if (text.length < minLengthForNearMisses || names.length === 0) expect(found).toHaveLength(names.length);
  });

  test('lists names that contain the text before near misses', async () => {
    expect((await search('snake_case'))[0]).toBe('Snake_case for All');
    expect(await search('snake_case')).toContain('Snakescase');
  });

  test.each([
    ['databse', 'Database Systems'],
    ['algoritms', 'Algorithms and Data Structures'],
    ['pyhsics', '100% Physics'],
    ['phisics', '100 Years of Physics'],
    ['lineer algebra', 'Linear Algebra (honours)'],
    ['économie generale', 'Économie générale'],
  ])('finds a name despite a typing error: %s', async (text, name) => {
    expect(await search(text)).toContain(name);
  });

  test.each([
    ['?searchParams=a&searchParams=b'],
    ['?searchParams[toString]=a&limit=x'],
    ['?limit=0'],
    ['?limit=501'],
    ['?limit='],
    ['?limit=1e9'],
    ['?cursor=rubbish'],
    [`?searchParams=${'x'.repeat(201)}`],
  ])('rejects %s with an error sentence', async (query) => {
    const response = await get(`/courses${query}`);
    const problem = (await response.json()) as { code: string; errors: { message: string }[] };
    expect([response.status, problem.code]).toEqual([400, 'invalid-input']);
    expect(problem.errors[0]?.message).toMatch(/^[A-Z].*\.$/);
  });
});

describe('paging', () => {
  const pagesOf = async (
    query: string,
    {
      limit = 3,
      afterPage = async () => {},
    }: { limit?: number; afterPage?: (page: number) => Promise<unknown> },
  ) => {
    const names: string[] = [];
    let cursor: string | null = '';
    for (let page = 1; cursor !== null; page += 1) {
      const response = await get(`/courses?limit=${limit}${query}${cursor && `&cursor=${cursor}`}`);
      names.push(...courseList.parse(await response.json()).map((course) => course.course_name));
      cursor = response.headers.get('next-cursor');
      if (cursor !== null) await afterPage(page);
    }
    return names;
  };

  test('pages contain each course once, even while courses are added and removed', async () => {
    const before = (await list()).map((course) => course.course_name);
    const removedId = await school.addCourse('To be removed');
    const names = await pagesOf('', {
      afterPage: async (page) => {
        if (page <= 2) await school.addCourse(`Added meanwhile ${page}`);
        if (page === 2) await school.removeCourse(removedId);
      },
    });
    expect(names).toEqual([...before, 'Added meanwhile 1', 'Added meanwhile 2']);
  });

  test('near misses follow exact matches across pages, and no name appears twice', async () => {
    for (const name of ['Aded meanwhile', 'Added meanwile']) await school.addCourse(name);
    const exact = ['Added meanwhile 1', 'Added meanwhile 2'];
    const all = await search('added meanwhile');
    expect(all.slice(0, 2)).toEqual(exact);
    expect(all).toEqual(expect.arrayContaining(['Aded meanwhile', 'Added meanwile']));
    expect(new Set(all).size).toBe(all.length);
    expect(await pagesOf('&searchParams=added%20meanwhile', { limit: 1 })).toEqual(all);
    // A match that is added between two pages is on a later page.
    const withLater = await pagesOf('&searchParams=added%20meanwhile', {
      limit: 1,
      afterPage: async (page) => page === 1 && (await school.addCourse('Added meanwhile 3')),
    });
    expect(withLater).toEqual([...exact, 'Added meanwhile 3', ...all.slice(2)]);
  });

  test('rejects the cursor of another search', async () => {
    const { headers } = await get('/courses?limit=1');
    const response = await get(`/courses?limit=1&searchParams=a&cursor=${headers.get('next-cursor')}`);
    expect(response.status).toBe(400);
  });
});

describe('one course', () => {
  test('is equal to its entry in the list, with its version added; HEAD gives the same entity tag', async () => {
    const id = await school.addCourse('Optics');
    const response = await get(`/courses/${id}`);
    const course = courseSchema.parse(await response.json());
    expect(course).toEqual({ ...(await list('?searchParams=optics'))[0], version: 1 });
    const head = await fetch(`${live.node.address}/courses/${id}`, { method: 'HEAD' });
    expect([head.status, head.headers.get('etag')]).toEqual([200, response.headers.get('etag')]);
  });

  test.each(['00000000-0000-4000-8000-000000000000', 'nonsense', '%00', "1';drop table read.courses"])(
    'answers 404 for the id %s',
    async (id) => {
      const response = await get(`/courses/${id}`);
      expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([
        404,
        'not-found',
      ]);
    },
  );

  test('shows its teacher and its own five videos', async () => {
    const id = await school.addCourse('Own pictures');
    expect(await (await get(`/courses/${id}`)).json()).toMatchObject({ instructorId: null, videos: null });
    const own = {
      instructorId: '5c0fd2a2-54f4-4c5f-9e33-0b6a3a3b7c11',
      videos: ['/1.webm', '/2, "two".webm', 'https://youtu.be/dQw4w9WgXcQ', '/{4}.webm', '/5.webm'],
    };
    await school.editCourse(id, own);
    const course: unknown = await (await get(`/courses/${id}`)).json();
    expect(course).toMatchObject(own);
    expect(courseSchema.parse(course)).toEqual(course);
  });

  test('shows its version, which is the number of its last event', async () => {
    const id = await school.addCourse('Versions');
    await school.addCourse('Another course');
    for (const change of [
      () => school.editCourse(id, { price: 7 }),
      () => school.removeCourse(id),
      () => school.restoreCourse(id),
    ])
      await change();
    expect(await (await get(`/courses/${id}`)).json()).toMatchObject({ price: 7, version: 4 });
  });

  test('a removed course is found nowhere until it is restored', async () => {
    const id = await school.addCourse('Alchemy');
    await school.removeCourse(id);
    expect((await get(`/courses/${id}`)).status).toBe(404);
    expect(await search('alchemy')).toEqual([]);
    await school.restoreCourse(id);
    expect((await get(`/courses/${id}`)).status).toBe(200);
  });

  test('a path with a malformed escape is not found', async () => {
    expect((await get('/courses/%E0%A4%A')).status).toBe(404);
  });
});
