import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { maxNoteLength, noteLimits } from '#contract/schemas/notes.ts';
import { enrolmentIdOf, noteIdOf } from '#platform/identity/record-ids.ts';
import { startTestCommandApi, statusAndCode } from '#testing/command-api.ts';
import { createCountNotes } from '../../read-table-lookups/count-notes.ts';
import { createReadDatabase } from '../../read-table-lookups/read-database.ts';

type Options = { key?: string; server?: number };
const api = await startTestCommandApi({ servers: 2 });
const admin = await api.registerUser('Admin');
const sam = await api.registerUser();
const eve = await api.registerUser();
const courseId = await api.addCourse(admin);
const enrolmentId = enrolmentIdOf(sam.id, courseId);

const call = (method: string, path: string, body?: object, user = sam, options: Options = {}) =>
  api.call(method, path, { token: user.token, ...(body ? { body } : {}), ...options });
const post = (path: string, body: object, user = sam, options: Options = {}) =>
  call('POST', path, body, user, options);
await post('/enrolledCourses', { courseId });
const take = (changes: object = {}, user = sam, options: Options = {}) =>
  post('/notes', { notes: 'Carry the one.', courseId: enrolmentId, ...changes }, user, options);
const takeOne = async () => String((await take()).body.insertedId);
/** Adds rows to the table of notes. Stands in for the projector, which this folder may not import. */
const insertNotes = (userId: string, count: number, text = 'four') =>
  api.pool.query(
    `insert into read.notes select gen_random_uuid(), $1, $2, $3, 'enrolment', null, null, $5, false, now(), n, null, n
     from generate_series(1, $4::int) as n`,
    [userId, courseId, enrolmentId, count, text],
  );
const eventsOf = (id: string) => api.reader.readStream(`note-${id}`);

test('refuses notes before the course is started and after it is left', async () => {
  expect(statusAndCode(await take())).toEqual([409, 'course-not-started']);
  expect(statusAndCode(await take({ courseId: randomUUID() }))).toEqual([409, 'course-not-started']);
  await post('/progress', { courseId: enrolmentId });
  expect((await take()).status).toBe(200);
  await call('DELETE', `/enrolledCourses/${enrolmentId}`);
  for (const server of [0, 1])
    expect(statusAndCode(await take({}, sam, { server }))).toEqual([409, 'conflict']);
  await post('/enrolledCourses', { courseId });
});

test('accepts the id of the enrolment or of the course, numbers as text and fractions of a second, and ignores fields of the course', async () => {
  const body = {
    notes: '  Carre\u0301 \n',
    courseId: courseId.toUpperCase(),
    module: '3',
    second: '84.7',
    courseName: 'Another',
    courseCode: 'EEE',
    courseImageUrl: 'nowhere',
    userEmail: sam.email.toUpperCase(),
  };
  const { body: answer } = await post('/notes', body);
  const [event] = await eventsOf(String(answer.insertedId));
  expect(event?.data).toEqual({
    userId: sam.id,
    courseId,
    enrolmentId,
    courseCalledBy: 'course',
    module: 3,
    second: 84,
    text: 'Carré',
  });
  const plain = await eventsOf(await takeOne());
  expect(plain[0]?.data).toMatchObject({ courseCalledBy: 'enrolment', module: null, second: null });
});

test('takes a new note for each key, and one for repetitions on two servers', async () => {
  expect(await takeOne()).not.toBe(await takeOne());
  const key = randomUUID();
  const answers = await Promise.all([0, 1, 0, 1].map((server) => take({}, sam, { key, server })));
  const ids = new Set(answers.map(({ status, body }) => `${status} ${body.insertedId}`));
  expect([...ids]).toEqual([`200 ${noteIdOf(sam.id, key)}`]);
  expect(await eventsOf(noteIdOf(sam.id, key))).toHaveLength(1);
  expect(statusAndCode(await take({ notes: 'Another.' }, sam, { key }))).toEqual([422, 'key-reused']);
});

test('names the invalid field in the refusal', async () => {
  const refused = async (changes: object) => {
    const { status, body } = await take(changes);
    return [status, (body.errors as { path: string }[] | undefined)?.map(({ path }) => path)];
  };
  for (const notes of ['', ' \n ', 'a'.repeat(maxNoteLength + 1), 'a\u0000', '\ud800', 7, undefined])
    expect(await refused({ notes })).toEqual([400, ['notes']]);
  for (const module of [0, 6, 2.5, 'three']) expect(await refused({ module })).toEqual([400, ['module']]);
  for (const second of [-1, 1e9, 'late']) expect(await refused({ second })).toEqual([400, ['second']]);
  expect(await refused({ courseId: 'counting' })).toEqual([400, ['courseId']]);
  expect(statusAndCode(await take({ userEmail: eve.email }))).toEqual([403, 'forbidden']);
});

