import { streamId } from '#events/catalogue/stream-id.ts';
import { enrolmentIdOf } from '#platform/identity/record-ids.ts';
import type { QuizzesTable } from '#platform/read-tables/quizzes.ts';
import { totalMarks } from '#quizzes/scoring.ts';
import type { Evolutions } from '../projection/fold-rows.ts';
import { createRecordProjection } from '../projection/record-projection.ts';

/** A missing row belonged to a removed student, so later events must not create one. */
export const quizEvolutions: Evolutions<QuizzesTable> = {
  QuizStarted: (_, { data, stream, position }) => ({
    id: streamId(stream),
    user_id: data.userId,
    course_id: data.courseId,
    enrolment_id: enrolmentIdOf(data.userId, data.courseId),
    code: data.code,
    kind: data.kind,
    question_ids: data.questionIds,
    deadline: new Date(data.deadline),
    started_position: position,
    finished_at: null,
    finished_position: null,
    late: false,
    answers: {},
    answered: 0,
    score: null,
    marks: null,
    remark: null,
    marked_at: null,
    marked_position: null,
    position,
  }),
  QuizFinished: (row, { data, recordedAt, position }) =>
    row && {
      ...row,
      finished_at: recordedAt,
      finished_position: position,
      late: data.late,
      answers: data.answers ?? {},
      answered: Object.keys(data.answers ?? {}).length,
      score: data.score,
      position,
    },
  QuizMarked: (row, { data, recordedAt, position }) =>
    row && {
      ...row,
      score: totalMarks(data.marks),
      marks: data.marks,
      remark: data.remark ?? '',
      marked_at: recordedAt,
      marked_position: position,
      position,
    },
};

/** Read model `quizzes`: all quiz attempts, with answers and marks. */
export const quizzes = createRecordProjection<QuizzesTable>({
  model: 'quizzes',
  table: 'quizzes',
  columns: {
    id: true,
    user_id: true,
    course_id: true,
    enrolment_id: true,
    code: true,
    kind: true,
    question_ids: true,
    deadline: true,
    started_position: true,
    finished_at: true,
    finished_position: true,
    late: true,
    answers: true,
    answered: true,
    score: true,
    marks: true,
    remark: true,
    marked_at: true,
    marked_position: true,
    position: true,
  },
  evolutions: quizEvolutions,
  ownerColumn: 'user_id',
});
