/** `read.quizzes`: every attempt at a quiz, readable. Written by the projector alone. */
export type QuizzesTable = {
  id: string;
  user_id: string;
  course_id: string;
  enrolment_id: string;
  code: string;
  /** `mcq` or `written`. */
  kind: string;
  /** In the order in which they were asked. */
  question_ids: string[];
  deadline: Date;
  /** Where it was started: a total order without ties, for lists. */
  started_position: number;
  /** Null until it is submitted. One that never was has ended with its deadline. */
  finished_at: Date | null;
  finished_position: number | null;
  late: boolean;
  /** By question id: the index of an option, or a text. What was left open is not there. */
  answers: Record<string, number | string>;
  /** How many questions were answered. */
  answered: number;
  /** The right answers of a multiple-choice quiz; of a written one the sum of its marks, once it is marked. */
  score: number | null;
  /** Of a written quiz, by question id. Null until it is marked. */
  marks: Record<string, number> | null;
  remark: string | null;
  marked_at: Date | null;
  /** Where it was marked last. */
  marked_position: number | null;
  /** The last event that changed this row. */
  position: number;
};
