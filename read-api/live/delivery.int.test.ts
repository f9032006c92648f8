import { expect } from 'vitest';
import { course } from '#contract/schemas/courses.ts';
import { messageKinds, liveTest as test, waitForMessages } from '#testing/live-school.ts';

test('sends each change of a course to everybody: the course as GET shows it, with the position at which it was added', async ({
  live,
  school,
}) => {
  const visitor = await live.connect(null);
  const id = await school.addCourse('Optics');
  await waitForMessages(visitor, 1);
  const got = course.parse(await (await fetch(`${live.node.address}/courses/${id}`)).json());
  const data = { ...got, addedPosition: 1 };
  expect(visitor.messages[0]).toEqual({ position: 1, kind: 'course-added', data });
  await school.editCourse(id, { name: 'Wave Optics' });
  await waitForMessages(visitor, 2);
  await school.removeCourse(id);
  await waitForMessages(visitor, 3);
  await school.restoreCourse(id);
  await waitForMessages(visitor, 4);
  expect(visitor.received()).toEqual([
    '1 course-added',
    '2 course-changed',
    '3 course-removed',
    '4 course-restored',
  ]);
  expect(visitor.messages[1]?.data).toMatchObject({ course_name: 'Wave Optics', version: 2 });
});

test('sends the record of a user only to Admins; everybody else only learns that somebody was removed', async ({
  live,
  school,
}) => {
  const admin = await school.register('ada', 'Admin');
  const student = await school.register('sam');
  const [forAdmin, forStudent, forVisitor] = await Promise.all([
    live.connect(admin),
    live.connect(student),
    live.connect(null),
  ]);
  const bob = await school.register('bob');
  await waitForMessages(forAdmin, 1);
  await school.removeUser(bob);
  const id = await school.addCourse('Optics');
  for (const client of [forStudent, forVisitor]) await waitForMessages(client, 2);
  await waitForMessages(forAdmin, 3);
  expect(messageKinds(forAdmin)).toEqual(['user-registered', 'user-removed', 'course-added']);
  expect(forAdmin.messages[1]?.data).toEqual({ _id: bob.id });
  for (const client of [forStudent, forVisitor])
    expect(client.messages).toMatchObject([
      { kind: 'person-removed', data: null },
      { kind: 'course-added', data: { _id: id } },
    ]);
});

test('sends a change only after the read models have applied it', async ({ live, school }) => {
  const visitor = await live.connect(null);
  school.isProjectionPaused = true;
  const id = await school.addCourse('Optics');
  // Longer than the poll interval of a node.
  await new Promise((resolve) => setTimeout(resolve, 350));
  expect(visitor.messages).toEqual([]);
  await school.project();
  await waitForMessages(visitor, 1);
  expect(visitor.messages[0]?.data).toMatchObject({ _id: id });
});

test('two nodes send the same messages in the same order', async ({ live, school }) => {
  const other = await live.addNode();
  const [here, there] = await Promise.all([live.connect(null), live.connectTo(other.address)]);
  const ids: string[] = [];
  for (let course = 0; course < 20; course += 1) ids.push(await school.addCourse(`Course ${course}`));
  // A node that is behind would not send a course that was already removed.
  await Promise.all([waitForMessages(here, 20), waitForMessages(there, 20)]);
  await school.removeCourse(ids[3] ?? '');
  await Promise.all([waitForMessages(here, 21), waitForMessages(there, 21)]);
  expect(there.messages).toEqual(here.messages);
  expect(here.messages.map((message) => message.position)).toEqual(
    Array.from({ length: 21 }, (_, n) => n + 1),
  );
});

test('does not send parked events, and makes clients fetch everything again after they were retried', async ({
  live,
  school,
}) => {
  const visitor = await live.connect(null);
  const id = await school.addCourse('Optics');
  await waitForMessages(visitor, 1);
  // Ten thousand other streams are parked as well, because their number must not matter.
  await school.log.pool.query(
    `insert into read.parked (model, stream, position, version, error)
     select 'courses', 'course-' || lpad(n::text, 36, '0'), 1, 1, 'x' from generate_series(1, 10000) as n`,
  );
  await school.log.pool.query(
    "insert into read.parked (model, stream, position, version, error) values ('courses', $1, 2, 2, 'x')",
    [`course-${id}`],
  );
  await school.editCourse(id, { price: 3 });
  await school.addCourse('Acoustics');
  await waitForMessages(visitor, 2);
  expect(visitor.received()).toEqual(['1 course-added', '3 course-added']);
  await school.log.pool.query('delete from read.parked');
  await school.log.pool.query("update read.checkpoints set epoch = epoch + 1 where model = 'courses'");
  await expect.poll(() => visitor.welcomes.at(-1)).toMatchObject({ refetch: true, position: 3 });
});

test('tells clients to refetch after a rebuild or retry of a model whose rows are in no live update', async ({
  live,
  school,
}) => {
  const visitor = await live.connect(null);
  for (const [index, model] of ['activity', 'audit', 'insight', 'notifications'].entries()) {
    await school.log.pool.query('update read.checkpoints set epoch = epoch + 1 where model = $1', [model]);
    await expect
      .poll(() => visitor.welcomes.map(({ refetch }) => refetch))
      .toEqual([false, ...Array(index + 1).fill(true)]);
  }
});

test('sends the current position to clients that receive no messages', async ({ live, school }) => {
  const node = await live.addNode({ liveLimits: { positionIntervalMs: 50 } });
  const visitor = await live.connectTo(node.address);
  const positions: number[] = [];
  visitor.socket.on('position', (position) => positions.push(position));
  await school.register('bob');
  await expect.poll(() => positions.at(-1)).toBe(1);
  expect(visitor.messages).toEqual([]);
});

test('tells only Admins that the History page has changed, with fewer notices than there are events', async ({
  live,
  school,
}) => {
  const node = await live.addNode({ liveLimits: { auditIntervalMs: 50, positionIntervalMs: 50 } });
  const ada = await school.register('ada-of-the-audit', 'Admin');
  const sam = await school.register('sam-of-the-audit');
  const [admin, student, visitor] = [
    await live.connectTo(node.address, ada),
    await live.connectTo(node.address, sam),
    await live.connectTo(node.address),
  ];
  const id = await school.addCourse('Watched');
  await school.editCourseManyTimes(id, 40);
  const head = await school.log.reader.head();
  await expect.poll(() => admin.auditPositions.at(-1)).toBe(head);
  expect(admin.auditPositions.length).toBeLessThan(20);
  // A client that receives a later position would have received the notice before it.
  const positions: number[] = [];
  for (const { socket } of [student, visitor]) socket.on('position', (position) => positions.push(position));
  await school.editCourse(id, { price: 7 });
  await expect.poll(() => positions.filter((position) => position > head).length).toBeGreaterThan(1);
  expect([student.auditPositions, visitor.auditPositions]).toEqual([[], []]);
});
