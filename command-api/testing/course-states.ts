import type { CourseState } from '../courses/decide.ts';

const facts = {
  code: 'CSE',
  name: 'Counting',
  duration: '2',
  difficulty: '7',
  category: 'Engineering',
  details: 'From one to many.',
  instructor: 'Ada',
  price: 120,
  imageUrl: '/cse.svg',
  instructorId: null,
  videos: null,
} as const;

/** A course as decisions about students meet it: in the catalogue, taken out of it, or none at all. */
export const listedCourse = { status: 'listed', facts } as const satisfies CourseState;
export const removedCourse = { status: 'removed', facts } as const satisfies CourseState;
export const unknownCourse: CourseState = { status: 'unknown' };
