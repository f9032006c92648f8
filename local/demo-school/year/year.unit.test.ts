import { expect, test } from 'vitest';
import { courseFields } from '#contract/courses.ts';
import { newReview } from '#contract/reviews.ts';
import { demoCourses } from '../courses/all.ts';
import { demoPeople, personNamed } from '../people.ts';
import { idOfPerson } from './act.ts';
import { daysOfYear } from './days.ts';
import { demoYear } from './year.ts';

test('the acts stand in their order, within the year, each with a key of its own', () => {
  const year = demoYear();
  const days = year.map(({ day }) => day);
  expect(days).toEqual(days.toSorted((a, b) => a - b));
  expect(days.at(0)).toBeGreaterThanOrEqual(0);
  expect(days.at(-1)).toBeLessThan(daysOfYear - 1);
  expect(new Set(year.map(({ key }) => key)).size).toBe(year.length);
});

test('nobody acts before they have registered', () => {
  const registered = new Map(demoPeople.map(({ uid, day }) => [uid, day]));
  expect(demoYear().filter(({ by, day }) => day < (registered.get(by.uid) ?? Infinity))).toEqual([]);
});

test('after its last edit a course stands as its file says', () => {
  const edited = demoYear().map(({ body }) => courseFields.safeParse(body).data);
  for (const { slug, ...fields } of demoCourses) {
    const bodies = edited.filter((body) => body?.imageUrl === `/courses/${slug}.svg`);
    const instructorId = idOfPerson(personNamed(fields.instructor));
    expect(bodies.at(-1), slug).toEqual({ ...fields, instructorId, imageUrl: `/courses/${slug}.svg` });
  }
});

test('the texts of the courses are worth a page: 80 to 200 words', () => {
  const lengths = demoCourses.map(({ details }) => details.split(/\s+/).length);
  expect(Math.min(...lengths)).toBeGreaterThanOrEqual(80);
  expect(Math.max(...lengths)).toBeLessThanOrEqual(200);
});

test('enough courses are reviewed to trend, and opinions differ', () => {
  const reviews = demoYear().flatMap(({ path, body }) =>
    path === '/reviews' ? [newReview.parse(body)] : [],
  );
  expect(new Set(reviews.map(({ rating }) => Math.round(rating))).size).toBeGreaterThan(5);
  expect(new Set(reviews.map(({ comment }) => comment)).size).toBe(reviews.length);
  expect(reviews.length).toBeGreaterThan(30);
});

test('people differ', () => {
  expect(new Set(demoPeople.map(({ uid }) => uid)).size).toBe(demoPeople.length);
  expect(new Set(demoPeople.map(({ email }) => email)).size).toBe(demoPeople.length);
});
