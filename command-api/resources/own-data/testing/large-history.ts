import { randomBytes } from 'node:crypto';
import type { DomainEvent } from '#events/catalogue/catalogue.ts';
import { noteStream } from '#events/catalogue/streams/note.ts';
import { userStream } from '#events/catalogue/streams/user.ts';
import { appendRequest, type TestLog, userRegistered } from '#events/testing/test-log.ts';

const courseId = '0d6a8f0e-7f6e-5b1a-8a52-3f1f0f7f2a01';
const enrolmentId = '7a6f2b0c-93f5-5c51-a2a0-4c1d6de21b33';
const batchSize = 1_000;

/** The number of random bytes in a note. Its text is the base64 of these bytes. Compression cannot make the text shorter than the bytes. */
export const noteBytes = 400;

/**
 * Appends the registration of a user and `eventCount - 1` notes of random text. Fills the table of the History page, and marks it and the
 * table of announcements as complete.
 */
export const writeLargeHistory = async (log: TestLog, userId: string, eventCount: number): Promise<void> => {
  const metadata = { actor: { id: userId, role: 'Student' as const }, correlationId: 'busy' };
  const append = (stream: string, events: DomainEvent[]) =>
    log.appender.append(appendRequest({ writes: [{ stream, expectedVersion: 0, events }], metadata }));
  await append(userStream(userId), [userRegistered('Busy')]);
  for (let written = 1; written < eventCount; written += batchSize) {
    const notes = Array.from({ length: Math.min(batchSize, eventCount - written) }, (): DomainEvent => {
      const text = randomBytes(noteBytes).toString('base64');
      const fields = { courseId, enrolmentId, module: null, second: null };
      return { type: 'NoteTaken', data: { ...fields, userId, courseCalledBy: 'enrolment', text } };
    });
    await append(noteStream(crypto.randomUUID()), notes);
  }
  await log.pool.query(
    `insert into read.audit (position, type, actor_id) select position, type, $1 from log.events on conflict do nothing`,
    [userId],
  );
  await log.pool.query(
    `update read.checkpoints set position = (select max(position) from log.events)
     where model in ('audit', 'announcements')`,
  );
};
