import { randomUUID } from 'node:crypto';
import { catalogue, type DomainEvent } from '#events/catalogue/catalogue.ts';
import { examples } from '#events/catalogue/examples.ts';
import { personalFieldsOf } from '#events/catalogue/field-marks.ts';
import { streamId, streamKind } from '#events/catalogue/stream-id.ts';
import type { StreamAppend } from '#events/log/log.ts';

/** Returns the text in all personal fields of a user's fixtures, so that tests can search for it. */
export const personalTextOf = (userId: string): string => `personal text of ${userId} <b>&`;

type EventByActor = { actor: string; write: StreamAppend };

/**
 * Creates events of every type in the catalogue: one of each type for each pair of an actor and a described user.
 * @param notRemoved the user whose account is not removed.
 */
export const createEventsOfEveryType = (
  userIds: readonly [string, string],
  notRemoved: string,
): EventByActor[] => {
  const versions = new Map<string, number>();
  // The stream of a user starts with the registration.
  const registrationsFirst = Object.values(examples).toSorted(
    (a, b) => Number(b.event.type === 'UserRegistered') - Number(a.event.type === 'UserRegistered'),
  );
  return registrationsFirst.flatMap(({ stream, event }) =>
    userIds.flatMap((userId) =>
      userIds.flatMap((actor) => {
        if (event.type === 'UserRemoved' && userId === notRemoved) return [];
        const name = streamFor(stream, userId);
        const expectedVersion = versions.get(name) ?? 0;
        versions.set(name, expectedVersion + 1);
        return {
          actor,
          write: { stream: name, expectedVersion, events: [withUser(event, userId, userIds)] },
        };
      }),
    ),
  );
};

/**
 * Returns the example with the id and the personal text of a user. In events of courses, this user is the instructor. Messages go
 * to both users.
 */
const withUser = (event: DomainEvent, userId: string, userIds: readonly string[]): DomainEvent => {
  const definition = catalogue.get(event.type);
  const personalFields = new Set(definition ? personalFieldsOf(definition.schema) : []);
  const data = Object.fromEntries(
    Object.entries(event.data).map(([name, value]) => {
      if (name === 'userId' || name === 'instructorId') return [name, userId];
      if (name === 'recipientIds') return [name, userIds];
      if (name === 'changes') return [name, { ...value, instructorId: userId }];
      return [name, personalFields.has(name) ? personalValue(value, userId) : value];
    }),
  );
  return { type: event.type, data } as DomainEvent;
};

/** Returns personal text in the form of the example: a text, or the answers of a quiz by question id. */
const personalValue = (example: unknown, userId: string): unknown =>
  typeof example === 'string' ? personalTextOf(userId) : { 'cse-w1': personalTextOf(userId) };

/**
 * Returns the stream to use instead of an example's stream: the user's own stream for a user stream, and a new stream of the same
 * kind for any other. A stream without an id (`admins`) stays as it is.
 */
const streamFor = (stream: string, userId: string): string => {
  if (streamId(stream) === '') return stream;
  return `${streamKind(stream)}-${streamKind(stream) === 'user' ? userId : randomUUID()}`;
};
