import { expect, test } from 'vitest';
import { ratedCourseList, reviewList } from '#contract/schemas/reviews.ts';
import { messageKinds, openLiveSchool, waitForMessages, waitUntilAllSent } from '#testing/live-school.ts';
import type { TestUser } from '#testing/school.ts';

const live = await openLiveSchool({ liveLimits: { trendingIntervalMs: 20 } });
const { school, node } = live;
const { sam, eve, ada } = await school.registerAll({ sam: 'Student', eve: 'Student', ada: 'Admin' });

const reviewsFor = async (user: TestUser | null) =>
  reviewList.parse(await (await live.get('/reviews', user)).json());
const trending = async () => ratedCourseList.parse(await (await live.get('/highRatedCourses')).json());

test('sends each change of a review to everybody, in order, as GET /reviews shows it to them', async () => {
  const readers = await Promise.all(
    [null, sam, eve, ada].map(async (user) => [await live.connect(user), user] as const),
  );
  const courseId = await school.addCourse('Told');
  const { id, revise, remove, restore } = await school.review(sam, courseId, 9, 'Told at once.');
  for (const [client, user] of readers) {
    await waitForMessages(client, 2);
    expect(client.messages.at(-1)?.data).toEqual((await reviewsFor(user))[0]);
  }
  await revise({ rating: 4 });
  for (const [client, user] of readers) {
    await waitForMessages(client, 3);
    expect(client.messages.at(-1)?.data).toEqual((await reviewsFor(user))[0]);
  }
  await remove();
  await restore();
  for (const [client] of readers) {
    await waitForMessages(client, 5);
    const expected = ['course-added', 'review-added', 'review-changed', 'review-removed', 'review-added'];
    expect(messageKinds(client)).toEqual(expected);
    expect(client.messages[3]?.data).toEqual({ _id: id, catalogueId: courseId });
  }
});

test('sends a review of a removed course only to its author, as GET /reviews shows it, and the removal of the review to everybody', async () => {
  const courseId = await school.addCourse('Removed');
  const { id, enrolmentId, revise, remove, restore } = await school.review(sam, courseId, 9, 'Mine.');
  await school.removeCourse(courseId);
  const author = await live.connect(sam);
  const others = await Promise.all([null, eve, ada].map((user) => live.connect(user)));
  const readOwn = async () => {
    const answer = await live.get(`/reviews?courseId=${enrolmentId}`, sam);
    return reviewList.parse(await answer.json())[0];
  };
  await revise({ rating: 4 });
  await waitForMessages(author, 1);
  expect(author.messages[0]).toMatchObject({ kind: 'review-changed', data: { _id: id, rating: 4 } });
  expect(author.messages[0]?.data).toEqual(await readOwn());
  await remove();
  await restore();
  await waitForMessages(author, 3);
  expect(messageKinds(author)).toEqual(['review-changed', 'review-removed', 'review-added']);
  expect(author.messages[2]?.data).toEqual(await readOwn());
  for (const client of others) {
    await waitForMessages(client, 1);
    expect(messageKinds(client)).toEqual(['review-removed']);
  }
});

test('sends the current trending courses after a change, and only a few times after many changes at once', async () => {
  const visitor = await live.connect(null);
  const latestCourses = () => visitor.trending.at(-1)?.courses;
  /** Waits until the latest list equals that of the GET. */
  const expectSameAsGet = async () => expect.poll(latestCourses).toEqual(await trending());
  await expectSameAsGet();
  const courseId = await school.addCourse('Rises');
  const review = await school.review(sam, courseId, 10);
  await expectSameAsGet();
  expect(latestCourses()?.[0]).toMatchObject({ courseName: 'Rises', rating: 10, reviews: 1 });
  await school.review(eve, courseId, 5);
  await expectSameAsGet();
  await school.editCourse(courseId, { name: 'Rose' });
  await expectSameAsGet();
  expect(latestCourses()?.[0]).toMatchObject({ courseName: 'Rose', rating: 7.5 });
  await school.removeCourse(courseId);
  await expectSameAsGet();
  await school.restoreCourse(courseId);
  await review.remove();
  await expectSameAsGet();
  expect(latestCourses()?.find(({ courseName }) => courseName === 'Rose')).toMatchObject({
    rating: 5,
    reviews: 1,
  });

  const before = visitor.trending.length;
  school.isProjectionPaused = true;
  await review.restore();
  for (let time = 0; time < 60; time += 1) await review.revise({ rating: 1 + (time % 9) });
  await school.projectInOneStep();
  await expectSameAsGet();
  await expect.poll(() => visitor.messages.filter(({ kind }) => kind === 'review-changed').length).toBe(60);
  expect(visitor.trending.length - before).toBeLessThan(30);
  const positions = visitor.trending.map(({ position }) => position);
  expect(positions).toEqual(positions.toSorted((a, b) => a - b));
});

test('sends a reconnecting client the current trending courses, and none of the content of removed reviews', async () => {
  const courseId = await school.addCourse('Away');
  const first = await live.connect(null);
  const seen = first.lastSeen();
  first.socket.disconnect();
  const gone = await school.register('gone');
  const remaining = await school.review(eve, courseId, 10, 'Kept.');
  await school.review(gone, courseId, 1, 'Erased.');
  const removed = await school.review(sam, courseId, 10, 'Removed.');
  await removed.remove();
  await school.removeUser(gone);
  await waitUntilAllSent(node.address, school);
  const reconnected = await live.connect(null, seen);
  expect(messageKinds(reconnected)).toEqual(['review-added', 'review-removed', 'person-removed']);
  expect(reconnected.messages[0]?.data).toMatchObject({ _id: remaining.id, comment: 'Kept.' });
  expect(JSON.stringify(reconnected.messages)).not.toMatch(/Erased|Removed/);
  await expect.poll(() => reconnected.trending.at(-1)?.courses).toEqual(await trending());
  // A node that has just started has read its live updates from the log.
  const fresh = await live.addNode();
  const elsewhere = await live.connect(null, seen, fresh.address);
  expect(messageKinds(elsewhere)).toEqual(messageKinds(reconnected));
  await expect.poll(() => elsewhere.trending.at(-1)?.courses).toEqual(await trending());
});
