import type { DomainEvent } from '#events/catalogue/catalogue.ts';
import { enrolmentIdOf } from '#platform/identity/record-ids.ts';
import type { RunForRecord } from './run-for-record.ts';

export const projectQuizzes = async (run: RunForRecord, event: DomainEvent): Promise<void> => {
  const change = (columns: string, ...values: unknown[]) =>
    run(`update read.quizzes set position = $2, ${columns} where id = $1`, ...values);
  if (event.type === 'QuizStarted') {
    const { userId, courseId, code, kind, questionIds, deadline } = event.data;
    await run(
      `insert into read.quizzes values ($1, $3, $4, $5, $6, $7, $8, $9, $2, null, null, false, '{}', 0, null,
         null, null, null, null, $2)`,
      ...[userId, courseId, enrolmentIdOf(userId, courseId), code, kind, questionIds, deadline],
    );
  } else if (event.type === 'QuizFinished') {
    const { late, answers, score } = event.data;
    await change(
      'finished_at = now(), finished_position = $2, late = $3, answers = $4, answered = $5, score = $6',
      ...[late, JSON.stringify(answers), Object.keys(answers ?? {}).length, score],
    );
  } else if (event.type === 'QuizMarked') {
    const { marks, remark } = event.data;
    await change(
      'marks = $3, remark = $4, marked_at = now(), marked_position = $2',
      JSON.stringify(marks),
      remark,
    );
  }
};
