import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { allRatings, courseFiguresList, courseRatings, ratedCourseList } from '#contract/schemas/reviews.ts';
import { openLiveSchool } from '#testing/live-school.ts';

const live = await openLiveSchool();
const { school } = live;
const students = Object.values(await school.registerAll({ sam: 'Student', eve: 'Student', kim: 'Student' }));

const get = async (path: string): Promise<unknown> => (await live.get(path)).json();
const trending = async () => ratedCourseList.parse(await get('/highRatedCourses'));
const ranks = async () =>
  (await trending()).map(({ courseName, rating, reviews }) => `${courseName} ${rating} ${reviews}`);
/** Adds a course with one review for each of the ratings. */
const addRatedCourse = async (name: string, ...ratings: number[]) => {
  const courseId = await school.addCourse(name);
  const reviews = [];
  for (const [index, rating] of ratings.entries()) {
    const student = students[index];
    if (student) reviews.push(await school.review(student, courseId, rating));
  }
  return { courseId, reviews };
};

test('lists the five courses with the highest mean rating, and sorts equal means by number of reviews, then by name', async () => {
  expect(await trending()).toEqual([]);
  expect(await get('/ratings')).toEqual({ rating: null, reviews: 0, spread: Array(10).fill(0), courses: [] });
  const best = await addRatedCourse('Best', 9, 10, 10);
  await addRatedCourse('second by name', 8);
  await addRatedCourse('Second', 8);
  await addRatedCourse('Second by number', 9, 7);
  const middle = await addRatedCourse('Middle', 5, 6);
  await addRatedCourse('Last', 1.5);
  await school.addCourse('Not rated');
  const others = ['Second by number 8 2', 'Second 8 1', 'second by name 8 1', 'Middle 5.5 2'];
  expect(await ranks()).toEqual([`Best ${29 / 3} 3`, ...others]);
  expect((await trending())[0]).toEqual({
    _id: best.courseId,
    courseName: 'Best',
    courseCode: expect.any(String),
    courseImageUrl: expect.any(String),
    rating: 29 / 3,
    reviews: 3,
  });

  await school.removeCourse(best.courseId);
  expect(await ranks()).toEqual([...others, 'Last 1.5 1']);
  expect(courseRatings.parse(await get(`/ratings/${best.courseId}`)).reviews).toBe(0);
  await school.restoreCourse(best.courseId);
  await best.reviews[0]?.revise({ rating: 1 });
  await best.reviews[1]?.remove();
  expect(await ranks()).toEqual([...others.slice(0, 3), 'Best 5.5 2', 'Middle 5.5 2']);
  await middle.reviews[0]?.remove();
  await best.reviews[1]?.restore();
  expect(await ranks()).toEqual([...others.slice(0, 3), 'Best 7 3', 'Middle 6 1']);
});

test('sums up the reviews of one course and of all, without those of removed users', async () => {
  const { courseId } = await addRatedCourse('Spread out', 1, 4.5, 10);
  const spread = [1, 0, 0, 0, 1, 0, 0, 0, 0, 1];
  expect(courseRatings.parse(await get(`/ratings/${courseId}`))).toEqual({
    _id: courseId,
    rating: 15.5 / 3,
    reviews: 3,
    spread,
  });
  const before = allRatings.parse(await get('/ratings'));
  expect(before.courses.map(({ reviews }) => reviews)).toEqual(
    before.courses.map(({ reviews }) => reviews).sort((a, b) => b - a),
  );
  const first = allRatings.parse(await get('/ratings?limit=1'));
  expect(first).toEqual({ ...before, courses: before.courses.slice(0, 1) });
  expect((await live.get('/ratings?limit=501')).status).toBe(400);
  expect(before.reviews).toBe(before.courses.reduce((sum, { reviews }) => sum + reviews, 0));
  expect(before.rating).toBeCloseTo(
    before.courses.reduce((sum, { rating, reviews }) => sum + rating * reviews, 0) / before.reviews,
  );
  const [, , kim] = students;
  if (kim) await school.removeUser(kim);
  expect(courseRatings.parse(await get(`/ratings/${courseId}`))).toMatchObject({ rating: 2.75, reviews: 2 });
  const after = allRatings.parse(await get('/ratings'));
  expect(after.reviews).toBe(before.reviews - 2);
  expect(after.spread.reduce((sum, count) => sum + count)).toBe(after.reviews);
  expect(courseRatings.parse(await get(`/ratings/${randomUUID()}`)).rating).toBeNull();
  expect((await live.get('/ratings/CSE')).status).toBe(400);
});

test('counts the students of each course in the catalogue, and shows its rating', async () => {
  const figuresOf = async (courseId: string) => {
    const [figures] = courseFiguresList.parse(await get(`/courseFigures?ids=${courseId}`));
    const all = courseFiguresList.parse(await get('/courseFigures'));
    expect(all.find(({ _id }) => _id === courseId)).toEqual(figures);
    return figures;
  };
  const { courseId } = await addRatedCourse('Counted', 7, 8);
  const [sam, eve] = students;
  if (!sam || !eve) throw new Error('A student is missing.');
  expect(await figuresOf(courseId)).toEqual({ _id: courseId, students: 0, rating: 7.5, reviews: 2 });
  const { leave } = await school.enrol(sam, courseId);
  await school.enrol(eve, courseId);
  expect(await figuresOf(courseId)).toMatchObject({ students: 2 });
  await leave();
  expect(await figuresOf(courseId)).toMatchObject({ students: 1 });
  const unrated = await school.addCourse('Without figures');
  expect(await figuresOf(unrated)).toEqual({ _id: unrated, students: 0, rating: null, reviews: 0 });
  const both = courseFiguresList.parse(await get(`/courseFigures?ids=${unrated.toUpperCase()},${courseId}`));
  expect(both.map(({ _id }) => _id).sort()).toEqual([courseId, unrated].sort());
  const tooMany = Array.from({ length: 101 }, () => unrated).join(',');
  for (const ids of ['', 'CSE', `${unrated},`, tooMany])
    expect((await live.get(`/courseFigures?ids=${ids}`)).status, ids).toBe(400);
  await school.removeUser(eve);
  expect(await figuresOf(courseId)).toMatchObject({ students: 0, reviews: 1 });
  await school.removeCourse(courseId);
  expect(await figuresOf(courseId)).toBeUndefined();
});