test('edits a note once for simultaneous requests, and removes and restores it once each', async () => {
  const id = await takeOne();
  const edit = (notes: string, server = 0) => call('PUT', `/notes/${id}`, { notes }, sam, { server });
  const answers = await Promise.all([0, 1, 0, 1].map((server) => edit('Carry two.', server)));
  expect(answers.map(({ body }) => body.matchedCount)).toEqual([1, 1, 1, 1]);
  expect(answers.filter(({ body }) => body.modifiedCount === 1)).toHaveLength(1);
  const remove = () => call('DELETE', `/notes/${id}`);
  expect((await remove()).body).toEqual({ acknowledged: true, deletedCount: 1 });
  expect((await remove()).body.deletedCount).toBe(0);
  expect((await edit('Too late.', 1)).body).toMatchObject({ matchedCount: 0, modifiedCount: 0 });
  const restore = () => call('POST', `/notes/${id}/restoration`);
  expect((await restore()).body).toMatchObject({ matchedCount: 1, modifiedCount: 1 });
  expect((await restore()).body).toMatchObject({ matchedCount: 1, modifiedCount: 0 });
  expect((await eventsOf(id)).map(({ type }) => type)).toEqual([
    'NoteTaken',
    'NoteEdited',
    'NoteRemoved',
    'NoteRestored',
  ]);
});

test('refuses notes in another student’s enrolment, and treats another student’s notes as unknown', async () => {
  const id = await takeOne();
  expect(statusAndCode(await take({}, eve))).toEqual([409, 'course-not-started']);
  const answersFor = async (noteId: string) => {
    const answers = [
      await call('PUT', `/notes/${noteId}`, { notes: 'Mine.' }, eve),
      await call('DELETE', `/notes/${noteId}`, undefined, eve),
      await call('POST', `/notes/${noteId}/restoration`, undefined, eve),
    ];
    return answers.map(({ status, body }) => [status, body]);
  };
  expect(await answersFor(id)).toEqual(await answersFor(randomUUID()));
  expect(await eventsOf(id)).toHaveLength(1);
  // For Eve, the id of the course means her own enrolment, which does not exist.
  expect(statusAndCode(await take({ courseId }, eve))).toEqual([409, 'course-not-started']);
});

test('refuses notes beyond the limit but answers repetitions, and accepts notes again after a removal', async () => {
  const ann = await api.registerUser();
  const annsEnrolment = enrolmentIdOf(ann.id, courseId);
  await post('/enrolledCourses', { courseId }, ann);
  await post('/progress', { courseId: annsEnrolment }, ann);
  const takeAsAnn = (options: Options = {}) => take({ courseId: annsEnrolment }, ann, options);
  await insertNotes(ann.id, noteLimits.count - 1);
  const key = randomUUID();
  const first = await takeAsAnn({ key });
  expect(first.status).toBe(200);
  await insertNotes(ann.id, 1);
  const full = await takeAsAnn();
  expect([statusAndCode(full), full.body.detail]).toEqual([
    [409, 'conflict'],
    'You have 10,000 notes, which is the limit. Remove one first.',
  ]);
  expect((await takeAsAnn({ key })).body).toEqual(first.body);
  await api.pool.query(
    'update read.notes set removed = true where id = (select id from read.notes where user_id = $1 limit 1)',
    [ann.id],
  );
  expect((await takeAsAnn()).status).toBe(200);
});

test('reuses a low count for a few seconds, adds a note of the maximum length at each use, and counts again near a limit', async () => {
  const createTestCountNotes = (reuseMs: number) =>
    createCountNotes(createReadDatabase(api.pool), { reuseMs });
  const [many, long, few] = [randomUUID(), randomUUID(), randomUUID()];
  const countNotes = createTestCountNotes(600_000);
  await insertNotes(many, noteLimits.count / 2 + 1);
  await insertNotes(long, noteLimits.characters / 2 / maxNoteLength + 1, 'x'.repeat(maxNoteLength));
  for (const [userId, usage] of [
    [many, { count: 5_001, characters: 20_004 }],
    [long, { count: 501, characters: 5_010_000 }],
  ] as const) {
    expect(await countNotes(userId)).toEqual(usage);
    await api.pool.query('delete from read.notes where user_id = $1', [userId]);
    expect(await countNotes(userId)).toEqual({ count: 0, characters: 0 });
  }
  await insertNotes(few, 3);
  expect(await countNotes(few)).toEqual({ count: 3, characters: 12 });
  await insertNotes(few, 3);
  for (const added of [1, 2])
    expect(await countNotes(few)).toEqual({ count: 3 + added, characters: 12 + added * maxNoteLength });
  // Once half of the allowed characters have been added to a count, the notes are counted again.
  for (let use = 3; use < 500; use += 1) await countNotes(few);
  expect(await countNotes(few)).toEqual({ count: 6, characters: 24 });
  const countNotesWithShortReuse = createTestCountNotes(30);
  await countNotesWithShortReuse(few);
  await insertNotes(few, 1);
  await expect.poll(() => countNotesWithShortReuse(few)).toEqual({ count: 7, characters: 28 });
});
