/**
 * Every caller calls every endpoint, and sends every message that a client may send over a socket. A record of a student belongs to `owner`.
 * The policies, `endpointCases` and `viewers` say who may do what. The contract determines the keys of `endpointCases`, `messageTests` and
 * `viewers`, so this test does not compile while a new endpoint, message or view has no entry.
 */
import { expect, test } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import type { ClientToServer } from '#contract/live-messages.ts';
import { type AttendedView, attendedView } from '#contract/schemas/presence.ts';
import { connectLiveClient } from '#testing/live-client.ts';
import { type Caller, callers } from './testing/callers.ts';
import { type EndpointName, endpointCases } from './testing/endpoint-cases.ts';
import { hasAccess, mayCall } from './testing/may-call.ts';
import { type Answer, createScene, type Scene, send } from './testing/scene.ts';
import { openTestTarget } from './testing/test-target.ts';

const product = await openTestTarget();
const scene = await createScene(product);
const tokenOf = (caller: Caller, { people } = scene) => (caller === 'visitor' ? null : people[caller].token);
const names = Object.keys(endpoints) as EndpointName[];

/** Returns whether an answer counts zero changed records: the command found nothing that this caller could change. */
const hasChangedNothing = ({ body }: Answer) =>
  typeof body === 'object' &&
  body !== null &&
  (('deletedCount' in body && body.deletedCount === 0) ||
    ('matchedCount' in body && body.matchedCount === 0) ||
    ('modifiedCount' in body && body.modifiedCount === 0));

/** Returns the events that a request caused, except readings (`PersonalDataRead`). */
const eventsOf = async ({ requestId }: Answer, after: number) =>
  (await product.readEvents(after)).filter(
    ({ correlationId, type }) => correlationId === requestId && type !== 'PersonalDataRead',
  );

const refusals: Readonly<Partial<Record<Caller, readonly number[]>>> = {
  visitor: [401],
  unregistered: [403],
  removed: [403],
};
/** For a record of another user, the answer may also be the one for an unknown id, whose status depends on the endpoint. */
const otherRefusals = [403, 404, 409, 422];
const refusalsOf = (name: EndpointName, caller: Caller): readonly number[] =>
  refusals[caller] ?? (endpointCases[name].ownership === 'nobody' ? [400] : otherRefusals);

test.each(names)(
  '%s answers every caller as the policies and the ownership of the record prescribe',
  async (name) => {
    const { method } = endpoints[name];
    const { ownership, request } = endpointCases[name];
    let prepared: Awaited<ReturnType<typeof request>> | null = null;
    for (const caller of callers) {
      // A refused call changes nothing, so the next caller may try the same record.
      prepared ??= await request(scene, caller);
      const { path, body } = prepared;
      const before = await product.log.reader.head();
      const answer = await send(product.url, tokenOf(caller), method, path, body ?? null);
      const about = `${name} as ${caller}: ${answer.status} ${JSON.stringify(answer.body).slice(0, 200)}`;
      if (mayCall(name, caller)) {
        expect(answer.status, about).toBe(200);
        if (method !== 'GET') prepared = null;
      } else {
        if (ownership === 'nobody') prepared = null;
        // Only a caller who passes the check of the policy may learn that there was nothing to change.
        if (!hasAccess(name, caller) || !hasChangedNothing(answer))
          expect(refusalsOf(name, caller), about).toContain(answer.status);
        expect(await eventsOf(answer, before), about).toEqual([]);
      }
    }
  },
);

test('every command that appends events changes something for a caller who may use it, with a few known exceptions', async () => {
  // Other tests have changed the first scene.
  const newScene = await createScene(product);
  const unchanging: EndpointName[] = [];
  for (const name of names) {
    const caller = callers.findLast((one) => mayCall(name, one));
    if (endpoints[name].method === 'GET' || 'isStateOnly' in endpoints[name] || !caller) continue;
    const { path, body } = await endpointCases[name].request(newScene, caller);
    const before = await product.log.reader.head();
    const token = tokenOf(caller, newScene);
    const answer = await send(product.url, token, endpoints[name].method, path, body ?? null);
    if ((await eventsOf(answer, before)).length === 0) unchanging.push(name);
  }
  // `changeUserRole`, `collectCertificate` and `registerUser` ask for something that is already so. `declineUserWish` finds no role
  // request, `removeUser` names a user who does not exist (so that no user of the scene is removed), and `eventsOf` leaves out the event
  // of `recordReading`.
  expect(unchanging.sort()).toEqual(
    [
      'changeUserRole',
      'collectCertificate',
      'declineUserWish',
      'recordReading',
      'registerUser',
      'removeUser',
    ].sort(),
  );
});

/** The callers who may attend each view. */
const viewers: Readonly<Record<AttendedView['at'], readonly Caller[]>> = {
  course: ['owner', 'teacher', 'admin', 'otherAdmin'],
  roster: ['teacher', 'admin', 'otherAdmin'],
  dashboard: ['admin', 'otherAdmin'],
  insight: ['admin', 'otherAdmin'],
};
const viewAt = (at: AttendedView['at'], { courseId }: Scene): AttendedView =>
  at === 'course' || at === 'roster' ? { at, courseId } : { at };

type MessageTest = (caller: Caller, token: string | null) => Promise<void>;

/** Tests each message that a client may send, for one caller. */
const messageTests: Readonly<Record<keyof ClientToServer, MessageTest>> = {
  attend: async (caller, token) => {
    using client = await connectLiveClient(product.url, token === null ? {} : { token });
    for (const at of attendedView.def.options.flatMap(({ shape }) => shape.at.def.values)) {
      const refusal = await client.attend(viewAt(at, scene));
      expect(refusal === null, `${at} as ${caller}: ${refusal}`).toBe(viewers[at].includes(caller));
    }
    const foreign = await scene.addCourse();
    const refusal = await client.attend({ at: 'course', courseId: foreign });
    // Nobody is enrolled in this course.
    expect(refusal === null, `another course as ${caller}`).toBe(
      viewers.course.includes(caller) && caller !== 'owner',
    );
  },
  authenticate: async (caller, token) => {
    using client = await connectLiveClient(product.url);
    for (const invalid of [...product.invalidTokens(scene.people.admin), '', 'x'.repeat(9_000)])
      expect(await client.authenticate(invalid)).toHaveProperty('error');
    const canAttendDashboard = async () => (await client.attend({ at: 'dashboard' })) === null;
    expect(await canAttendDashboard()).toBe(false);
    await client.authenticate(token);
    expect(await canAttendDashboard(), caller).toBe(viewers.dashboard.includes(caller));
    // An invalid token does not change the user of the socket.
    expect(await client.authenticate('forged')).toHaveProperty('error');
    expect(await canAttendDashboard(), caller).toBe(viewers.dashboard.includes(caller));
    await client.authenticate(null);
    expect(await canAttendDashboard()).toBe(false);
  },
};

test.each(
  (Object.keys(messageTests) as (keyof ClientToServer)[]).flatMap((message) =>
    callers.map((caller) => [message, caller] as const),
  ),
)('answers the socket message %s of the caller %s as the policies prescribe', async (message, caller) => {
  await messageTests[message](caller, tokenOf(caller));
});
