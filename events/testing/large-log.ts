import { Pool } from 'pg';
import { openSealer } from '../seals/sealer.ts';

/** A valid UUID, always the same for the same number. */
const uuid = (what: string, number: string) =>
  `overlay(overlay(md5('${what}' || ${number}) placing '4' from 13 for 1) placing 'a' from 17 for 1)::uuid`;

/**
 * Fills an empty log with `events` events as they are stored: courses that are added and edited, notes of 5,000 people
 * with their text in a box (that no key opens); 450 bytes each. Then seals them. Written by SQL: a million in half a minute.
 */
export const fillLargeLog = async (url: string, events: number): Promise<void> => {
  const pool = new Pool({ connectionString: url, max: 2 });
  const streams = Math.min(50_000, events / 10);
  try {
    await pool.query(
      `insert into log.events (position, recorded_at, version, schema_version, command_id, stream, type, data, metadata)
         select place, timestamptz '2026-01-01 00:00Z' + place * interval '1 second', version,
           (array[2, 2, 2, 1])[1 + kind], ${uuid('command', 'place')},
           case when kind < 2 then 'course-' else 'note-' end || ${uuid('stream', 'number')},
           (array['CourseAdded', 'CourseEdited', 'NoteTaken', 'NoteEdited'])[1 + kind],
           case kind
             when 0 then json_build_object('code', 'CSE', 'name', 'Größe € 😀 ' || place, 'duration', '3-4 years',
               'difficulty', '7', 'category', 'Engineering', 'details', repeat('How machines count. ', 8),
               'instructor', 'A. Teacher', 'price', 100, 'imageUrl', '/course.svg', 'instructorId', null, 'videos', null)
             when 1 then json_build_object('changes', json_build_object('price', place, 'details', repeat('Anew. ', 20)))
             else json_build_object('userId', person, 'courseId', ${uuid('stream', '0')}, 'enrolmentId', person,
               'courseCalledBy', 'enrolment', 'module', 2, 'second', 95, '$personal', json_build_object('of', person,
                 'fields', json_build_array('text'), 'box', encode(sha256(place::text::bytea) || sha256('x'), 'base64')))
           end,
           json_build_object('actor', json_build_object('id', person, 'role', 'Admin'), 'correlationId', ${uuid('request', 'place')})
         from (
           select place, place % $2::bigint as number, (place - 1) / $2::bigint + 1 as version,
             (case when place % 2 = 0 then 0 else 2 end) + (case when place > $2::bigint then 1 else 0 end) as kind,
             ${uuid('person', '(place % 5000)')} as person
           from generate_series(1, $1::bigint) as place) as made`,
      [events, streams],
    );
    await pool.query('analyze log.events');
    await openSealer({ pool }).sealUpTo();
  } finally {
    await pool.end();
  }
};
