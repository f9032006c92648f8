import { v5 } from 'uuid';
import { courseIdOf, userIdOf } from '#platform/identity/record-ids.ts';
import type { DemoPerson } from '../people.ts';

/** The number of days of the demo school; day 0 is twelve months ago. */
export const daysOfYear = 365;

/** One command of a person in the demo school: a request as their browser would have sent it. */
export type DemoCommand = {
  /** Days since the start of the year; the fraction is the time of day. */
  day: number;
  by: DemoPerson;
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** The path pattern in the endpoint table: `/courses/{id}`. */
  path: string;
  params: Record<string, string>;
  body: unknown;
  /** The idempotency key, the same on every machine, so that an interrupted seeding can continue. */
  key: string;
};

const keyNamespace = '0b7f6a52-7a3c-5d0e-9c51-4f2b8e6d1a90';
/** Returns the idempotency key for a label. No two commands may have the same label. */
export const keyOf = (label: string): string => v5(label, keyNamespace);

export const idOfPerson = (person: DemoPerson): string => userIdOf(person.uid);
/** Returns a course's id, which is computed from the Admin who adds it and the key of the command. */
export const idOfCourse = (slug: string, addedBy: DemoPerson): string =>
  courseIdOf(idOfPerson(addedBy), keyOf(`add ${slug}`));
