/**
 * Tests every kind of live update with every role: a client receives only what it could also GET. After each command, every
 * client requests what it received, with its own token.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LiveMessageKind, liveMessage } from '#contract/live-messages.ts';
import { modulesPerCourse } from '#contract/schemas/enrolments.ts';
import type { UserType } from '#contract/schemas/users.ts';
import {
  type CommandAnswer,
  courseBody,
  fetchToken,
  registerUser,
  sendCommand,
} from '#e2e/support/api-calls.ts';
import { productUrl } from '#e2e/support/journey.ts';
import { type Client, expectReadable, getJson, otherEventChecks } from '#e2e/support/live/expect-readable.ts';
import { createPerson } from '#e2e/support/person.ts';
import { demoAccountOf } from '#local/demo-school/accounts.ts';
import { connectLiveClient, type LiveClient } from '#testing/live-client.ts';

/** `checkedUpTo`: the received updates up to this position have been checked. */
type ConnectedClient = Client & { live: LiveClient; checkedUpTo: number };

const product = () => ({ url: productUrl() });
const createSender = (token: string | null) => (method: string, path: string, body?: object) =>
  sendCommand(product(), token ?? '', method, path, body);
const idOf = ({ body }: CommandAnswer) => String((body as { insertedId: string }).insertedId);

const clients: ConnectedClient[] = [];
/** The names of the clients that received each kind of update. */
const receivers = new Map<LiveMessageKind, Set<string>>();
const receiversOf = (kind: LiveMessageKind) => [...(receivers.get(kind) ?? [])].toSorted();
let admin: ConnectedClient;
let fenceCourse: Record<string, unknown>;

const connect = async (name: string, email: string, token: string | null): Promise<ConnectedClient> => {
  const client = {
    name,
    email,
    token,
    live: await connectLiveClient(product().url, token === null ? {} : { token }),
    checkedUpTo: 0,
  };
  clients.push(client);
  return client;
};
const registerPerson = async (userType: UserType) => {
  const person = createPerson(userType);
  return { email: person.email, token: await registerUser(product(), person) };
};

let fences = 0;
/**
 * Edits a course, so that every client gets a live update. A client that has received it has received everything before it.
 * @returns the position of the update.
 */
const fence = async (): Promise<number> => {
  fences += 1;
  const body = { ...fenceCourse, price: fences };
  return (await createSender(admin.token)('PUT', `/courses/${fenceCourse._id}`, body)).position;
};

/** Waits until all clients have received a command's updates, and checks that each could read what it received. */
const settle = async ({ position }: Pick<CommandAnswer, 'position'>): Promise<void> => {
  const end = await fence();
  for (const client of clients) {
    const { messages } = client.live;
    await expect.poll(() => messages.at(-1)?.position ?? 0).toBeGreaterThanOrEqual(end);
    const positions = messages.map((message) => message.position);
    expect(positions).toEqual([...new Set(positions)].toSorted((one, other) => one - other));
    for (const message of messages.filter(
      (received) => received.position > client.checkedUpTo && received.position <= position,
    )) {
      receivers.set(message.kind, (receivers.get(message.kind) ?? new Set()).add(client.name));
      await expectReadable(client, message);
    }
    client.checkedUpTo = end;
  }
};

/** Skips the earlier updates that a new client also receives from a node that is behind. */
const skipEarlier = () => settle({ position: 0 });

let sam: ConnectedClient;
let ian: ConnectedClient;
beforeAll(async () => {
  await connect('visitor', '', null);
  const account = demoAccountOf('Admin');
  admin = await connect('admin', account.email, await fetchToken(product(), account));
  const student = await registerPerson('Student');
  const other = await registerPerson('Student');
  const instructor = await registerPerson('Instructor');
  const colleague = await registerPerson('Instructor');
  sam = await connect('student', student.email, student.token);
  await connect('other student', other.email, other.token);
  ian = await connect('instructor', instructor.email, instructor.token);
  await connect('other instructor', colleague.email, colleague.token);
  const [course] = (await getJson(admin, '/courses?limit=1')) as Record<string, unknown>[];
  fenceCourse = course ?? {};
});
afterAll(() => {
  for (const { live } of clients) live[Symbol.dispose]();
});

