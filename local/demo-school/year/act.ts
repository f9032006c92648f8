import { v5 } from 'uuid';
import { courseIdOf, userIdOf } from '#platform/identity/ids.ts';
import type { DemoPerson } from '../people.ts';

/** One act of a person in the demo school's year: a call as their browser would have made it. */
export type Act = {
  /** Days since the year began, with the hour as its fraction. */
  day: number;
  by: DemoPerson;
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** As the table of calls has it: `/courses/{id}`. */
  path: string;
  params: Record<string, string>;
  body: unknown;
  /** The idempotency key: the same on every machine, so that a year that was broken off goes on. */
  key: string;
};

const keys = '0b7f6a52-7a3c-5d0e-9c51-4f2b8e6d1a90';
export const keyOf = (label: string): string => v5(label, keys);

export const idOfPerson = (person: DemoPerson): string => userIdOf(person.uid);
/** A course's id comes from who added it and the key of that act. */
export const idOfCourse = (slug: string, addedBy: DemoPerson): string =>
  courseIdOf(idOfPerson(addedBy), keyOf(`add ${slug}`));
