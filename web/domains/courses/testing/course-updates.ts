import type { LiveMessage } from '#contract/live-messages.ts';
import type { LiveCourse } from '#contract/schemas/courses.ts';

const idOf = (n: number) => `${String(n).padStart(8, '0')}-0000-4000-8000-000000000000`;
export const dayOf = (n: number) => new Date(Date.UTC(2026, 0, n)).toISOString();

/** A course that was added on day `n`, at position `n`. */
export const course = (n: number, change: Partial<LiveCourse> = {}): LiveCourse => ({
  _id: idOf(n),
  course_code: 'CSE',
  course_name: `Course ${n}`,
  duration: '1',
  difficulty: '5',
  category: 'Engineering',
  details: '',
  instructor: 'Somebody',
  price: 0,
  imageUrl: '/a.svg',
  instructorId: null,
  videos: null,
  addedAt: dayOf(n),
  updatedAt: dayOf(n),
  addedPosition: n,
  ...change,
});

/** Creates a live update about a course. The default position is 101, because the test pages were read at position 100. */
export const createUpdate = (
  kind: 'course-added' | 'course-changed' | 'course-restored',
  data: LiveCourse,
  position = 101,
): LiveMessage => ({ position, kind, data });
export const removal = (n: number, position = 101): LiveMessage => ({
  position,
  kind: 'course-removed',
  data: { _id: idOf(n) },
});
