import type { z } from 'zod';
import type { courseFields } from '#contract/schemas/courses.ts';

/** Returns a body for `POST /courses`. */
export const courseBody = (name: string): z.infer<typeof courseFields> => ({
  course_code: 'CSE',
  course_name: name,
  duration: '3 years',
  difficulty: '7',
  category: 'Engineering',
  instructor: 'E. Codd',
  price: 250,
  imageUrl: '/mark.svg',
  details: 'How data is stored, found and changed by many users at once. '.repeat(8),
});
