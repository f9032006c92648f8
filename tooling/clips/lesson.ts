import type { CourseCode } from '#contract/schemas/courses.ts';

/** One of the key points of a lesson: its text on the slide, and what is said when it appears. */
type Point = { head: string; says: string };

/** The words of one clip, from `content/*.json`. */
type LessonTexts = {
  /** Said during the title card. */
  opening: string;
  /** Three or four. */
  points: readonly Point[];
  /** Said and shown at the end: the lesson in one sentence. */
  gist: string;
};

/** The content of one clip. */
export type Lesson = LessonTexts & {
  /** The content of an SVG image of 600 × 440. Parts made with `from` (`diagrams/`) appear together with the point whose number they state, from 1 on. */
  diagram: string;
};

const modules = [1, 2, 3, 4, 5] as const;
type ByModule<T> = Readonly<Record<(typeof modules)[number], T>>;

/** Returns the five lessons of a department. Their titles are in `web/domains/videos/lesson-titles.ts`. */
export const composeLessons = (
  texts: ByModule<LessonTexts>,
  diagrams: ByModule<readonly string[]>,
): readonly Lesson[] => modules.map((module) => ({ ...texts[module], diagram: diagrams[module].join('') }));

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
