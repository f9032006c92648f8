import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { course } from '#events/contract/courses.ts';
import { startIdentityProvider, type TestIdentityProvider } from '#platform/testing/identity-provider.ts';
import { connectClient, startNode, type TestClient, tokenOf } from '../testing/node.ts';
import { openSchool, type Person, type School } from '../testing/school.ts';

let school: School;
let provider: TestIdentityProvider;
let address: string;
const endings: (() => PromiseLike<void> | void)[] = [];

const node = async (options: Parameters<typeof startNode>[2] = {}) => {
  const started = await startNode(school.url, provider, options);
  endings.push(() => started[Symbol.asyncDispose]());
  return started;
};
/** Where the log stands: a client that says so is told of nothing older, however far behind its node is. */
const here = async () => ({
  since: await school.log.reader.head(),
  logId: await school.log.reader.logId(),
});
const client = async (person: Person | null, auth?: Parameters<typeof connectClient>[1], at = address) => {
  const token = person ? { token: tokenOf(provider, person) } : {};
  const connected = await connectClient(at, { ...token, ...(auth ?? (await here())) });
  endings.push(() => connected[Symbol.dispose]());
  return connected;
};
const kinds = (of: TestClient) => of.messages.map((message) => message.kind);
/** Until a client has been told so many messages. */
const told = (of: TestClient, count: number) => expect.poll(() => of.messages.length).toBe(count);

beforeEach(async () => {
  school = await openSchool();
  provider = await startIdentityProvider();
  endings.push(
    () => school[Symbol.asyncDispose](),
    () => provider[Symbol.asyncDispose](),
  );
  address = (await node()).address;
});
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

describe('what happens is told', () => {
  test('a course is added, changed, removed and restored before everybody’s eyes, as its GET shows it', async () => {
    const visitor = await client(null);
    const id = await school.addCourse('Optics');
    await told(visitor, 1);
    const got = course.parse(await (await fetch(`${address}/courses/${id}`)).json());
    expect(visitor.messages[0]).toEqual({ position: 1, kind: 'course-added', data: got });
    await school.editCourse(id, { name: 'Wave Optics' });
    await told(visitor, 2);
    await school.removeCourse(id);
    await told(visitor, 3);
    await school.restoreCourse(id);
    await told(visitor, 4);
    expect(visitor.told()).toEqual([
      '1 course-added',
      '2 course-changed',
      '3 course-removed',
      '4 course-restored',
    ]);
    expect(visitor.messages[1]?.data).toMatchObject({ course_name: 'Wave Optics' });
  });

  test('users are told to admins only', async () => {
    const admin = await school.register('ada', 'Admin');
    const student = await school.register('sam');
    const [forAdmin, forStudent, forVisitor] = await Promise.all([
      client(admin),
      client(student),
      client(null),
    ]);
    const bob = await school.register('bob');
    await told(forAdmin, 1);
    await school.removeUser(bob);
    const id = await school.addCourse('Optics');
    for (const one of [forStudent, forVisitor]) await told(one, 1);
    await told(forAdmin, 3);
    expect(kinds(forAdmin)).toEqual(['user-registered', 'user-removed', 'course-added']);
    expect(forAdmin.messages[1]?.data).toEqual({ _id: bob.id });
    expect(kinds(forStudent)).toEqual(['course-added']);
    expect(forVisitor.messages[0]).toMatchObject({ data: { _id: id } });
  });

  test('nothing is told before it is in the read tables', async () => {
    const visitor = await client(null);
    school.held = true;
    const id = await school.addCourse('Optics');
    await new Promise((resolve) => setTimeout(resolve, 350));
    expect(visitor.messages).toEqual([]);
    await school.catchUp();
    await told(visitor, 1);
    expect(visitor.messages[0]?.data).toMatchObject({ _id: id });
  });

  test('two nodes tell the same, in the same order', async () => {
    const other = await node();
    const [here, there] = await Promise.all([client(null), client(null, {}, other.address)]);
    const ids: string[] = [];
    for (let course = 0; course < 20; course += 1) ids.push(await school.addCourse(`Course ${course}`));
    await school.removeCourse(ids[3] ?? '');
    await Promise.all([told(here, 21), told(there, 21)]);
    expect(there.messages).toEqual(here.messages);
    expect(here.messages.map((message) => message.position)).toEqual(
      Array.from({ length: 21 }, (_, n) => n + 1),
    );
  });
});

