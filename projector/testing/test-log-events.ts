import { expect } from 'vitest';
import type { DomainEvent } from '#events/catalogue/catalogue.ts';
import { streamId } from '#events/catalogue/stream-id.ts';
import { courseStream } from '#events/catalogue/streams/course.ts';
import { userStream } from '#events/catalogue/streams/user.ts';
import type { RecordedEvent } from '#events/log/log.ts';
import { appendRequest, courseAdded, userRegistered } from '#events/testing/test-log.ts';
import type { ProjectorTestLog } from './projector-test-log.ts';
import { testId } from './recorded-events.ts';

/** Appends an event. Destroys the user's key if the event removes the user. */
const append = async (log: ProjectorTestLog, stream: string, version: number, event: DomainEvent) => {
  const writes = [{ stream, expectedVersion: version - 1, events: [event] }];
  const keys = event.type === 'UserRemoved' ? { destroyKeysOf: [streamId(stream)] } : {};
  const result = await log.appender.append(appendRequest({ writes, ...keys }));
  expect(result.outcome).toBe('appended');
};

export const addCourse = (log: ProjectorTestLog, number: number) =>
  append(log, courseStream(testId(number)), 1, courseAdded(`Course ${number}`));

export const registerUser = (log: ProjectorTestLog, number: number) =>
  append(log, userStream(testId(number)), 1, userRegistered(`person${number}`));

/**
 * Removes a user and destroys their key.
 * @param version the version of the removal event; 2 by default, right after the registration.
 */
export const removeUser = (log: ProjectorTestLog, userId: string, version = 2) =>
  append(log, userStream(userId), version, { type: 'UserRemoved', data: {} });

/** Appends events of a history one by one, as new events. */
export const appendHistory = async (log: ProjectorTestLog, events: readonly RecordedEvent[]) => {
  for (const { stream, version, type, data } of events)
    await append(log, stream, version, { type, data } as DomainEvent);
};