test('every kind of live update reaches only users who may read it', async () => {
  await skipEarlier();
  const asAdmin = createSender(admin.token);
  const asSam = createSender(sam.token);
  const asIan = createSender(ian.token);
  const settleAfter = async (command: Promise<CommandAnswer>): Promise<CommandAnswer> => {
    const answer = await command;
    await settle(answer);
    return answer;
  };

  const [{ _id: instructorId }] = (await getJson(ian, `/userType?email=${ian.email}`)) as [{ _id: string }];
  const course = { ...courseBody(`Rooms ${randomUUID()}`), instructorId };
  const courseId = idOf(await settleAfter(asAdmin('POST', '/courses', course)));
  await settleAfter(asAdmin('PUT', `/courses/${courseId}`, { ...course, price: 2 }));
  await settleAfter(asAdmin('DELETE', `/courses/${courseId}`));
  await settleAfter(asAdmin('POST', `/courses/${courseId}/restoration`));

  const bookmark = idOf(await settleAfter(asSam('POST', '/bookmarks', { courseId })));
  await settleAfter(asSam('DELETE', `/bookmarks/${bookmark}`));
  const enrolment = idOf(await settleAfter(asSam('POST', '/enrolledCourses', { courseId })));
  await settleAfter(asSam('DELETE', `/enrolledCourses/${enrolment}`));
  await settleAfter(asSam('POST', '/enrolledCourses', { courseId }));
  await settleAfter(asSam('POST', '/progress', { courseId: enrolment }));

  const note = idOf(
    await settleAfter(asSam('POST', '/notes', { courseId: enrolment, notes: 'Mine alone.' })),
  );
  await settleAfter(asSam('PUT', `/notes/${note}`, { notes: 'Mine alone, still.' }));
  await settleAfter(asSam('DELETE', `/notes/${note}`));

  for (const kind of ['mcq', 'written']) {
    const { body } = await asSam('POST', '/quizzes', { code: 'MTH', kind, enrolmentId: enrolment });
    const attempt = body as { _id: string; questions: { id: string }[] };
    const answers = Object.fromEntries(attempt.questions.map(({ id }) => [id, kind === 'mcq' ? 0 : 'So.']));
    await settleAfter(asSam('POST', `/quizzes/${attempt._id}/answers`, { answers }));
    if (kind === 'mcq') continue;
    const marks = Object.fromEntries(attempt.questions.map(({ id }) => [id, 5]));
    await settleAfter(asIan('PATCH', `/quizzes/${attempt._id}/marks`, { marks, remark: 'Good.' }));
  }

  for (let module = 1; module <= modulesPerCourse; module += 1)
    await settleAfter(asSam('PATCH', `/progress/${enrolment}`, { module }));
  await settleAfter(asSam('POST', '/certificates', { enrolmentId: enrolment }));
  const review = { courseId: enrolment, rating: 9, comment: 'To be read by all.' };
  const reviewId = idOf(await settleAfter(asSam('POST', '/reviews', review)));
  await settleAfter(asSam('POST', '/reviews', { ...review, rating: 8 }));
  await settleAfter(asAdmin('DELETE', `/reviews/${reviewId}`));
  await settleAfter(asAdmin('POST', `/reviews/${reviewId}/restoration`));

  const everybody = ['admin', 'instructor', 'other instructor', 'other student', 'student', 'visitor'];
  for (const [audience, audienceNames] of [
    [{}, everybody.filter((name) => name !== 'visitor')],
    [{ courseId }, ['admin', 'instructor', 'student']],
  ] as const) {
    const kinds = ['announcement-added', 'announcement-removed'] as const;
    for (const kind of kinds) receivers.delete(kind);
    const body = { type: 'Course Related', text: `For some ${randomUUID()}`, ...audience };
    const announcement = idOf(await settleAfter(asIan('POST', '/announcement', body)));
    await settleAfter(asIan('DELETE', `/announcement/${announcement}`));
    await settleAfter(asIan('POST', `/announcement/${announcement}/restoration`));
    for (const kind of kinds) expect([kind, receiversOf(kind)]).toEqual([kind, audienceNames]);
  }

  const guest = await registerPerson('Student');
  // `registerPerson` returns no position, so a fence marks the end of its updates. The fence's own update is not checked, because the next
  // fence, in `settle`, overwrites the price that it sets.
  await settle({ position: (await fence()) - 1 });
  const [{ _id: guestId }] = (await getJson({ token: guest.token }, `/userType?email=${guest.email}`)) as [
    { _id: string },
  ];
  await connect('promoted', guest.email, guest.token);
  await skipEarlier();
  await settleAfter(asAdmin('PATCH', `/users/${guestId}`, { userType: 'Instructor' }));
  const promoted = clients.pop();
  promoted?.live[Symbol.dispose]();
  await settleAfter(asAdmin('DELETE', `/users/${guestId}`));

  const kinds = liveMessage.def.options.flatMap(({ shape }) => shape.kind.def.values);
  expect(kinds.filter((kind) => !receivers.has(kind))).toEqual([]);
  for (const kind of [
    ...(['course-added', 'course-changed', 'course-removed', 'course-restored'] as const),
    ...(['review-added', 'review-changed', 'review-removed'] as const),
  ])
    expect([kind, receiversOf(kind)]).toEqual([kind, everybody]);
  for (const kind of [
    ...(['bookmark-added', 'bookmark-removed', 'enrolment-added', 'enrolment-removed'] as const),
    ...(['progress-changed', 'certificate-issued', 'note-added', 'note-changed', 'note-removed'] as const),
    ...(['quiz-finished', 'quiz-marked'] as const),
  ])
    expect([kind, receiversOf(kind)]).toEqual([kind, ['student']]);
  for (const kind of ['quiz-submitted', 'quiz-marks-changed'] as const)
    expect([kind, receiversOf(kind)]).toEqual([kind, ['admin', 'instructor']]);
  expect(receiversOf('person-removed')).toEqual(everybody.filter((name) => name !== 'admin'));
  for (const kind of ['user-registered', 'user-changed', 'user-removed'] as const)
    expect([kind, receiversOf(kind)]).toEqual([kind, ['admin']]);
  expect(receiversOf('own-role-changed')).toEqual(['promoted']);

  // Only Admins are notified that the History page has changed, because only they may read it.
  await expect.poll(() => admin.live.auditPositions.at(-1) ?? 0).toBeGreaterThanOrEqual(admin.checkedUpTo);
  for (const client of clients) {
    const isAdmin = client.name === 'admin';
    expect([client.name, client.live.auditPositions.length > 0]).toEqual([client.name, isAdmin]);
    expect([client.name, Array.isArray(await getJson(client, '/audit'))]).toEqual([client.name, isAdmin]);
  }
});