describe('who is told changes with the role, on every node at once', () => {
  test('a promoted person is told, and hears what admins hear; a demoted one no longer', async () => {
    const other = await node();
    const person = await school.register('rolf');
    const [here, there] = await Promise.all([client(person), client(person, {}, other.address)]);
    await school.changeRole(person, 'Student', 'Admin');
    await school.register('bob');
    await school.changeRole(person, 'Admin', 'Student');
    await school.register('eve');
    await school.addCourse('Optics');
    const expected = ['own-role-changed', 'user-registered', 'own-role-changed', 'course-added'];
    for (const one of [here, there]) {
      await told(one, 4);
      expect(kinds(one)).toEqual(expected);
    }
    expect(here.messages[0]?.data).toEqual({ userType: 'Admin' });
    expect(here.messages[1]?.data).toMatchObject({ name: 'bob' });
  });

  test('a removed admin hears that, and nothing of others any more', async () => {
    const admin = await school.register('ada', 'Admin');
    const one = await client(admin);
    await school.removeUser(admin);
    await school.register('bob');
    await school.addCourse('Optics');
    await told(one, 2);
    expect(one.messages.map((message) => message.data)).toMatchObject([
      { userType: null },
      { course_name: 'Optics' },
    ]);
  });

  test('who registers while connected becomes what they registered as', async () => {
    const person = { id: '', uid: 'uid-nora', email: 'nora@example.org' };
    const one = await client(person);
    await school.register('nora', 'Admin');
    await school.register('bob');
    await told(one, 2);
    expect(kinds(one)).toEqual(['own-role-changed', 'user-registered']);
  });
});

