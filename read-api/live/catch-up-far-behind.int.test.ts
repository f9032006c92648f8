import { expect } from 'vitest';
import type { LiveClient } from '#testing/live-client.ts';
import { liveTest as test, waitForMessages, waitUntilAllSent } from '#testing/live-school.ts';

/** Keeps so few updates in memory that catch-ups have to read the log. */
const fewInMemory = { maxRecentUpdates: 100 };

test('reads from the log the live updates that are no longer in memory', async ({ live, school }) => {
  const node = await live.addNode({ liveLimits: fewInMemory });
  const sam = await school.register('sam');
  const first = await live.connect(sam);
  const seen = first.lastSeen();
  first.socket.disconnect();
  const ids: string[] = [];
  for (let course = 0; course < 10; course += 1) ids.push(await school.addCourse(`Course ${course}`));
  for (const id of ids.slice(0, 5)) await school.editCourseManyTimes(id, 120);
  await school.removeCourse(ids[0] ?? '');
  await waitUntilAllSent(node.address, school);
  const reconnected = await live.connect(sam, seen, node.address);
  expect(reconnected.welcomes[0]?.refetch).toBe(false);
  const positions = reconnected.messages.map((message) => message.position);
  expect(positions).toEqual([...positions].sort((one, other) => one - other));
  expect(new Set(positions).size).toBe(positions.length);
  expect(reconnected.received().at(-1)).toBe('612 course-removed');
  // The first course was removed, so no earlier update about it is sent. The other nine were added, and four of them were edited 120
  // times each.
  expect(reconnected.messages).toHaveLength(9 + 4 * 120 + 1);
});

test('a visitor who has missed more than 500 positions has to fetch everything again', async ({
  live,
  school,
}) => {
  const node = await live.addNode({ liveLimits: fewInMemory });
  const { logId } = (await live.connect(null)).lastSeen();
  const id = await school.addCourse('Optics');
  await school.editCourseManyTimes(id, 600);
  await waitUntilAllSent(node.address, school);
  const head = await school.log.reader.head();
  const [within, beyond] = [
    await live.connect(null, { since: head - 500, logId }, node.address),
    await live.connect(null, { since: head - 501, logId }, node.address),
  ];
  expect([within.welcomes[0]?.refetch, within.messages.length]).toEqual([false, 500]);
  expect([beyond.welcomes[0]?.refetch, beyond.messages.length]).toEqual([true, 0]);
  // An account that never registered has the same limit; a registered user has a higher one.
  const account = { uid: 'never-registered', email: 'never@school.example', id: '' };
  expect((await live.connect(account, { since: head - 501, logId }, node.address)).welcomes[0]?.refetch).toBe(
    true,
  );
  const sam = await school.register('sam');
  expect((await live.connect(sam, { since: head - 501, logId }, node.address)).welcomes[0]?.refetch).toBe(
    false,
  );
});

test('a client that has missed too much, or does not name the current history of the log, has to fetch everything again', async ({
  live,
  school,
}) => {
  const witness = await live.connect(null);
  const id = await school.addCourse('Optics');
  await waitForMessages(witness, 1);
  const other = await live.connect(null, { since: 0, logId: '00000000-0000-4000-8000-000000000000' });
  expect([other.welcomes[0]?.refetch, other.messages]).toEqual([true, []]);
  const withoutLogId = await live.connect(null, { since: 0 });
  expect(withoutLogId.welcomes[0]?.refetch).toBe(true);
  await school.editCourseManyTimes(id, 1_100);
  await waitUntilAllSent(live.node.address, school);
  const late = await live.connect(null, { since: 0, logId: other.welcomes[0]?.logId });
  expect([late.welcomes[0]?.refetch, late.messages]).toEqual([true, []]);
  expect(late.welcomes[0]?.position).toBe(1_101);
});

test('a user who has missed more than 10,000 positions has to fetch everything again, and then receives new live updates', async ({
  live,
  school,
}) => {
  const sam = await school.register('sam');
  const first = await live.connect(sam);
  const id = await school.addCourse('Optics');
  await waitForMessages(first, 1);
  const seen = first.lastSeen();
  first.socket.disconnect();
  school.isProjectionPaused = true;
  // Beyond the limit a node reads no events for the client, so more than 11,000 edits would test nothing new.
  for (let thousands = 0; thousands < 11; thousands += 1) await school.editCourseManyTimes(id, 1_000);
  await school.projectInOneStep();
  await waitUntilAllSent(live.node.address, school);
  const late = await live.connect(sam, seen);
  expect(late).toMatchObject({ messages: [], welcomes: [{ position: 11_002, refetch: true }] });
  await school.addCourse('Acoustics');
  await waitForMessages(late, 1);
  expect(late.received()).toEqual(['11003 course-added']);
  // A node that has just started has the same limit.
  const fresh = await live.addNode();
  const elsewhere = await live.connect(sam, seen, fresh.address);
  expect(elsewhere).toMatchObject({ messages: [], welcomes: [{ position: 11_003, refetch: true }] });
});

test('a node waits until it reaches the position that a client has seen; if that takes too long, the client has to fetch everything again', async ({
  live,
  school,
}) => {
  const { logId } = (await live.connect(null)).lastSeen();
  const node = await live.addNode({ liveLimits: { waitForPositionMs: 60_000 } });
  school.isProjectionPaused = true;
  await school.addCourse('Optics');
  const ahead = live.connect(null, { since: 1, logId }, node.address);
  // Gives the client time to connect and to start waiting.
  await new Promise((resolve) => setTimeout(resolve, 100));
  await school.project();
  expect(await ahead).toMatchObject({ messages: [], welcomes: [{ position: 1, refetch: false }] });
  await waitUntilAllSent(live.node.address, school);
  const beyondHead = await live.connect(null, { since: 9_999_999, logId });
  expect(beyondHead.welcomes[0]).toMatchObject({ position: 1, refetch: true });
});

test('clients that reconnect during writes miss nothing and receive nothing twice', async ({
  live,
  school,
}) => {
  const id = await school.addCourse('Optics');
  let isWriting = true;
  const writer = (async () => {
    for (let edit = 0; isWriting; edit += 1) await school.editCourse(id, { price: edit });
  })();
  const reconnectRepeatedly = async () => {
    const positions: number[] = [];
    let seen: ReturnType<LiveClient['lastSeen']> = {};
    let first = 0;
    for (let round = 0; round < 12 || positions.length === 0; round += 1) {
      const client = await live.connect(null, seen);
      expect(client.welcomes[0]?.refetch).toBe(false);
      if (round === 0) first = client.welcomes[0]?.position ?? 0;
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 30));
      client.socket.disconnect();
      positions.push(...client.messages.map((message) => message.position));
      seen = client.lastSeen();
    }
    const last = positions.at(-1) ?? 0;
    // Every position is an edit of this course, so there must be no gap and no duplicate.
    expect(positions).toEqual(Array.from({ length: last - first }, (_, n) => first + 1 + n));
  };
  await Promise.all([reconnectRepeatedly(), reconnectRepeatedly(), reconnectRepeatedly()]).finally(() => {
    isWriting = false;
  });
  await writer;
});