test('presence, dashboard and insight updates reach only users who may read them', async () => {
  const asAdmin = createSender(admin.token);
  const [{ _id: instructorId }] = (await getJson(ian, `/userType?email=${ian.email}`)) as [{ _id: string }];
  const { _id: _, ...fields } = fenceCourse;
  const course = { ...fields, course_name: `Shown ${randomUUID()}`, instructorId };
  const courseId = idOf(await asAdmin('POST', '/courses', course));
  await createSender(sam.token)('POST', '/enrolledCourses', { courseId });

  const refused: string[] = [];
  for (const client of clients) {
    if ((await client.live.attend({ at: 'course', courseId })) !== null) refused.push(client.name);
    else await expect.poll(() => client.live.presence.at(-1)?.courseId).toBe(courseId);
  }
  expect(refused.toSorted()).toEqual(['other instructor', 'other student', 'visitor']);
  for (const { name, live } of clients) {
    if (refused.includes(name)) expect(live.presence).toEqual([]);
    else await expect.poll(() => live.presence.at(-1)).toEqual({ courseId, learning: 1 });
  }
  for (const client of clients.filter(({ token }) => token !== null))
    expect(await getJson(client, `/presence?course=${courseId}`)).toEqual({ courseId, learning: 1 });

  for (const client of clients) {
    const canRead = typeof (await getJson(client, '/dashboard')) === 'object';
    expect([client.name, (await client.live.attend({ at: 'dashboard' })) === null]).toEqual([
      client.name,
      canRead,
    ]);
  }
  for (const client of clients) {
    const canRead = typeof (await getJson(client, '/insight/funnel')) === 'object';
    expect([client.name, (await client.live.attend({ at: 'insight' })) === null]).toEqual([
      client.name,
      canRead,
    ]);
    if (canRead) await expect.poll(() => client.live.events.has('insight-changed')).toBe(true);
    await client.live.attend({ at: 'dashboard' });
  }
  const { position } = await asAdmin('PUT', `/courses/${courseId}`, { ...course, price: 77 });
  const isShown = () =>
    admin.live.dashboards.some(({ newest }) => newest.some((event) => event.position === position));
  await expect.poll(isShown).toBe(true);
  for (const { name, live } of clients)
    expect([name, live.dashboards.length > 0]).toEqual([name, name === 'admin']);
  // The numbers may have changed since, so only the shape is compared.
  expect(Object.keys(admin.live.dashboards[0] ?? {})).toEqual(
    Object.keys((await getJson(admin, '/dashboard')) as object),
  );
});

test('a client can also GET the content of the other events that it receives', async () => {
  await createSender(sam.token)('PUT', '/announcement/seen', { position: sam.checkedUpTo });
  const hasReceived = ({ live }: ConnectedClient, event: string) => live.events.has(event);
  await expect.poll(() => hasReceived(sam, 'announcements-seen')).toBe(true);
  for (const client of clients)
    for (const [event, occurrences] of client.live.events) {
      expect(Object.keys(otherEventChecks)).toContain(event);
      const check = otherEventChecks[event as keyof typeof otherEventChecks];
      // Only the first and the last occurrence are checked, to save requests.
      await check(client, occurrences[0]?.[0]);
      await check(client, occurrences.at(-1)?.[0]);
    }
  const clientsThatReceived = (event: string) =>
    clients.filter((client) => hasReceived(client, event)).map(({ name }) => name);
  expect(clientsThatReceived('announcements-seen')).toEqual(['student']);
  expect(clientsThatReceived('audit-changed')).toEqual(['admin']);
  expect(clientsThatReceived('insight-changed')).toEqual(['admin']);
});
