import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  appendRequest,
  courseAdded,
  courseRemoved,
  openTestLog,
  userRegistered,
} from '../../testing/test-log.ts';

const log = await openTestLog();

const newCourse = () => `course-${randomUUID()}`;
const add = (stream: string, expectedVersion = 0, name = 'Counting') =>
  appendRequest({ writes: [{ stream, expectedVersion, events: [courseAdded(name)] }] });

test('assigns positions without gaps to concurrent appends', async () => {
  const before = await log.reader.head();
  const results = await Promise.all(Array.from({ length: 300 }, () => log.appender.append(add(newCourse()))));
  const positions = results.map((result) => (result.outcome === 'appended' ? result.position : 0));
  expect(positions.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 300 }, (_, i) => before + i + 1));
  const page = await log.reader.readPage(before, 1_000);
  expect(page.events.map((event) => event.position)).toEqual(positions.toSorted((a, b) => a - b));
  expect(page.head).toBe(before + 300);
});

test('accepts the first of several appends that expect the same version, and reports a conflict to the others', async () => {
  const stream = newCourse();
  const results = await Promise.all(
    Array.from({ length: 20 }, (_, i) => log.appender.append(add(stream, 0, `${i}`))),
  );
  expect(results[0]?.outcome).toBe('appended');
  for (const result of results.slice(1)) expect(result).toEqual({ outcome: 'conflict', stream, version: 1 });
  expect(await log.reader.readStream(stream)).toMatchObject([
    { version: 1, data: { name: '0' }, type: 'CourseAdded', metadata: { correlationId: 'test' } },
  ]);
});

test('appends several events to several streams atomically, or nothing if an assert fails', async () => {
  const one = newCourse();
  const two = newCourse();
  const three = newCourse();
  const writes = [
    { stream: one, expectedVersion: 0, events: [courseAdded('One'), courseRemoved] },
    { stream: two, expectedVersion: 0, events: [courseAdded('Two')] },
  ];
  const refused = await log.appender.append(
    appendRequest({ writes, asserts: [{ stream: three, version: 1 }] }),
  );
  expect(refused).toEqual({ outcome: 'conflict', stream: three, version: 0 });
  expect(await log.reader.readStream(one)).toEqual([]);
  const appended = await log.appender.append(
    appendRequest({ writes, asserts: [{ stream: three, version: 0 }] }),
  );
  expect(appended).toEqual({ outcome: 'appended', position: await log.reader.head() });
  expect((await log.reader.readStream(one)).map((event) => event.version)).toEqual([1, 2]);
  expect(await log.reader.readStream(one, 1)).toMatchObject([{ type: 'CourseRemoved' }]);
});

test('returns the stored answer of a key if the body is the same, even if the append would conflict or is a no-op', async () => {
  const stream = newCourse();
  const command = {
    key: randomUUID(),
    bodyHash: 'a',
    answer: { status: 200, body: { insertedId: 'x', text: '\\u0000 ☕' } },
  };
  const first = await log.appender.append({ ...add(stream), command });
  expect(first.outcome).toBe('appended');
  const repeats = await Promise.all([
    log.appender.append({ ...add(stream), command }),
    log.appender.append({ ...add(newCourse()), command }),
    log.appender.append({ ...add(newCourse()), command: { ...command, bodyHash: 'b' } }),
  ]);
  const position = first.outcome === 'appended' ? first.position : 0;
  expect(repeats).toEqual([
    { outcome: 'repeated', position, answer: command.answer },
    { outcome: 'repeated', position, answer: command.answer },
    { outcome: 'key-reused' },
  ]);
  const noOp = appendRequest({
    asserts: [{ stream, version: 1 }],
    command: { ...command, key: randomUUID() },
  });
  const head = await log.reader.head();
  expect(await log.appender.append(noOp)).toEqual({ outcome: 'appended', position: head });
  await log.appender.append(add(newCourse()));
  expect(await log.appender.append(noOp)).toEqual({
    outcome: 'repeated',
    position: head,
    answer: command.answer,
  });
});

test('stores the correct position with each key, even if other requests of the batch are refused', async () => {
  const existing = newCourse();
  await log.appender.append(add(existing));
  const requests = Array.from({ length: 60 }, (_, i) => ({
    ...add(i % 3 === 0 ? existing : newCourse(), i % 3 === 0 ? 100 + i : 0),
    command: { key: randomUUID(), bodyHash: '', answer: { status: 200, body: i } },
  }));
  const results = await Promise.all(requests.map((request) => log.appender.append(request)));
  for (const [i, result] of results.entries()) {
    if (result.outcome === 'conflict') {
      expect(i % 3).toBe(0);
      expect(await log.reader.answerOf(requests[i]?.command ?? { key: '', bodyHash: '' })).toBe(null);
      continue;
    }
    const position = result.outcome === 'appended' ? result.position : -1;
    const [event] = await log.reader.readStream(requests[i]?.writes[0]?.stream ?? '');
    expect(event?.position).toBe(position);
    const again = await log.reader.answerOf(requests[i]?.command ?? { key: '', bodyHash: '' });
    expect(again).toEqual({ outcome: 'repeated', position, answer: { status: 200, body: i } });
  }
});

test('stores personal data encrypted, reads it as null after the key was destroyed, and then rejects new personal data', async () => {
  const id = randomUUID();
  const stream = `user-${id}`;
  await log.appender.append(
    appendRequest({ writes: [{ stream, expectedVersion: 0, events: [userRegistered('ada')] }] }),
  );
  const { rows } = await log.pool.query('select data::text as data from log.events where stream = $1', [
    stream,
  ]);
  expect(rows[0].data).not.toContain('ada@');
  expect(await log.reader.readStream(stream)).toMatchObject([{ data: userRegistered('ada').data }]);
  await log.appender.append(
    appendRequest({
      writes: [{ stream, expectedVersion: 1, events: [{ type: 'UserRemoved', data: {} }] }],
      destroyKeysOf: [id],
    }),
  );
  const [registered] = await log.reader.readStream(stream);
  expect(registered?.data).toEqual({
    ...userRegistered('ada').data,
    name: null,
    email: null,
    imageUrl: null,
  });
  const write = log.appender.append(
    appendRequest({ writes: [{ stream, expectedVersion: 2, events: [userRegistered('ada')] }] }),
  );
  await expect(write).rejects.toThrow('was removed');
});

test('rejects text that cannot be stored, and accepts text that only looks like its escapes', async () => {
  for (const name of ['a\u0000b', 'half \ud83d'])
    await expect(log.appender.append(add(newCourse(), 0, name))).rejects.toThrow('cannot be stored');
  const literal = newCourse();
  await log.appender.append(add(literal, 0, 'a \\u0000 \\ud83d literally, 😀'));
  expect(await log.reader.readStream(literal)).toMatchObject([
    { data: { name: 'a \\u0000 \\ud83d literally, 😀' } },
  ]);
});
