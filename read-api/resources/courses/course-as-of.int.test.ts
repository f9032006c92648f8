import { expect, test } from 'vitest';
import { type PastCourse, pastCourse } from '#contract/schemas/courses.ts';
import type { DomainEvent } from '#events/catalogue/catalogue.ts';
import { enrolmentIdOf } from '#platform/identity/record-ids.ts';
import { openLiveSchool } from '#testing/live-school.ts';
import type { TestUser } from '#testing/school.ts';

const videos = [1, 2, 3, 4, 5].map((module) => `/own/${module}.webm`);
const live = await openLiveSchool();
const { school } = live;
const { ada, sam } = await school.registerAll({ ada: 'Admin', sam: 'Student' });
const course = await school.addCourse('Algorithms', { price: 100 });
const act = (event: DomainEvent) => school.append(`course-${course}`, event, { id: ada.id, role: 'Admin' });
/** The position of each version: added, repriced, removed, restored, renamed. */
const versionPositions = [
  await school.log.reader.head(),
  await act({ type: 'CourseEdited', data: { changes: { price: 120, videos } } }),
  await act({ type: 'CourseRemoved', data: {} }),
  await act({ type: 'CourseRestored', data: {} }),
];
await school.addCourse('In between');
versionPositions.push(
  await act({ type: 'CourseEdited', data: { changes: { name: 'Algorithms II', instructor: 'D. Knuth' } } }),
);

const request = (moment: string | number | null, requester: TestUser | null = ada, id = course) =>
  live.get(
    `/courses/${id}${moment === null ? '' : `?${new URLSearchParams({ asOf: String(moment) })}`}`,
    requester,
  );
const read = async (moment: string | number, id = course): Promise<PastCourse> =>
  pastCourse.parse(await (await request(moment, ada, id)).json());

test('shows the course at each position, with links to the previous and next version', async () => {
  const [added, repriced, removed, restored, renamed] = versionPositions as [
    number,
    number,
    number,
    number,
    number,
  ];
  expect(await read(added)).toMatchObject({
    ...{
      course_name: 'Algorithms',
      price: 100,
      videos: null,
      instructor: expect.not.stringMatching('Knuth'),
    },
    asOf: { position: added, version: 1, versions: 5, removed: false, previous: null, next: repriced },
  });
  expect(await read(repriced)).toMatchObject({
    ...{ price: 120, videos },
    asOf: {
      ...{ version: 2, previous: added, next: removed },
      happened: 'ada edited course CSE Algorithms',
    },
  });
  expect(await read(removed)).toMatchObject({ price: 120, asOf: { version: 3, removed: true } });
  expect(await read(restored)).toMatchObject({ asOf: { version: 4, removed: false, next: renamed } });
  expect(await read(renamed)).toMatchObject({
    course_name: 'Algorithms II',
    asOf: { version: 5, next: null, until: null },
  });
  // Events of other courses do not start a new version.
  const versionAt = async (moment: number) => {
    const { asOf, ...fields } = await read(moment);
    return { ...fields, asOf: { ...asOf, countedAt: null } };
  };
  expect(await versionAt(restored + 1)).toEqual(await versionAt(restored));
  expect(await versionAt(renamed + 1_000)).toEqual(await versionAt(renamed));
  const { countedAt, at: startedAt } = (await read(restored)).asOf;
  expect(countedAt).toBe(startedAt);
});

test('shows enrolments and rating at each position, without users who have since been removed', async () => {
  const [tom, una] = [await school.register('tom'), await school.register('una')];
  const crowded = await school.addCourse('Crowds');
  const otherCourse = await school.addCourse('Elsewhere');
  const appendEnrolment = (person: TestUser, type: 'StudentEnrolled' | 'StudentLeft', courseId = crowded) =>
    school.append(`enrolment-${enrolmentIdOf(person.id, courseId)}`, {
      type,
      data: { userId: person.id, courseId },
    });
  const expected: [number, number, number, number | null][] = [];
  const expectFromNow = async (enrolled: number, reviews: number, rating: number | null) =>
    expected.push([await school.log.reader.head(), enrolled, reviews, rating]);
  await expectFromNow(0, 0, null);
  await appendEnrolment(sam, 'StudentEnrolled');
  await appendEnrolment(tom, 'StudentEnrolled', otherCourse);
  await expectFromNow(1, 0, null);
  await appendEnrolment(tom, 'StudentEnrolled');
  await appendEnrolment(una, 'StudentEnrolled');
  await expectFromNow(3, 0, null);
  await appendEnrolment(sam, 'StudentLeft');
  const [first, other] = [await school.review(tom, crowded, 8), await school.review(una, crowded, 5.5)];
  await school.review(tom, otherCourse, 1);
  await expectFromNow(2, 2, 6.75);
  await first.revise({ rating: 10 });
  await appendEnrolment(sam, 'StudentEnrolled');
  await expectFromNow(3, 2, 7.75);
  await other.remove();
  await expectFromNow(3, 1, 10);
  await other.restore();
  await appendEnrolment(tom, 'StudentLeft');
  await expectFromNow(2, 2, 7.75);
  const statistics = async () =>
    Promise.all(
      expected.map(async ([moment]) => {
        const { enrolled, reviews, rating } = (await read(moment, crowded)).asOf;
        return [moment, enrolled, reviews, rating];
      }),
    );
  expect(await statistics()).toEqual(expected);
  await school.removeUser(una);
  expect((await statistics()).map(([, ...counts]) => counts)).toEqual([
    [0, 0, null],
    [1, 0, null],
    [2, 0, null],
    [1, 1, 8],
    [2, 1, 10],
    [2, 1, 10],
    [1, 1, 10],
  ]);
});

