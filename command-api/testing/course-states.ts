import type { CourseFields } from '#events/catalogue/streams/course.ts';
import type { CourseState } from '../aggregates/course.ts';

export const courseFields: CourseFields = {
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
};

export const listedCourse = { status: 'listed', fields: courseFields } as const satisfies CourseState;
export const removedCourse = { status: 'removed', fields: courseFields } as const satisfies CourseState;
export const unknownCourse: CourseState = { status: 'unknown' };
