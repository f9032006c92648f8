import { expect, test } from 'vitest';
import { z } from 'zod/mini';
import { type Bookmark, bookmarkList } from '#contract/schemas/bookmarks.ts';
import { enrolledCourseList, progress, progressList } from '#contract/schemas/enrolments.ts';
import { bookmarkIdOf } from '#platform/identity/record-ids.ts';
import { openLiveSchool } from '#testing/live-school.ts';

const live = await openLiveSchool();
const { school } = live;
const { sam, eve, ada } = await school.registerAll({ sam: 'Student', eve: 'Student', ada: 'Admin' });

const get = async (path: string, reader = sam): Promise<unknown> => (await live.get(path, reader)).json();
const bookmarksOf = async (reader = sam) => bookmarkList.parse(await get(`/bookmarks/${sam.email}`, reader));
const listEnrolledCoursesOf = async (reader = sam) =>
  enrolledCourseList.parse(await get(`/enrolledCourses?email=${encodeURIComponent(sam.email)}`, reader));
const listProgressOf = async (reader = sam) =>
  progressList.parse(await get(`/progress/${sam.email}`, reader));
const progressIn = async (id: string, reader = sam) =>
  z.nullable(progress).parse(await get(`/progress?userEmail=${sam.email}&courseId=${id}`, reader));

test('lists bookmarks with the current data of their course, and hides them while the course is removed', async () => {
  const courseId = await school.addCourse('Marked', { difficulty: '7 of 10' });
  const other = await school.addCourse('Kept');
  await school.bookmark(sam, courseId);
  await school.bookmark(sam, other);
  await school.bookmark(eve, other);
  expect((await bookmarksOf())[0]).toEqual({
    _id: bookmarkIdOf(sam.id, courseId),
    courseId,
    courseName: 'Marked',
    courseCode: expect.any(String),
    difficulty: '7 of 10',
    bookmarkedEmail: sam.email,
    bookmarkedAt: expect.any(String),
  });
  const names = async () => (await bookmarksOf()).map((one: Bookmark) => one.courseName);
  await school.editCourse(courseId, { name: 'Marked anew' });
  expect(await names()).toEqual(['Marked anew', 'Kept']);
  await school.removeCourse(courseId);
  expect(await names()).toEqual(['Kept']);
  await school.restoreCourse(courseId);
  expect(await names()).toEqual(['Marked anew', 'Kept']);
});

test('an enrolment survives the removal of its course, and leaving keeps the progress', async () => {
  const courseId = await school.addCourse('Learnt', { details: 'Long.' });
  const enrolment = await school.enrol(sam, courseId);
  expect((await listEnrolledCoursesOf()).at(-1)).toMatchObject({
    ...{ _id: enrolment.id, courseId, course_name: 'Learnt', details: 'Long.', userEmail: sam.email },
    ...{ started: false, completedModules: 0, withdrawn: false },
  });
  expect(await progressIn(enrolment.id)).toBeNull();
  await enrolment.start();
  await enrolment.complete(1);
  await school.removeCourse(courseId);
  expect((await listEnrolledCoursesOf()).at(-1)).toMatchObject({
    withdrawn: true,
    started: true,
    completedModules: 1,
  });
  const expected = {
    ...{ _id: enrolment.id, userEmail: sam.email, enrolmentId: enrolment.id, catalogueId: courseId },
    ...{ courseName: expect.any(String), completedModules: 1, startedAt: expect.any(String) },
  };
  // The id of the enrolment and the id of the course both find the progress. The answer repeats the requested id.
  expect(await progressIn(enrolment.id)).toEqual({ ...expected, courseId: enrolment.id });
  expect(await progressIn(courseId.toUpperCase())).toEqual({ ...expected, courseId });
  await enrolment.leave();
  expect((await listEnrolledCoursesOf()).map((one) => one._id)).not.toContain(enrolment.id);
  expect(await progressIn(enrolment.id)).toBeNull();
  await enrolment.rejoin();
  expect(await listProgressOf()).toEqual([{ ...expected, courseId: enrolment.id }]);
});

test('progress is listed with the id of the course if the course was started with that id', async () => {
  const courseId = await school.addCourse('By its own id');
  const enrolment = await school.enrol(sam, courseId);
  await enrolment.start('course');
  expect((await listProgressOf()).at(-1)).toMatchObject({
    _id: enrolment.id,
    courseId,
    enrolmentId: enrolment.id,
  });
});

test('only the owner and Admins read bookmarks, enrolments and progress', async () => {
  const [own] = await listEnrolledCoursesOf();
  const paths = [
    `/bookmarks/${sam.email}`,
    `/enrolledCourses?email=${sam.email}`,
    `/progress/${sam.email}`,
    `/progress?userEmail=${sam.email}&courseId=${own?._id}`,
  ];
  for (const path of paths) {
    expect((await live.get(path, eve)).status).toBe(403);
    expect((await live.get(path)).status).toBe(401);
    expect(await get(path, ada)).toEqual(await get(path));
    expect(JSON.stringify(await get(path)).length).toBeGreaterThan(2);
  }
  // The id of another user's enrolment finds nothing.
  expect(await get(`/progress?userEmail=${eve.email}&courseId=${own?._id}`, eve)).toBeNull();
  expect((await live.get(`/progress?userEmail=${sam.email}&courseId=x`, sam)).status).toBe(400);
});

test('sends changes only to the owner’s sockets, as the GETs return them', async () => {
  using tab = await live.connect(sam);
  using other = await live.connect(eve);
  using admin = await live.connect(ada);
  const courseId = await school.addCourse('Live');
  const { remove } = await school.bookmark(sam, courseId);
  await expect.poll(() => tab.messages.at(-1)?.kind).toBe('bookmark-added');
  expect(tab.messages.at(-1)?.data).toEqual((await bookmarksOf()).at(-1));
  await remove();
  const enrolment = await school.enrol(sam, courseId);
  await expect.poll(() => tab.messages.at(-1)?.kind).toBe('enrolment-added');
  expect(tab.messages.at(-1)?.data).toEqual((await listEnrolledCoursesOf()).at(-1));
  await enrolment.start();
  await enrolment.complete(1);
  await expect.poll(() => tab.messages.length).toBe(6);
  expect(tab.messages.at(-1)?.data).toEqual((await listProgressOf()).at(-1));
  await enrolment.leave();
  const last = await school.addCourse('The end');
  await expect.poll(() => other.messages.at(-1)?.data).toMatchObject({ _id: last });
  await expect.poll(() => admin.messages.at(-1)?.data).toMatchObject({ _id: last });
  await expect.poll(() => tab.messages.at(-1)?.data).toMatchObject({ _id: last });
  const own = [
    'bookmark-added',
    'bookmark-removed',
    'enrolment-added',
    'progress-changed',
    'progress-changed',
  ];
  expect(tab.messages.map(({ kind }) => kind)).toEqual([
    'course-added',
    ...own,
    'enrolment-removed',
    'course-added',
  ]);
  for (const stranger of [other, admin])
    expect(stranger.messages.map(({ kind }) => kind)).toEqual(['course-added', 'course-added']);
});

test('a removed user has no bookmarks, enrolments or progress', async () => {
  await school.removeUser(sam);
  expect((await live.get(`/bookmarks/${sam.email}`, sam)).status).toBe(403);
  for (const list of [bookmarksOf, listEnrolledCoursesOf, listProgressOf])
    expect(await list(ada)).toEqual([]);
});
