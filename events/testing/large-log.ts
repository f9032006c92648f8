import { Pool } from 'pg';
import { createSealer } from '../seals/sealer.ts';

/** Returns the SQL of a valid UUID that depends only on a label and a number. */
const uuidSql = (label: string, number: string) =>
  `overlay(overlay(md5('${label}' || ${number}) placing '4' from 13 for 1) placing 'a' from 17 for 1)::uuid`;

/**
 * Fills an empty log with `events` stored events of 450 bytes and seals them. Courses are added and edited, and 2,500 people take notes
 * with texts that nobody can decrypt. Uses plain SQL: a million events take half a minute.
 */
export const fillLargeLog = async (url: string, events: number): Promise<void> => {
  const pool = new Pool({ connectionString: url, max: 2 });
  const streams = Math.min(50_000, events / 10);
  try {
    await pool.query(
      `insert into log.events (position, recorded_at, version, schema_version, command_id, stream, type, data, metadata)
         select position, timestamptz '2026-01-01 00:00Z' + position * interval '1 second', version,
           (array[2, 2, 2, 1])[1 + kind], ${uuidSql('command', 'position')},
           case when kind < 2 then 'course-' else 'note-' end || ${uuidSql('stream', 'stream_number')},
           (array['CourseAdded', 'CourseEdited', 'NoteTaken', 'NoteEdited'])[1 + kind],
           case kind
             when 0 then json_build_object('code', 'CSE', 'name', 'Größe € 😀 ' || position, 'duration', '3-4 years',
               'difficulty', '7', 'category', 'Engineering', 'details', repeat('How machines count. ', 8),
               'instructor', 'A. Teacher', 'price', 100, 'imageUrl', '/course.svg', 'instructorId', null, 'videos', null)
             when 1 then json_build_object('changes', json_build_object('price', position, 'details', repeat('Anew. ', 20)))
             else json_build_object('userId', person, 'courseId', ${uuidSql('stream', '0')}, 'enrolmentId', person,
               'courseCalledBy', 'enrolment', 'module', 2, 'second', 95, '$personal', json_build_object('of', person,
                 'fields', json_build_array('text'), 'box', encode(sha256(position::text::bytea) || sha256('x'), 'base64')))
           end,
           json_build_object('actor', json_build_object('id', person, 'role', 'Admin'), 'correlationId', ${uuidSql('request', 'position')})
         from (
           select position, position % $2::bigint as stream_number, (position - 1) / $2::bigint + 1 as version,
             (case when position % 2 = 0 then 0 else 2 end) + (case when position > $2::bigint then 1 else 0 end) as kind,
             ${uuidSql('person', '(position % 5000)')} as person
           from generate_series(1, $1::bigint) as position) as made`,
      [events, streams],
    );
    await pool.query('analyze log.events');
    await createSealer({ pool }).sealUpTo();
  } finally {
    await pool.end();
  }
};
