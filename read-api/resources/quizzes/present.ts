import type { CourseCode } from '#contract/courses.ts';
import type { QuizAttempt, QuizKind, SubmittedQuiz } from '#contract/quizzes.ts';
import type { QuizzesTable } from '#platform/read-tables/quizzes.ts';
import { presentAttempt } from '#quizzes/attempt.ts';

/** An attempt with what is shown of its course and its student. */
export type QuizRow = Omit<QuizzesTable, 'finished_at' | 'marked_at' | 'position'> & {
  course_name: string;
  instructor_id: string | null;
  user_name: string;
};

/** The only way from a row to JSON: answers and live messages are the same. @param now see {@link presentAttempt}. */
export const presentQuiz = (row: QuizRow, now: Date): QuizAttempt =>
  presentAttempt(
    {
      ...{ id: row.id, enrolmentId: row.enrolment_id, courseId: row.course_id, courseName: row.course_name },
      ...{ code: row.code as CourseCode, kind: row.kind as QuizKind },
      ...{ questionIds: row.question_ids, deadline: row.deadline },
      submission:
        row.finished_position === null ? null : { late: row.late, answers: row.answers, score: row.score },
      marking: row.marks && { marks: row.marks, remark: row.remark ?? '' },
    },
    now,
  );

/** To those who may mark it. It was submitted, so that the time says nothing about it any more. */
export const presentSubmitted = (row: QuizRow): SubmittedQuiz => ({
  ...presentQuiz(row, row.deadline),
  userName: row.user_name,
});

/** Whether there is anything in it that a person marks. */
export const isMarkable = (row: QuizRow): boolean => row.kind === 'written' && row.answered > 0;
