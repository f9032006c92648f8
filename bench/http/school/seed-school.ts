import { randomUUID } from 'node:crypto';
import { Client, Pool } from 'pg';
import type { DomainEvent } from '#events/catalogue/catalogue.ts';
import { adminsStream } from '#events/catalogue/streams/admins.ts';
import { courseStream } from '#events/catalogue/streams/course.ts';
import { enrolmentStream } from '#events/catalogue/streams/enrolment.ts';
import { noteStream } from '#events/catalogue/streams/note.ts';
import { reviewStream } from '#events/catalogue/streams/review.ts';
import { userStream } from '#events/catalogue/streams/user.ts';
import { openAppender } from '#events/log/append/appender.ts';
import { openVault } from '#events/vault/vault.ts';
import { migrate } from '#migrations/migrate.ts';
import { courseIdOf, enrolmentIdOf, noteIdOf, reviewIdOf } from '#platform/identity/record-ids.ts';
import { masterKey } from '../../rebuild/projector-runs.ts';
import { courseBody } from './course-body.ts';
import { createPeople, type Person } from './people.ts';

export type School = {
  courses: string[];
  admins: Person[];
  /** Students whose lists are read. Nothing changes for them while requests are measured. */
  readers: Person[];
  /** Students who send commands. Each is enrolled in all `startedCourses` and has started them. */
  writers: Person[];
  /** Courses that the writers have started, so that they can complete modules in them. */
  startedCourses: string[];
};

const readerCourses = 3;
const readerNotes = 5;
const reviewCount = 100;
const maxStartedCourses = 26;
const concurrentAppends = 256;

type StreamEvents = [stream: string, events: DomainEvent[]];

const createRegistration = ({ uid, userId, email }: Person, userType: 'Admin' | 'Student'): StreamEvents => {
  const profile = { name: uid, email, imageUrl: '/people/portrait-1.svg' };
  const data = { identity: uid, ...profile, userType, wishedType: null };
  return [userStream(userId), [{ type: 'UserRegistered', data }]];
};

const createEnrolment = ({ userId }: Person, courseId: string): StreamEvents => {
  const data = { userId, courseId };
  return [
    enrolmentStream(enrolmentIdOf(userId, courseId)),
    [
      { type: 'StudentEnrolled', data },
      { type: 'CourseStarted', data: { ...data, startedBy: 'enrolment' } },
    ],
  ];
};

const createReaderStreams = (reader: Person, courses: readonly string[]): StreamEvents[] => {
  const { userId } = reader;
  const [courseId = ''] = courses;
  const enrolmentId = enrolmentIdOf(userId, courseId);
  const context = { enrolmentId, courseCalledBy: 'enrolment', module: 1, second: 30 } as const;
  const notes = Array.from({ length: readerNotes }, (_, number): StreamEvents => {
    const text = `Note ${number}: what was said in this lesson, and why it matters.`;
    return [
      noteStream(noteIdOf(userId, `${number}`)),
      [{ type: 'NoteTaken', data: { userId, courseId, ...context, text } }],
    ];
  });
  return [...courses.map((course) => createEnrolment(reader, course)), ...notes];
};

const createReview = ({ userId }: Person, courseId: string, rating: number): StreamEvents => {
  const enrolmentId = enrolmentIdOf(userId, courseId);
  const content = { rating, comment: 'Clear, and worth the time.', courseCalledBy: 'course' } as const;
  return [
    reviewStream(reviewIdOf(enrolmentId)),
    [{ type: 'ReviewSubmitted', data: { userId, courseId, enrolmentId, ...content } }],
  ];
};

const createCourse = (id: string, number: number): StreamEvents => {
  const { course_code: code, course_name: name, ...fields } = courseBody(`Course ${number}`);
  const data = { code, name, ...fields, instructorId: null, videos: null };
  return [courseStream(id), [{ type: 'CourseAdded', data }]];
};

/** Creates the log of a school in an empty database, with the product's appender and encryption. */
export const seedSchool = async (
  databaseUrl: string,
  size: { courses: number; readers: number; writers: number },
): Promise<School> => {
  const admins = createPeople('admin', 8);
  const readers = createPeople('reader', size.readers);
  const writers = createPeople('writer', size.writers);
  const owner = admins[0]?.userId ?? '';
  const courses = Array.from({ length: size.courses }, (_, number) => courseIdOf(owner, `${number}`));
  const startedCourses = courses.slice(0, maxStartedCourses);
  const streams: StreamEvents[] = [
    ...admins.map((person) => createRegistration(person, 'Admin')),
    [adminsStream, admins.map(({ userId }) => ({ type: 'AdminAppointed', data: { userId } }) as const)],
    ...[...readers, ...writers].map((person) => createRegistration(person, 'Student')),
    ...courses.map(createCourse),
    ...readers.flatMap((reader) => createReaderStreams(reader, courses.slice(0, readerCourses))),
    ...writers.flatMap((writer) => startedCourses.map((course) => createEnrolment(writer, course))),
    ...startedCourses
      .flatMap((course) => writers.map((writer) => ({ course, writer })))
      .slice(0, reviewCount)
      .map(({ course, writer }, number) => createReview(writer, course, 1 + (number % 10))),
  ];

  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  await migrate(client);
  const pool = new Pool({ connectionString: databaseUrl, max: 4, options: '-c role=lyceum_command' });
  const vault = openVault({ pool, masterKey });
  const appender = openAppender({ connectionString: databaseUrl, role: 'lyceum_command', vault });
  const append = async ([stream, events]: StreamEvents) => {
    const { outcome } = await appender.append({
      commandId: randomUUID(),
      writes: [{ stream, expectedVersion: 0, events }],
      asserts: [],
      metadata: { actor: { id: owner, role: 'Admin' }, correlationId: randomUUID() },
    });
    if (outcome !== 'appended') throw new Error(`An event of the school was not appended: ${outcome}.`);
  };
  const remaining = streams.values();
  const appendRemaining = async () => {
    for (const stream of remaining) await append(stream);
  };
  try {
    await Promise.all(Array.from({ length: concurrentAppends }, appendRemaining));
    await client.query('vacuum analyze log.events');
  } finally {
    await appender.close();
    await vault.close();
    await pool.end();
    await client.end();
  }
  return { courses, admins, readers, writers, startedCourses };
};
