import { createHmac, randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { catalogue, type DomainEvent } from '../catalogue/catalogue.ts';
import { examples } from '../catalogue/examples.ts';
import { identifyingFieldsOf, personalFieldsOf } from '../catalogue/field-marks.ts';
import type { RecordedEvent } from '../log/log.ts';
import { isPublicAct, pseudonymizeEvent } from './pseudonymous-event.ts';
import { createPseudonyms } from './pseudonyms.ts';

const key = Buffer.alloc(32, 7);
const pseudonyms = createPseudonyms(key);
const actor = 'd5b0a3c4-0b7e-5d2f-9a41-7c6e5d4f3b2a';

const recorded = (stream: string, event: DomainEvent): RecordedEvent => ({
  ...event,
  position: 7,
  stream,
  version: 1,
  recordedAt: new Date('2026-03-05T10:00:00.000Z'),
  commandId: 'c0ffee00-0000-4000-8000-000000000001',
  metadata: { actor: { id: actor, role: 'Student' }, correlationId: 'request-of-a-person' },
});

test.each(Object.values(examples).map(({ stream, event }) => [event.type, stream, event] as const))(
  '%s contains no ids of persons and no personal or identifying data',
  (type, stream, event) => {
    const pseudonymous = pseudonymizeEvent(recorded(stream, event), pseudonyms);
    const text = JSON.stringify(pseudonymous);
    const ids = [...text.matchAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g)].map(([id]) => id);
    const originalIds = [...JSON.stringify([stream, event.data]).matchAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g)].map(
      ([id]) => id,
    );
    const publicStreamId = /^(course|announcement)-/.test(stream)
      ? stream.slice(stream.indexOf('-') + 1)
      : '';
    const course = 'courseId' in event.data ? event.data.courseId : null;
    expect(ids.filter((id) => originalIds.includes(id) && id !== publicStreamId && id !== course)).toEqual(
      [],
    );
    expect(text).not.toContain(actor);
    expect(text).not.toContain('request-of-a-person');
    const definition = catalogue.get(type);
    if (!definition) throw new Error(`The catalogue has no definition of ${type}.`);
    for (const fieldsOf of [personalFieldsOf, identifyingFieldsOf])
      for (const field of fieldsOf(definition.schema)) expect(pseudonymous.data[field]).toBeNull();
    expect(Object.keys(pseudonymous.data).sort()).toEqual(Object.keys(event.data).sort());
  },
);

test('removes the number of a certificate and the uid of an identity', () => {
  const { CertificateIssued: issued, UserRegistered: registered } = examples;
  expect(pseudonymizeEvent(recorded(issued.stream, issued.event), pseudonyms).data).toMatchObject({
    number: null,
    nameCommitment: null,
    courseName: issued.event.data.courseName,
  });
  expect(pseudonymizeEvent(recorded(registered.stream, registered.event), pseudonyms).data).toMatchObject({
    identity: null,
    userType: registered.event.data.userType,
  });
});

test('replaces an id everywhere with the same UUID of version 8, which depends on the key', () => {
  const { NoteTaken: note, UserRegistered: user } = examples;
  const id = note.event.data.userId;
  const pseudonymousNote = pseudonymizeEvent(recorded(note.stream, note.event), pseudonyms);
  const registered = pseudonymizeEvent(recorded(`user-${id}`, user.event), pseudonyms);
  expect(registered.stream).toBe(`user-${pseudonymousNote.data.userId}`);
  expect(pseudonymousNote.data.userId).toMatch(
    /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
  );
  expect(pseudonyms(id.toUpperCase())).toBe(pseudonymousNote.data.userId);
  expect(createPseudonyms(Buffer.alloc(32, 8))(id)).not.toBe(pseudonymousNote.data.userId);
});

test('shows only the hour of an event, and no id of a person in a public act', () => {
  const { ReviewSubmitted: review, QuizStarted: quiz } = examples;
  const late = { recordedAt: new Date('2026-03-05T10:59:59.999Z') };
  expect(pseudonymizeEvent({ ...recorded(review.stream, review.event), ...late }, pseudonyms)).toMatchObject({
    stream: 'review',
    version: null,
    command: null,
    recordedAt: '2026-03-05T10:00:00.000Z',
    data: {
      userId: null,
      enrolmentId: null,
      courseId: review.event.data.courseId,
      rating: review.event.data.rating,
    },
  });
  expect(isPublicAct('QuizStarted')).toBe(false);
  const { data } = pseudonymizeEvent(recorded(quiz.stream, quiz.event), pseudonyms);
  expect(data.deadline).toMatch(/:00:00\.000Z$/);
  expect(data.userId).toBe(pseudonyms(quiz.event.data.userId));
});

test('computes pseudonyms as HMAC-SHA-256 of the bytes of an id', () => {
  const expected = (id: string) => {
    const digest = createHmac('sha256', key)
      .update(Buffer.from(id.replaceAll('-', ''), 'hex'))
      .digest();
    digest.writeUInt8((digest.readUInt8(6) & 0x0f) | 0x80, 6);
    digest.writeUInt8((digest.readUInt8(8) & 0x3f) | 0x80, 8);
    return digest.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  };
  // The last four are not UUIDs.
  const ids = [...Array.from({ length: 1_000 }, randomUUID), actor, '', 'c0ffee', `${actor}00`, 'nobody'];
  for (const id of ids) {
    expect(pseudonyms(id)).toBe(expected(id));
    expect(pseudonyms(id.toUpperCase())).toBe(expected(id));
  }
});
