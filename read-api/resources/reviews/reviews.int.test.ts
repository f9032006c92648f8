import { expect, test } from 'vitest';
import { headers } from '#contract/headers.ts';
import { reviewList } from '#contract/schemas/reviews.ts';
import { openLiveSchool } from '#testing/live-school.ts';
import type { TestUser } from '#testing/school.ts';

const live = await openLiveSchool();
const { school } = live;
const { sam, eve, ada, tom } = await school.registerAll({
  ...{ sam: 'Student', eve: 'Student', ada: 'Admin', tom: 'Instructor' },
});

const request = (query = '', reader: TestUser | null = null, headers: Record<string, string> = {}) =>
  live.get(`/reviews${query}`, reader, headers);
const reviewsFor = async (reader: TestUser | null = null, query = '') =>
  reviewList.parse(await (await request(query, reader)).json());

test('shows the author’s full e-mail only to the author and to Admins', async () => {
  const courseId = await school.addCourse('Reviewed', { code: 'PHY', imageUrl: '/p.svg' });
  const { id, enrolmentId, revise, submit, remove } = await school.review(sam, courseId, 9, 'Light.');
  const fullReview = {
    _id: id,
    rating: 9,
    comment: 'Light.',
    courseId: enrolmentId,
    enrolmentId,
    catalogueId: courseId,
    userEmail: sam.email,
    userName: expect.stringContaining('sam'),
    own: true,
    courseName: 'Reviewed',
    courseCode: 'PHY',
    courseImageUrl: '/p.svg',
    reviewedAt: expect.any(String),
    revised: false,
  };
  expect(await reviewsFor(sam)).toEqual([fullReview]);
  expect(await reviewsFor(ada)).toEqual([{ ...fullReview, own: false }]);
  for (const other of [null, eve, tom])
    expect(await reviewsFor(other)).toEqual([{ ...fullReview, own: false, userEmail: 's•••@example.org' }]);
  await revise({ rating: 3.5, comment: 'Waves.', courseCalledBy: 'course' });
  const [revised] = await reviewsFor();
  expect(revised).toMatchObject({ rating: 3.5, comment: 'Waves.', courseId, revised: true });
  await remove();
  expect(await reviewsFor(ada)).toEqual([]);
  await submit();
  expect(await reviewsFor()).toMatchObject([{ _id: id, comment: 'Light.', revised: false }]);
});

test('different readers get answers with different entity tags, and an invalid token is refused', async () => {
  const own = await request('', sam);
  expect(own.headers.get('cache-control')).toBe('private, no-store');
  expect(own.headers.get('vary')).toContain('Authorization');
  const tag = own.headers.get('etag') ?? '';
  const withTag = (reader: TestUser | null) => request('', reader, { 'if-none-match': tag });
  expect((await withTag(sam)).status).toBe(304);
  for (const other of [null, eve]) expect((await withTag(other)).status).toBe(200);
  expect((await request()).headers.get('cache-control')).toBe('no-cache');
  const broken = await request('', null, { authorization: 'Bearer x.y.z' });
  expect(broken.status).toBe(401);
});

test('hides reviews while their course is removed, and does not restore removed reviews with the course', async () => {
  const courseId = await school.addCourse('Comes and goes');
  const [mine, theirs] = [await school.review(sam, courseId, 8), await school.review(eve, courseId, 6)];
  const listedIds = async () => (await reviewsFor(null, `?courseId=${courseId}`)).map(({ _id }) => _id);
  expect(await listedIds()).toEqual([theirs.id, mine.id]);
  await theirs.remove();
  await school.removeCourse(courseId);
  expect(await listedIds()).toEqual([]);
  await school.restoreCourse(courseId);
  expect(await listedIds()).toEqual([mine.id]);
  await theirs.restore();
  expect(await listedIds()).toEqual([theirs.id, mine.id]);
  // The id of an enrolment finds only its own review.
  expect(await reviewsFor(sam, `?courseId=${mine.enrolmentId}`)).toMatchObject([{ _id: mine.id, own: true }]);
});

test('only the author finds the review of a removed course, by the enrolment id', async () => {
  const courseId = await school.addCourse('Put away');
  const { id, enrolmentId, remove } = await school.review(sam, courseId, 6, 'Mine.');
  await school.removeCourse(courseId);
  const byEnrolment = `?courseId=${enrolmentId}`;
  expect(await reviewsFor(sam, byEnrolment)).toEqual([expect.objectContaining({ _id: id, own: true })]);
  for (const other of [null, eve, ada]) expect(await reviewsFor(other, byEnrolment)).toEqual([]);
  for (const query of ['', `?courseId=${courseId}`])
    expect((await reviewsFor(sam, query)).map(({ _id }) => _id)).not.toContain(id);
  await remove();
  expect(await reviewsFor(sam, byEnrolment)).toEqual([]);
});

test('lists each review once, on pages in every order, and rejects the cursor of another list', async () => {
  const courseId = await school.addCourse('Paged');
  const ratings = [5, 9, 5, 1, 10, 5, 9];
  for (const [index, rating] of ratings.entries())
    await school.review(await school.register(`pager-${index}`), courseId, rating, `Number ${index}.`);
  const readAllPages = async (sort: string) => {
    const list = `?courseId=${courseId}&sort=${sort}&limit=2`;
    const found: string[] = [];
    let cursor: string | null = '';
    for (let page = 0; cursor !== null && page < 9; page += 1) {
      const answer = await request(cursor === '' ? list : `${list}&cursor=${cursor}`);
      found.push(...reviewList.parse(await answer.json()).map(({ comment }) => comment));
      cursor = answer.headers.get(headers.nextCursor);
    }
    return found.map((comment) => Number(/\d/.exec(comment)?.[0]));
  };
  expect(await readAllPages('newest')).toEqual([6, 5, 4, 3, 2, 1, 0]);
  expect(await readAllPages('highest')).toEqual([4, 6, 1, 5, 2, 0, 3]);
  expect(await readAllPages('lowest')).toEqual([3, 5, 2, 0, 6, 1, 4]);
  const next = (await request(`?courseId=${courseId}&limit=2`)).headers.get(headers.nextCursor);
  for (const query of [
    `?limit=2&cursor=${next}`,
    `?courseId=${courseId}&sort=highest&cursor=${next}`,
    '?cursor=W10',
    '?cursor=%25',
    '?sort=best',
    '?limit=0',
    '?limit=501',
    '?courseId=CSE',
  ])
    expect((await request(query)).status, query).toBe(400);
});

test('a removed user has no reviews and reads as a visitor', async () => {
  const courseId = await school.addCourse('Left behind');
  const removedUser = await school.register('gone');
  await school.review(removedUser, courseId, 2);
  expect(await reviewsFor(removedUser, `?courseId=${courseId}`)).toMatchObject([{ own: true }]);
  await school.removeUser(removedUser);
  expect(await reviewsFor(ada, `?courseId=${courseId}`)).toEqual([]);
  expect(await reviewsFor(removedUser)).toEqual(await reviewsFor());
});
