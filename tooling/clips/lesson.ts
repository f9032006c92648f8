import type { CourseCode } from '#contract/schemas/courses.ts';

/** One of the key points of a lesson: its text on the slide, and what is said when it appears. */
type Point = { head: string; says: string };

/** The content of one clip: three or four points, and a diagram that grows with them. */
type Lesson = {
  /** Said during the title card. */
  opening: string;
  points: readonly Point[];
  /** Said and shown at the end: the lesson in one sentence. */
  gist: string;
  /** SVG of 600 × 440. Parts made with `from` appear with that point (1 is the first). See `diagrams/kit.ts`. */
  diagram: string;
};

/** The five lessons of a department. Their titles are in `web/domains/videos/lesson-titles.ts`. */
export type Lessons = readonly [Lesson, Lesson, Lesson, Lesson, Lesson];

/** One clip and everything it is made of. */
export type Clip = {
  code: CourseCode;
  /** 1 to 5. */
  module: number;
  title: string;
  /** The next module's title; null for the last. */
  next: string | null;
  lesson: Lesson;
};
