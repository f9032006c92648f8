import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { LogAppender } from '#events/log/log.ts';
import { createSeededRandom } from '#platform/seeded-random.ts';
import { ExpectedCounts } from './expected-counts.ts';
import type { PersonAppend } from './person-append.ts';
import { createOpening, staffAppends } from './staff.ts';
import { studentAppends } from './student.ts';

const concurrentAppends = 128;
/** Each concurrent loop has at most this many students at a time, and appends their events in turn. */
const maxStudentsPerLoop = 80;
/** The approximate number of events of a student who completes all of their courses. Other students have fewer. */
const eventsPerStudent = 55;

export type AppendedSchool = { expected: ExpectedCounts; firstAppends: PersonAppend[] };

/**
 * Appends the events of a school in which students register, act concurrently and leave.
 * @param eventCount the number of events; a few more may be appended.
 * @param firstEventCount the number of events in the returned first appends, approximately. The peer is measured with them.
 */
export const appendSchool = async (
  appender: LogAppender,
  eventCount: number,
  firstEventCount: number,
): Promise<AppendedSchool> => {
  const expected = new ExpectedCounts();
  const firstAppends: PersonAppend[] = [];
  const versions = new Map<string, number>();

  const append = async (request: PersonAppend): Promise<void> => {
    const { actor, events, removedUserId } = request;
    if (expected.events < firstEventCount) firstAppends.push(request);
    for (const event of events) expected.add(event);
    const writes = [...Map.groupBy(events, ([stream]) => stream)].map(([stream, streamEvents]) => {
      const expectedVersion = versions.get(stream) ?? 0;
      versions.set(stream, expectedVersion + streamEvents.length);
      return { stream, expectedVersion, events: streamEvents.map(([, event]) => event) };
    });
    const { outcome } = await appender.append({
      commandId: randomUUID(),
      writes,
      asserts: [],
      metadata: { actor, correlationId: randomUUID() },
      ...(removedUserId === undefined ? {} : { destroyKeysOf: [removedUserId] }),
    });
    if (outcome !== 'appended') throw new Error(`The events of a person were not appended: ${outcome}.`);
  };

  const { appends, courses, instructors } = createOpening();
  for (const request of appends) await append(request);
  const school = { courses, instructors, random: createSeededRandom(7) };
  // In a large school, at most half of the students are present at a time. When one leaves, another registers.
  const studentsPerLoop = Math.max(
    1,
    Math.min(maxStudentsPerLoop, Math.ceil(eventCount / eventsPerStudent / concurrentAppends / 2)),
  );
  let registered = 0;
  const registerStudent = (): Iterator<PersonAppend> => {
    registered += 1;
    return studentAppends(registered, school);
  };
  const appendStudents = async () => {
    const students = Array.from({ length: studentsPerLoop }, registerStudent);
    for (let turn = 0; expected.events < eventCount; turn = (turn + 1) % studentsPerLoop) {
      const next = students[turn]?.next();
      if (next?.done === false) await append(next.value);
      else students[turn] = registerStudent();
    }
  };
  const appendStaff = async () => {
    const staff = staffAppends(school, createSeededRandom(11));
    // Staff append about once per fifty events of the log.
    let dueAtEventCount = expected.events;
    while (expected.events < eventCount) {
      if (expected.events < dueAtEventCount) {
        await sleep(1);
        continue;
      }
      dueAtEventCount = expected.events + 50;
      const { value } = staff.next();
      if (value) await append(value);
    }
  };
  await Promise.all([appendStaff(), ...Array.from({ length: concurrentAppends }, appendStudents)]);
  return { expected, firstAppends };
};