describe('coming back', () => {
  test('brings what was missed, in order and once, and goes on from there', async () => {
    const first = await client(null);
    const kept = await school.addCourse('Kept');
    await told(first, 1);
    const seen = first.seen();
    first.socket.disconnect();
    await school.editCourse(kept, { price: 5 });
    const gone = await school.addCourse('Gone');
    await school.editCourse(gone, { price: 6 });
    await school.removeCourse(gone);
    await school.register('bob');
    const again = await client(null, seen);
    await told(again, 2);
    expect(again.told()).toEqual(['2 course-changed', '5 course-removed']);
    expect(again.welcomes).toMatchObject([{ logId: seen.logId, refetch: false }]);
    await school.addCourse('After');
    await told(again, 3);
    expect(again.told().at(-1)).toBe('7 course-added');
  });

  test('works also after every server was restarted, and from another node', async () => {
    const first = await client(null);
    const before = await school.addCourse('Before');
    await told(first, 1);
    const seen = first.seen();
    for (const end of endings.splice(2).reverse()) await end();
    await school.editCourse(before, { price: 1 });
    await school.addCourse('Meanwhile');
    const restarted = await node();
    const again = await client(null, seen, restarted.address);
    expect(again.told()).toEqual(['2 course-changed', '3 course-added']);
  });

  test('to a node that has just begun waits until it has found its place, and gets nothing old as new', async () => {
    const first = await client(null);
    for (const name of ['Optics', 'Acoustics', 'Statics']) await school.addCourse(name);
    await told(first, 3);
    let early: Promise<TestClient> | undefined;
    let back: Promise<TestClient> | undefined;
    await node({
      beforeReady: (at) => {
        early = client(null, {}, at);
        back = client(null, { since: 2, logId: first.welcomes[0]?.logId }, at);
      },
    });
    expect(await early).toMatchObject({ messages: [], welcomes: [{ position: 3, refetch: false }] });
    expect((await back)?.told()).toEqual(['3 course-added']);
  });

  test('is under the role of today: who was demoted meanwhile gets nothing of users', async () => {
    const admin = await school.register('ada', 'Admin');
    const first = await client(admin);
    const seen = first.seen();
    first.socket.disconnect();
    await school.register('bob');
    await school.changeRole(admin, 'Admin', 'Student');
    await school.addCourse('Optics');
    const again = await client(admin, seen);
    await told(again, 2);
    expect(kinds(again)).toEqual(['own-role-changed', 'course-added']);
  });

  test('tells a removed person so, and brings nothing of persons who were removed', async () => {
    const admin = await school.register('ada', 'Admin');
    const doomed = await school.register('dora');
    const [first, second] = await Promise.all([client(admin), client(doomed)]);
    const [seen, seenToo] = [first.seen(), second.seen()];
    first.socket.disconnect();
    second.socket.disconnect();
    const bob = await school.register('bob');
    await school.removeUser(bob);
    await school.removeUser(doomed);
    const again = await client(admin, seen);
    await told(again, 2);
    expect(kinds(again)).toEqual(['user-removed', 'user-removed']);
    expect(JSON.stringify(again.messages)).not.toContain('bob@');
    const gone = await client(doomed, seenToo);
    await told(gone, 1);
    expect(gone.messages).toMatchObject([{ kind: 'own-role-changed', data: { userType: null } }]);
  });

  test('reads the log itself for what no node remembers', async () => {
    const first = await client(null);
    const seen = first.seen();
    first.socket.disconnect();
    const ids: string[] = [];
    for (let course = 0; course < 10; course += 1) ids.push(await school.addCourse(`Course ${course}`));
    for (const id of ids.slice(0, 5)) await school.editOften(id, 120);
    await school.removeCourse(ids[0] ?? '');
    // Another client hears of the end: so this node has told, and forgotten, what was before.
    const witness = await client(null);
    await expect.poll(() => witness.seen().since).toBe(611);
    const again = await client(null, seen);
    expect(again.welcomes[0]?.refetch).toBe(false);
    const positions = again.messages.map((message) => message.position);
    expect(positions).toEqual([...positions].sort((one, other) => one - other));
    expect(new Set(positions).size).toBe(positions.length);
    expect(again.told().at(-1)).toBe('611 course-removed');
    // Nine courses were added and stayed, four of them were edited 120 times each, one was removed.
    expect(again.messages).toHaveLength(9 + 4 * 120 + 1);
  });

  test('too much missed, or a position of another log, is to be fetched again', async () => {
    const witness = await client(null);
    const id = await school.addCourse('Optics');
    await told(witness, 1);
    const other = await client(null, { since: 0, logId: '00000000-0000-4000-8000-000000000000' });
    expect([other.welcomes[0]?.refetch, other.messages]).toEqual([true, []]);
    const nameless = await client(null, { since: 0 });
    expect(nameless.welcomes[0]?.refetch).toBe(true);
    await school.editOften(id, 1_100);
    await expect.poll(async () => (await client(null)).welcomes[0]?.position).toBe(1_101);
    const late = await client(null, { since: 0, logId: other.welcomes[0]?.logId });
    expect([late.welcomes[0]?.refetch, late.messages]).toEqual([true, []]);
    expect(late.welcomes[0]?.position).toBe(1_101);
  });

  test('a position that no node has reached is waited for shortly, then fetched again', async () => {
    const first = await client(null);
    const { logId } = first.seen();
    school.held = true;
    await school.addCourse('Optics');
    const ahead = client(null, { since: 1, logId });
    await new Promise((resolve) => setTimeout(resolve, 100));
    await school.catchUp();
    expect(await ahead).toMatchObject({ messages: [], welcomes: [{ position: 1, refetch: false }] });
    const nonsense = await client(null, { since: 9_999_999, logId });
    expect(nonsense.welcomes[0]).toMatchObject({ position: 1, refetch: true });
  });

  test('nobody misses or doubles anything while clients come and go under writing', async () => {
    const id = await school.addCourse('Optics');
    let writing = true;
    const writer = (async () => {
      for (let edit = 0; writing; edit += 1) await school.editCourse(id, { price: edit });
    })();
    const comingAndGoing = async () => {
      const positions: number[] = [];
      let seen: ReturnType<TestClient['seen']> = {};
      let first = 0;
      for (let round = 0; round < 12; round += 1) {
        const one = await client(null, seen);
        expect(one.welcomes[0]?.refetch).toBe(false);
        if (round === 0) first = one.welcomes[0]?.position ?? 0;
        await new Promise((resolve) => setTimeout(resolve, Math.random() * 30));
        one.socket.disconnect();
        positions.push(...one.messages.map((message) => message.position));
        seen = one.seen();
      }
      const last = positions.at(-1) ?? 0;
      expect(positions.length).toBeGreaterThan(0);
      // Every position from the first to the last one tells this course's edit: none is missing, none is there twice.
      expect(positions).toEqual(Array.from({ length: last - first }, (_, n) => first + 1 + n));
    };
    await Promise.all([comingAndGoing(), comingAndGoing(), comingAndGoing()]).finally(() => {
      writing = false;
    });
    await writer;
  });
});

