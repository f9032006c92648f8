import type { DomainEvent } from '#events/catalogue/catalogue.ts';
import { courseStream } from '#events/catalogue/course.ts';
import { userStream } from '#events/catalogue/user.ts';
import type { RecordedEvent } from '#events/log/log.ts';
import { courseFacts, recorded, testId } from './recorded-events.ts';

/** The person with this number. */
export const personRegistered = (number: number): DomainEvent => ({
  type: 'UserRegistered',
  data: {
    identity: `uid-${number}`,
    name: `Person ${number}`,
    email: `Person${number}@Example.org`,
    imageUrl: `/people/${number}.svg`,
    userType: 'Student',
    wishedType: number % 5 === 0 ? 'Instructor' : null,
  },
});

const aboutOne = (number: number, courses: number): (readonly [string, DomainEvent])[] => {
  const course = courseStream(testId(number));
  const person = userStream(testId(1_000_000 + number));
  const other = courseStream(testId(Math.floor(number / 2)));
  return [
    [course, { type: 'CourseAdded', data: courseFacts({ name: `Course ${number}`, price: number / 4 }) }],
    [person, personRegistered(number)],
    [other, { type: 'CourseEdited', data: { changes: { difficulty: `${number % 10}` } } }],
    [person, { type: 'UserProfileEdited', data: { name: `Person ${number}, again`, imageUrl: '/new.svg' } }],
    ...(number % 7 === 0 ? [[course, { type: 'CourseRemoved', data: {} }] as const] : []),
    ...(number % 14 === 0 ? [[course, { type: 'CourseRestored', data: {} }] as const] : []),
    ...(number % 10 === 0 && number < courses
      ? [[person, { type: 'UserWishDeclined', data: { wishedType: 'Instructor' } }] as const]
      : []),
    ...(number % 11 === 0 ? [[person, { type: 'UserRemoved', data: {} }] as const] : []),
  ];
};

/**
 * The history of a school of so many courses and people, each added, edited, some removed and restored: every
 * event of both aggregates occurs, and streams are interleaved.
 */
export const schoolHistory = (size: number): RecordedEvent[] =>
  recorded(Array.from({ length: size }, (_, number) => aboutOne(number, size)).flat());
