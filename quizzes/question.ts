import type { CourseCode } from '#contract/courses.ts';

/**
 * A multiple-choice question. `answer` is the index (from 0) of the one right option, `why` a sentence or two that a
 * student reads afterwards. An id is for ever: attempts are remembered by it. Wording may be improved under it; a
 * question with another right answer, or options in another order, gets a new one.
 */
export type ChoiceQuestion = {
  /** `cse-c1` */
  id: string;
  question: string;
  options: readonly [string, string, string, string];
  answer: 0 | 1 | 2 | 3;
  why: string;
};

/** A written question. `points` is what a good answer says: whoever marks goes by them, and the student reads them afterwards. */
export type WrittenQuestion = {
  /** `cse-w1` */
  id: string;
  question: string;
  points: readonly string[];
};

/** What a department asks: five questions of each kind. */
export type Bank = {
  code: CourseCode;
  choice: readonly ChoiceQuestion[];
  written: readonly WrittenQuestion[];
};
