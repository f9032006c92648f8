import type { CourseCode } from '#contract/schemas/courses.ts';
import type { QuizKind } from '#contract/schemas/quizzes.ts';

/** `read.quizzes`: quiz attempts in clear text. */
export type QuizzesTable = {
  id: string;
  user_id: string;
  course_id: string;
  enrolment_id: string;
  code: CourseCode;
  /** `mcq` or `written`. */
  kind: QuizKind;
  /** In the order in which they are asked. */
  question_ids: string[];
  deadline: Date;
  /** The position at which it was started: a total order for lists. */
  started_position: number;
  /** Null until the attempt is submitted, even if its deadline has passed. */
  finished_at: Date | null;
  finished_position: number | null;
  late: boolean;
  /** By question id: the index of an option, or a text. Unanswered questions are missing. */
  answers: Record<string, number | string>;
  /** The number of answered questions. */
  answered: number;
  /** The number of correct answers, or the sum of marks of a written quiz once it is marked. */
  score: number | null;
  /** The marks of a written quiz by question id; null until it is marked. */
  marks: Record<string, number> | null;
  remark: string | null;
  marked_at: Date | null;
  /** The position of the latest marking. */
  marked_position: number | null;
  /** The position of the last event that changed this row. */
  position: number;
};
