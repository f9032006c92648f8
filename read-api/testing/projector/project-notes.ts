import type { DomainEvent } from '#events/catalogue/catalogue.ts';
import type { TestLog } from '#events/testing/test-log.ts';
import type { RunForRecord } from './run-for-record.ts';

export const projectNotes = async (run: RunForRecord, event: DomainEvent): Promise<void> => {
  const change = (columns: string, ...values: unknown[]) =>
    run(`update read.notes set position = $2, ${columns} where id = $1`, ...values);
  if (event.type === 'NoteTaken') {
    const { userId, courseId, enrolmentId, courseCalledBy, module, second, text } = event.data;
    await run(
      'insert into read.notes values ($1, $3, $4, $5, $6, $7, $8, $9, false, now(), $2, null, $2)',
      ...[userId, courseId, enrolmentId, courseCalledBy, module, second, text],
    );
  } else if (event.type === 'NoteEdited') await change('text = $3, edited_at = now()', event.data.text);
  else if (event.type === 'NoteRemoved') await change('removed = true');
  else if (event.type === 'NoteRestored') await change('removed = false');
};

/** The activity kinds of the events that these tests use. */
const activityKinds: Partial<Record<DomainEvent['type'], string>> = {
  CourseBookmarked: 'bookmark',
  StudentEnrolled: 'enrolment',
  CourseStarted: 'start',
  ModuleCompleted: 'module',
  NoteTaken: 'note',
};

export const isActivity = (event: DomainEvent): boolean => event.type in activityKinds;

export const projectActivity = async (log: TestLog, event: DomainEvent, position: number): Promise<void> => {
  const kind = activityKinds[event.type];
  if (kind === undefined || !('userId' in event.data) || !('courseId' in event.data)) return;
  await log.pool.query('insert into read.activity values ($1, $2, $3, $4, now())', [
    ...[position, event.data.userId, event.data.courseId, kind],
  ]);
};
