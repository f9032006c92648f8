import type { CourseFacts } from '#events/catalogue/course.ts';

/** Facts of a course for tests. */
export const courseFacts: CourseFacts = {
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
