import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DomainEvent } from '../../catalogue/catalogue.ts';
import { createSealer } from '../../seals/sealer.ts';
import { verify } from '../../seals/verify/verify.ts';
import { LogModel } from '../../testing/log-model.ts';
import { openTestLog } from '../../testing/test-log.ts';
import type { AppendRequest, AppendResult, RecordedEvent } from '../log.ts';

/** Few streams and few keys, so that appends often conflict. */
const courseCount = 3;
const streamCount = courseCount + 2;
const keyCount = 4;

/** One append, independent of a log: `offset` is relative to the current version of the stream. */
const anyAppend = fc
  .record({
    writes: fc.uniqueArray(
      fc.record({
        stream: fc.nat(streamCount - 1),
        offset: fc.oneof(
          { weight: 5, arbitrary: fc.constant(0) },
          { weight: 2, arbitrary: fc.integer({ min: -2, max: 3 }) },
        ),
        texts: fc.array(fc.string({ unit: 'grapheme', maxLength: 12 }), { maxLength: 3 }),
      }),
      { selector: ({ stream }) => stream, maxLength: 3 },
    ),
    asserts: fc.uniqueArray(
      fc.record({
        stream: fc.nat(streamCount - 1),
        offset: fc.oneof(
          { weight: 6, arbitrary: fc.constant(0) },
          { weight: 1, arbitrary: fc.integer({ min: -1, max: 2 }) },
        ),
      }),
      { selector: ({ stream }) => stream, maxLength: 2 },
    ),
    command: fc.option(
      fc.record({
        key: fc.nat(keyCount - 1),
        body: fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, fc.nat(1)),
        answer: fc.jsonValue(),
      }),
    ),
  })
  .map((append) => ({
    ...append,
    asserts: append.asserts.filter(({ stream }) => append.writes.every((write) => write.stream !== stream)),
  }));
type AnyAppend = typeof anyAppend extends fc.Arbitrary<infer A> ? A : never;

/** The appends of an inner array are sent concurrently. */
const anySession = fc.array(
  fc.oneof(
    { weight: 2, arbitrary: fc.array(anyAppend, { minLength: 1, maxLength: 1 }) },
    { weight: 1, arbitrary: fc.array(anyAppend, { minLength: 2, maxLength: 12 }) },
  ),
  { minLength: 1, maxLength: 12 },
);

const withoutPosition = (result: AppendResult) => ({ ...result, position: undefined });

const log = await openTestLog();

describe('the appender', () => {
  /** Creates streams and keys that only one session uses. */
  const createSession = () => {
    const ids = Array.from({ length: streamCount }, () => randomUUID());
    const persons = ids.slice(courseCount);
    /**
     * The model appends in the order of the calls, so no append may wait for its keys. They are fetched repeatedly because
     * the vault evicts all keys when its listener connects.
     */
    const cacheKeys = async () => {
      do {
        await log.vault.keysForWriting(persons);
      } while (persons.some((person) => !log.vault.cached(person)));
    };
    const streamAt = (index: number) => `${index < courseCount ? 'course' : 'user'}-${ids[index]}`;
    const createEvent = (index: number, text: string): DomainEvent =>
      index < courseCount
        ? { type: 'CourseEdited', data: { changes: { details: text } } }
        : { type: 'UserProfileEdited', data: { name: text, imageUrl: '/face.svg' } };
    const prefix = randomUUID();
    /** Returns the request of an append, with the model's current versions and the ids of this session. */
    const bind = (append: AnyAppend, model: LogModel): AppendRequest => {
      const versionOf = ({ stream, offset }: { stream: number; offset: number }) =>
        Math.max(0, model.versionOf(streamAt(stream)) + offset);
      return {
        commandId: randomUUID(),
        metadata: { actor: { system: 'model' }, correlationId: prefix },
        writes: append.writes.map((write) => ({
          stream: streamAt(write.stream),
          expectedVersion: versionOf(write),
          events: write.texts.map((text) => createEvent(write.stream, text)),
        })),
        asserts: append.asserts.map((assert) => ({
          stream: streamAt(assert.stream),
          version: versionOf(assert),
        })),
        ...(append.command && {
          command: {
            key: `${prefix}-${append.command.key}`,
            bodyHash: `${append.command.body}`,
            answer: { status: 200, body: JSON.parse(JSON.stringify(append.command.answer)) },
          },
        }),
      };
    };
    return { bind, cacheKeys };
  };

  /** Expects that the events of an append are adjacent in the log and in the given order. */
  const expectAdjacent = (request: AppendRequest, position: number, page: Map<number, RecordedEvent>) => {
    const events = request.writes.flatMap(({ stream, events: written }) =>
      written.map((event) => ({ ...event, stream })),
    );
    for (const [index, event] of events.entries())
      expect(page.get(position - events.length + 1 + index)).toMatchObject({
        ...event,
        commandId: request.commandId,
      });
  };

  const runSession = async (session: readonly (readonly AnyAppend[])[]) => {
    const model = new LogModel();
    const { bind, cacheKeys } = createSession();
    const start = await log.reader.head();
    for (const appends of session) {
      const before = await log.reader.head();
      await cacheKeys();
      const requests = appends.map((append) => bind(append, model));
      const results = await Promise.all(requests.map((request) => log.appender.append(request)));
      const { events, head } = await log.reader.readPage(before, 1000);
      const page = new Map(events.map((event) => [event.position, event]));
      for (const [index, request] of requests.entries()) {
        const result = results[index];
        if (result === undefined) throw new Error('An append has no result.');
        const reported = 'position' in result ? result.position : 0;
        const expected = model.append(request, reported);
        expect(withoutPosition(result)).toEqual(withoutPosition(expected));
        if ('position' in expected) expect(reported).toBe(expected.position);
        if (result.outcome !== 'appended') continue;
        expect(reported).toBeGreaterThanOrEqual(before);
        expect(reported).toBeLessThanOrEqual(head);
        expectAdjacent(request, reported, page);
      }
      expect(head - start).toBe(model.size);
    }
    return { model, start };
  };

  const expectSameStreams = async (model: LogModel, start: number) => {
    const { events } = await log.reader.readPage(start, 10_000);
    expect(events.map((event) => event.position)).toEqual(events.map((_, index) => start + index + 1));
    const byStream = Map.groupBy(events, (event) => event.stream);
    for (const [stream, recorded] of byStream)
      expect(
        recorded.map(({ type, data, version, commandId }) => ({
          event: { type, data },
          version,
          commandId,
          stream,
        })),
      ).toEqual(model.eventsOf(stream));
    expect(events.length).toBe(model.size);
  };

  it('returns the same results as the model and leaves the same events', async () => {
    let lastSession = Promise.resolve();
    const checkSession = async (session: readonly (readonly AnyAppend[])[]) => {
      const { model, start } = await runSession(session);
      await expectSameStreams(model, start);
    };
    await fc.assert(
      fc.asyncProperty(anySession, (session) => {
        lastSession = checkSession(session);
        return lastSession;
      }),
      { numRuns: 120, interruptAfterTimeLimit: 40_000, markInterruptAsFailure: false },
    );
    // At the time limit fast-check no longer waits for the session that is running.
    await lastSession;
    await createSealer({ pool: log.pool }).sealUpTo();
    expect(await verify({ pool: log.pool })).toMatchObject({ failure: null, unsealed: 0 });
  });
});
