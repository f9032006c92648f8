import type { CourseCode } from '#contract/schemas/courses.ts';

/** One of the key points of a lesson: what stands on the slide, and what is said while it appears. */
type Point = { head: string; says: string };

/** What one clip shows and says. Three or four points; the diagram grows with them. */
type Lesson = {
  /** Said while the title card stands. */
  opening: string;
  points: readonly Point[];
  /** Said, and shown, at the end: the lesson in a sentence. */
  gist: string;
  /** SVG on a field of 600 × 440: what `from` names appears with that point (1 is the first). See `diagrams/kit.ts`. */
  diagram: string;
};

/** The five lessons of a department; their titles stand in `web/domains/videos/lesson-titles.ts`. */
export type Lessons = readonly [Lesson, Lesson, Lesson, Lesson, Lesson];

/** One clip: which it is, and all that it is made of. */
export type Clip = {
  code: CourseCode;
  /** 1 to 5. */
  module: number;
  title: string;
  /** The next module's title; null for the last. */
  next: string | null;
  lesson: Lesson;
};