test('accepts a time as the moment, with milliseconds or an offset', async () => {
  const repriced = await read(versionPositions[1] ?? 0);
  expect(await read(repriced.asOf.at)).toEqual(repriced);
  const justBefore = new Date(Date.parse(repriced.asOf.at) - 1).toISOString();
  // If both versions are from the same millisecond, there is no moment between them.
  if (justBefore >= (await read(versionPositions[0] ?? 0)).asOf.at)
    expect((await read(justBefore)).asOf.version).toBe(1);
  expect((await read('2100-01-01T00:00:00+06:00')).asOf.version).toBe(5);
  expect((await request('2001-01-01T00:00:00Z')).status).toBe(404);
});

test('answers 404 for a moment before the course existed', async () => {
  const answer = await request((versionPositions[0] ?? 1) - 1);
  expect(answer.status).toBe(404);
  expect(await answer.json()).toMatchObject({ detail: 'There was no such course at that moment.' });
  expect((await request(versionPositions[0] ?? 0, ada, '00000000-0000-4000-8000-0000000000ff')).status).toBe(
    404,
  );
});

test('only Admins read the past; everybody reads the present', async () => {
  for (const [requester, status] of [[null, 401] as const, [sam, 403] as const, [ada, 200] as const])
    expect((await request(versionPositions[0] ?? 0, requester)).status).toBe(status);
  const present = await request(null, null);
  expect([present.status, present.headers.get('cache-control')]).toEqual([200, 'no-cache']);
  expect(await present.json()).not.toHaveProperty('asOf');
  const past = await request(versionPositions[0] ?? 0);
  expect(past.headers.get('cache-control')).toBe('private, no-store');
  expect(past.headers.get('etag')).not.toBe(present.headers.get('etag'));
});

test('the entity tag changes when the editor is renamed or removed', async () => {
  const ben = await school.register('ben', 'Admin');
  const edit = { type: 'CourseEdited', data: { changes: { price: 7 } } } as const;
  const other = await school.addCourse('Compilers');
  const moment = await school.append(`course-${other}`, edit, { id: ben.id, role: 'Admin' });
  const requestWithTag = async (tag: string | null = null) => {
    const answer = await live.get(
      `/courses/${other}?asOf=${moment}`,
      ada,
      tag === null ? {} : { 'if-none-match': tag },
    );
    const course = answer.status === 304 ? null : pastCourse.parse(await answer.json());
    return { status: answer.status, tag: answer.headers.get('etag'), happened: course?.asOf.happened };
  };
  const first = await requestWithTag();
  expect(first.happened).toBe('ben edited course CSE Compilers');
  expect((await requestWithTag(first.tag)).status).toBe(304);
  await school.append(`user-${ben.id}`, {
    type: 'UserProfileEdited',
    data: { name: 'Benjamin', imageUrl: '/ben.svg' },
  });
  const renamed = await requestWithTag(first.tag);
  expect(renamed).toMatchObject({ status: 200, happened: 'Benjamin edited course CSE Compilers' });
  await school.removeUser(ben);
  const removed = await requestWithTag(renamed.tag);
  expect(removed).toMatchObject({ status: 200, happened: 'A removed user edited course CSE Compilers' });
  expect((await requestWithTag(removed.tag)).status).toBe(304);
});

test.each(['yesterday', '-1', '1e3', '2026-11-21', ''])('rejects asOf=%s', async (moment) => {
  const answer = await request(moment);
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ code: 'invalid-input' });
});