describe('signing in and out on an open socket', () => {
  const authenticate = (of: TestClient, token: string | null) =>
    of.socket.timeout(5_000).emitWithAck('authenticate', token);

  test('gives the rooms of the person and takes them again', async () => {
    const admin = await school.register('ada', 'Admin');
    const one = await client(null);
    expect(await authenticate(one, tokenOf(provider, admin))).toMatchObject({ refetch: true, position: 1 });
    await school.register('bob');
    await told(one, 1);
    expect(await authenticate(one, tokenOf(provider, admin))).toMatchObject({ refetch: false });
    expect(await authenticate(one, null)).toMatchObject({ refetch: true });
    await school.register('eve');
    await school.addCourse('Optics');
    await told(one, 2);
    expect(kinds(one)).toEqual(['user-registered', 'course-added']);
  });

  test('a token that is no good is answered, and changes nothing', async () => {
    const one = await client(null);
    expect(await authenticate(one, 'nonsense')).toMatchObject({
      error: expect.stringMatching(/Sign in again/),
    });
    const forged = await client(null, { token: 'nonsense' });
    await expect.poll(forged.asked).toBe(1);
    await school.register('bob');
    await school.addCourse('Optics');
    await told(forged, 1);
    expect(kinds(forged)).toEqual(['course-added']);
  });

  test('before its token runs out it is asked for a new one; without one it is a visitor’s', async () => {
    const strict = await node({ liveLimits: { signInAgainMs: 700 } });
    const admin = await school.register('ada', 'Admin');
    const token = () => provider.token({ uid: admin.uid, email: admin.email, expiresIn: 2 });
    const [renews, lapses] = await Promise.all([
      client(null, { token: token() }, strict.address),
      client(null, { token: token() }, strict.address),
    ]);
    renews.socket.on('sign-in-again', () => {
      void authenticate(renews, tokenOf(provider, admin));
    });
    await expect.poll(() => [renews.asked(), lapses.asked()], { timeout: 5_000 }).toEqual([1, 1]);
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    await school.register('bob');
    await school.addCourse('Optics');
    await told(renews, 2);
    await told(lapses, 1);
    expect(kinds(lapses)).toEqual(['course-added']);
  });
});

test('a retry of parked events has everybody fetch again; what is parked is not told as new', async () => {
  const visitor = await client(null);
  const id = await school.addCourse('Optics');
  await told(visitor, 1);
  await school.log.pool.query(
    "insert into read.parked (model, stream, position, version, error) values ('courses', $1, 2, 2, 'x')",
    [`course-${id}`],
  );
  await school.editCourse(id, { price: 3 });
  await school.addCourse('Acoustics');
  await told(visitor, 2);
  expect(visitor.told()).toEqual(['1 course-added', '3 course-added']);
  await school.log.pool.query('delete from read.parked');
  await school.log.pool.query("update read.checkpoints set epoch = epoch + 1 where model = 'courses'");
  await expect.poll(() => visitor.welcomes.at(-1)).toMatchObject({ refetch: true, position: 3 });
});

test('who gets no messages is told now and then where they stand', async () => {
  const talkative = await node({ liveLimits: { sayPositionMs: 50 } });
  const visitor = await client(null, {}, talkative.address);
  const positions: number[] = [];
  visitor.socket.on('position', (position) => positions.push(position));
  await school.register('bob');
  await expect.poll(() => positions.at(-1)).toBe(1);
  expect(visitor.messages).toEqual([]);
});
