import type { QuizAttempt, SubmittedQuiz } from '#contract/schemas/quizzes.ts';
import type { QuizzesTable } from '#platform/read-tables/quizzes.ts';
import { presentAttempt, type ReaderKind } from '#quizzes/present-attempt.ts';

/** An attempt with data of its course and its student. */
export type QuizRow = Omit<QuizzesTable, 'finished_at' | 'marked_at' | 'position'> & {
  course_name: string;
  instructor_id: string | null;
  user_name: string;
};

/** Converts a row to JSON, for GET answers and live updates alike. The parameters are those of {@link presentAttempt}. */
export const presentQuiz = (row: QuizRow, now: Date, readerKind: ReaderKind = 'student'): QuizAttempt =>
  presentAttempt(
    {
      ...{ id: row.id, enrolmentId: row.enrolment_id, courseId: row.course_id, courseName: row.course_name },
      ...{ code: row.code, kind: row.kind },
      ...{ questionIds: row.question_ids, deadline: row.deadline },
      submission:
        row.finished_position === null ? null : { late: row.late, answers: row.answers, score: row.score },
      marking: row.marks && { marks: row.marks, remark: row.remark ?? '' },
    },
    now,
    readerKind,
  );

/** Converts a submitted attempt for its markers. It looks the same at any time, so the deadline serves as the time. */
export const presentSubmitted = (row: QuizRow): SubmittedQuiz => ({
  ...presentQuiz(row, row.deadline, 'marker'),
  userName: row.user_name,
});

/** Converts a submitted attempt for a list that does not show its questions. */
export const presentWithoutQuestions = (row: QuizRow): SubmittedQuiz => ({
  ...presentSubmitted(row),
  questions: [],
  answered: row.answered,
});

/** Returns whether an attempt has written answers, marked or not. */
export const isMarkable = (row: QuizRow): boolean => row.kind === 'written' && row.answered > 0;
