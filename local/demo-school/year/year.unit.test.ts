import { expect, test } from 'vitest';
import { z } from 'zod';
import { courseFields } from '#contract/schemas/courses.ts';
import { newReview } from '#contract/schemas/reviews.ts';
import { demoCourses } from '../courses.ts';
import { demoPeople, personNamed } from '../people.ts';
import { demoCatalogue } from './courses.ts';
import { daysOfYear, idOfPerson } from './demo-command.ts';
import { demoYearCommands } from './year.ts';

const year = demoYearCommands();

test('lists commands in order, within the year, with unique keys', () => {
  const days = year.map(({ day }) => day);
  expect(days).toEqual(days.toSorted((a, b) => a - b));
  expect(days.at(0)).toBeGreaterThanOrEqual(0);
  expect(days.at(-1)).toBeLessThan(daysOfYear - 1);
  expect(new Set(year.map(({ key }) => key)).size).toBe(year.length);
});

test('lists the registration of a person before their other commands', () => {
  for (const { uid } of demoPeople) expect(year.find(({ by }) => by.uid === uid)?.path, uid).toBe('/users');
});

test('lets only the teacher of a course post announcements to it', () => {
  const announced = year.flatMap((command) => {
    const courseId =
      command.path === '/announcement' &&
      z.object({ courseId: z.uuid() }).safeParse(command.body).data?.courseId;
    return courseId ? [{ ...command, courseId }] : [];
  });
  expect(announced.length).toBeGreaterThan(0);
  for (const { by, day, courseId } of announced)
    expect(
      demoCatalogue()
        .find(({ id }) => id === courseId)
        ?.teacherOn(day),
    ).toBe(by);
});

test('gives each course, at the end of the year, the fields in courses.json', () => {
  const edited = year.map(({ body }) => courseFields.safeParse(body).data);
  for (const { slug, ...fields } of demoCourses) {
    const bodies = edited.filter((body) => body?.imageUrl === `/courses/${slug}.svg`);
    const instructorId = idOfPerson(personNamed(fields.instructor));
    expect(bodies.at(-1), slug).toEqual({ ...fields, instructorId, imageUrl: `/courses/${slug}.svg` });
  }
});

test('gives each course a text of 80 to 200 words', () => {
  const lengths = demoCourses.map(({ details }) => details.split(/\s+/).length);
  expect(Math.min(...lengths)).toBeGreaterThanOrEqual(80);
  expect(Math.max(...lengths)).toBeLessThanOrEqual(200);
});

test('has many different reviews with different ratings', () => {
  const reviews = year.flatMap(({ path, body }) => (path === '/reviews' ? [newReview.parse(body)] : []));
  expect(new Set(reviews.map(({ rating }) => Math.round(rating))).size).toBeGreaterThan(5);
  expect(new Set(reviews.map(({ comment }) => comment)).size).toBe(reviews.length);
  expect(reviews.length).toBeGreaterThan(30);
});

test('gives each person a unique uid and e-mail address', () => {
  expect(new Set(demoPeople.map(({ uid }) => uid)).size).toBe(demoPeople.length);
  expect(new Set(demoPeople.map(({ email }) => email)).size).toBe(demoPeople.length);
});
