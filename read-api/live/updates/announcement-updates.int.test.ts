import { expect } from 'vitest';
import type { LiveClient } from '#testing/live-client.ts';
import { liveTest, messageKinds, waitForMessages, waitUntilAllSent } from '#testing/live-school.ts';

const test = liveTest
  .extend('ian', ({ school }) => school.register('ian', 'Instructor'))
  .extend('sam', ({ school }) => school.register('sam'))
  .extend(
    'announce',
    ({ school, ian }) =>
      (text: string, courseId: string | null = null) =>
        school.announce(ian, text, courseId),
  );
const textsOf = ({ messages }: LiveClient) =>
  messages.flatMap(({ kind, data }) => (kind === 'announcement-added' ? [data.text] : []));

test('a disconnected client catches up on any node, in order and without duplicates, even after all nodes were replaced', async ({
  live,
  school,
  sam,
  announce,
}) => {
  const other = await live.addNode();
  const [here, there] = await Promise.all([live.connect(sam), live.connectTo(other.address, sam)]);
  await announce('Before');
  await Promise.all([waitForMessages(here, 1), waitForMessages(there, 1)]);
  const seen = here.lastSeen();
  expect(there.lastSeen()).toEqual(seen);
  for (const client of [here, there]) client.socket.disconnect();

  await announce('First');
  const { withdraw } = await announce('A mistake');
  await announce('Second');
  await withdraw();
  for (const { address } of [live.node, other]) {
    await waitUntilAllSent(address, school);
    const reconnected = await live.connect(sam, seen, address);
    expect(reconnected.welcomes[0]?.refetch).toBe(false);
    expect(textsOf(reconnected)).toEqual(['First', 'Second']);
    expect(messageKinds(reconnected)).toEqual([
      'announcement-added',
      'announcement-added',
      'announcement-removed',
    ]);
    reconnected.socket.disconnect();
  }

  await Promise.all([live.node[Symbol.asyncDispose](), other[Symbol.asyncDispose]()]);
  await announce('While all nodes were down');
  const restarted = await live.addNode();
  const reconnectedLate = await live.connect(sam, seen, restarted.address);
  expect(textsOf(reconnectedLate)).toEqual(['First', 'Second', 'While all nodes were down']);
  await announce('After');
  await expect
    .poll(() => textsOf(reconnectedLate))
    .toEqual(['First', 'Second', 'While all nodes were down', 'After']);
});

test('reaches the students of a very large course, and no other students', async ({
  live,
  school,
  ian,
  sam,
  announce,
}) => {
  const courseId = await school.addCourse('For everybody');
  // PostgreSQL accepts 65,535 parameters in a statement. The course has more students than that.
  await school.log.pool.query(
    `insert into read.enrolments
       select gen_random_uuid(), case n when 0 then $2::uuid else gen_random_uuid() end, $1::uuid, false, now(), 1,
         null, 'enrolment', 0, 1 from generate_series(0, 70000) as n`,
    [courseId, sam.id],
  );
  const empty = await school.addCourse('For nobody yet');
  const stranger = await school.register('eve');
  const [enrolled, notEnrolled, poster] = await Promise.all([
    live.connect(sam),
    live.connect(stranger),
    live.connect(ian),
  ]);
  await announce('To nobody', empty);
  await waitForMessages(poster, 1);
  const { withdraw } = await announce('To very many', courseId);
  const seen = enrolled.lastSeen();
  await waitForMessages(enrolled, 1);
  await announce('To all');
  await waitForMessages(enrolled, 2);
  expect(textsOf(enrolled)).toEqual(['To very many', 'To all']);
  await waitForMessages(poster, 3);
  expect(poster.messages[1]?.data).toMatchObject({ own: true });
  await waitForMessages(notEnrolled, 1);
  expect(textsOf(notEnrolled)).toEqual(['To all']);
  await withdraw();
  await waitForMessages(enrolled, 3);
  const reconnected = await live.connect(sam, seen);
  expect(textsOf(reconnected)).toEqual(['To all']);
});
