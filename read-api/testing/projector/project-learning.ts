import type { DomainEvent } from '#events/catalogue/catalogue.ts';
import type { RunForRecord } from './run-for-record.ts';

/** Projects bookmarks, enrolments, certificates and announcements. */
export const projectLearning = async (run: RunForRecord, event: DomainEvent): Promise<void> => {
  const change = (columns: string, ...values: unknown[]) =>
    run(`update read.enrolments set position = $2, ${columns} where id = $1`, ...values);
  if (event.type === 'CourseBookmarked')
    await run(
      'insert into read.bookmarks values ($1, $3, $4, now(), $2, $2)',
      event.data.userId,
      event.data.courseId,
    );
  else if (event.type === 'BookmarkRemoved')
    await run('delete from read.bookmarks where id = $1 and position < $2');
  else if (event.type === 'StudentEnrolled')
    await run(
      `insert into read.enrolments values ($1, $3, $4, false, now(), $2, null, 'enrolment', 0, $2)
       on conflict (id) do update set has_left = false, position = $2, enrolled_position = $2`,
      event.data.userId,
      event.data.courseId,
    );
  else if (event.type === 'StudentLeft') await change('has_left = true');
  else if (event.type === 'CourseStarted')
    await change('started_at = now(), started_by = $3', event.data.startedBy);
  else if (event.type === 'ModuleCompleted') await change('completed_modules = $3', event.data.module);
  else if (event.type === 'CertificateIssued')
    await run(
      `insert into read.certificates
         select $1, x.number, false, x."userId", x."courseId", x."studentName", x."nameSalt", x."courseName",
           x."courseCode", x.instructor, (select recorded_at from log.events where position = $2), $2
         from json_to_record($3) as x(number text, "userId" uuid, "courseId" uuid, "studentName" text,
           "nameSalt" text, "courseName" text, "courseCode" text, instructor text)`,
      JSON.stringify(event.data),
    );
  else if (event.type === 'AnnouncementPosted') {
    const { userId, userType, courseId, type, date, text } = event.data;
    await run(
      'insert into read.announcements values ($1, $3, $4, $5, $6, $7, $8, false, now(), $2, $2)',
      ...[userId, userType, courseId, type, date, text],
    );
  } else if (event.type === 'AnnouncementWithdrawn' || event.type === 'AnnouncementRestored')
    await run(
      'update read.announcements set position = $2, withdrawn = $3 where id = $1',
      event.type === 'AnnouncementWithdrawn',
    );
};
