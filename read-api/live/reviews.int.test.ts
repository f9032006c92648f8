import { afterAll, beforeAll, expect, test } from 'vitest';
import { highRatedCourseList, reviewList } from '#contract/reviews.ts';
import { kinds, type LiveSchool, openLiveSchool, told, untilAllIsTold } from '../testing/live-school.ts';
import type { TestNode } from '../testing/node.ts';
import type { Person, School } from '../testing/school.ts';

let live: LiveSchool;
let school: School;
let node: TestNode;
let sam: Person;
let eve: Person;
let ada: Person;
beforeAll(async () => {
  live = await openLiveSchool({ liveLimits: { sayTrendingMs: 20 } });
  ({ school, node } = live);
  [sam, eve] = [await school.register('sam'), await school.register('eve')];
  ada = await school.register('ada', 'Admin');
});
afterAll(() => live[Symbol.asyncDispose]());

const reviewsFor = async (who: Person | null) =>
  reviewList.parse(await (await live.ask('/reviews', who)).json());
const trending = async () => highRatedCourseList.parse(await (await live.ask('/highRatedCourses')).json());

test('everybody is told what their GET says, in order, and no more', async () => {
  const everybody = await Promise.all(
    [null, sam, eve, ada].map(async (who) => [await live.client(who), who] as const),
  );
  const courseId = await school.addCourse('Told');
  const { id, revise, remove, restore } = await school.review(sam, courseId, 9, 'Told at once.');
  for (const [client, who] of everybody) {
    await told(client, 2);
    expect(client.messages.at(-1)?.data).toEqual((await reviewsFor(who))[0]);
  }
  await revise({ rating: 4 });
  for (const [client, who] of everybody) {
    await told(client, 3);
    expect(client.messages.at(-1)?.data).toEqual((await reviewsFor(who))[0]);
  }
  await remove();
  await restore();
  for (const [client] of everybody) {
    await told(client, 5);
    const expected = ['course-added', 'review-added', 'review-changed', 'review-removed', 'review-added'];
    expect(kinds(client)).toEqual(expected);
    expect(client.messages[3]?.data).toEqual({ _id: id, catalogueId: courseId });
  }
});

test('the trending courses are told as they are after whatever changes them, a few times however much happens', async () => {
  const visitor = await live.client(null);
  const now = () => visitor.trending.at(-1)?.courses;
  /** What is told comes to what the GET says. */
  const agrees = async () => expect.poll(now).toEqual(await trending());
  await agrees();
  const courseId = await school.addCourse('Rises');
  const review = await school.review(sam, courseId, 10);
  await agrees();
  expect(now()?.[0]).toMatchObject({ courseName: 'Rises', rating: 10, reviews: 1 });
  await school.review(eve, courseId, 5);
  await agrees();
  await school.editCourse(courseId, { name: 'Rose' });
  await agrees();
  expect(now()?.[0]).toMatchObject({ courseName: 'Rose', rating: 7.5 });
  await school.removeCourse(courseId);
  await agrees();
  await school.restoreCourse(courseId);
  await review.remove();
  await agrees();
  expect(now()?.find(({ courseName }) => courseName === 'Rose')).toMatchObject({ rating: 5, reviews: 1 });

  const before = visitor.trending.length;
  school.held = true;
  await review.restore();
  for (let time = 0; time < 60; time += 1) await review.revise({ rating: 1 + (time % 9) });
  await school.catchUpAtOnce();
  await agrees();
  await expect.poll(() => visitor.messages.filter(({ kind }) => kind === 'review-changed').length).toBe(60);
  expect(visitor.trending.length - before).toBeLessThan(30);
  const positions = visitor.trending.map(({ position }) => position);
  expect(positions).toEqual(positions.toSorted((a, b) => a - b));
});

test('who comes back finds what trends now, and nothing of what was taken away meanwhile', async () => {
  const courseId = await school.addCourse('Away');
  const first = await live.client(null);
  const seen = first.seen();
  first.socket.disconnect();
  const gone = await school.register('gone');
  const kept = await school.review(eve, courseId, 10, 'Kept.');
  await school.review(gone, courseId, 1, 'Erased.');
  const taken = await school.review(sam, courseId, 10, 'Taken away.');
  await taken.remove();
  await school.removeUser(gone);
  await untilAllIsTold(node.address, school);
  const again = await live.client(null, seen);
  expect(kinds(again)).toEqual(['review-added', 'review-removed', 'person-removed']);
  expect(again.messages[0]?.data).toMatchObject({ _id: kept.id, comment: 'Kept.' });
  expect(JSON.stringify(again.messages)).not.toMatch(/Erased|Taken away/);
  await expect.poll(() => again.trending.at(-1)?.courses).toEqual(await trending());
  // A node that has just started read all of it from the log, not from what it told.
  const fresh = await live.addNode();
  const elsewhere = await live.client(null, seen, fresh.address);
  expect(kinds(elsewhere)).toEqual(kinds(again));
  await expect.poll(() => elsewhere.trending.at(-1)?.courses).toEqual(await trending());
});
