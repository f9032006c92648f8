import { randomBytes } from 'node:crypto';
import type { DomainEvent } from '#events/catalogue/catalogue.ts';
import { noteStream } from '#events/catalogue/note.ts';
import { userStream } from '#events/catalogue/user.ts';
import { appendRequest, type TestLog, userRegistered } from '#events/testing/log.ts';

const course = '0d6a8f0e-7f6e-5b1a-8a52-3f1f0f7f2a01';
const enrolment = '7a6f2b0c-93f5-5c51-a2a0-4c1d6de21b33';
const atOnce = 1_000;

/** About so many bytes of a note that no packing makes smaller. */
export const noteBytes = 400;

/**
 * Has a person register and take so many notes less one, a thousand at a time, each of another text; and has the history know
 * all of it.
 */
export const keepBusy = async (log: TestLog, person: string, events: number): Promise<void> => {
  const by = { actor: { id: person, role: 'Student' as const }, correlationId: 'busy' };
  const append = (stream: string, happened: DomainEvent[]) =>
    log.appender.append(
      appendRequest({ writes: [{ stream, expectedVersion: 0, events: happened }], metadata: by }),
    );
  await append(userStream(person), [userRegistered('Busy')]);
  for (let written = 1; written < events; written += atOnce) {
    const notes = Array.from({ length: Math.min(atOnce, events - written) }, (): DomainEvent => {
      const text = randomBytes(noteBytes).toString('base64');
      const place = { courseId: course, enrolmentId: enrolment, module: null, second: null };
      return { type: 'NoteTaken', data: { ...place, userId: person, courseCalledBy: 'enrolment', text } };
    });
    await append(noteStream(crypto.randomUUID()), notes);
  }
  await log.pool.query(
    `insert into read.audit (position, type, actor_id) select position, type, $1 from log.events on conflict do nothing`,
    [person],
  );
  await log.pool.query(
    `update read.checkpoints set position = (select max(position) from log.events) where model = 'audit'`,
  );
};
