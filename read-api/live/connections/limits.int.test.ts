import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { startTcpProxy } from '#platform/testing/tcp-proxy.ts';
import { connectLiveClient } from '#testing/live-client.ts';
import { connectAtHead, openLiveSchool, waitForMessages } from '#testing/live-school.ts';
import { opcodes, openRawSocket, type RawSocket, sendRefusedHandshake } from '#testing/raw-socket.ts';
import { tokenOf } from '#testing/test-node.ts';

const live = await openLiveSchool({
  environment: { TRUSTED_PROXIES: '127.0.0.1' },
  liveLimits: {
    maxConnectionsPerAddress: 20,
    maxConnections: 150,
    maxConnectionsPerUser: 5,
    maxBufferedBytes: 300_000,
    maxPacketsPerWindow: 30,
  },
});
const { school, provider, node } = live;

const fromAddress = (address: string) => ({ 'x-forwarded-for': address });
const connect = async (address = '10.1.1.1', nodeAddress = node.address): Promise<RawSocket> => {
  const opened = await openRawSocket(nodeAddress, fromAddress(address));
  if (!opened) throw new Error('The connection was refused.');
  return opened;
};
const connectWithHandshake = async (address?: string) => {
  const socket = await connect(address);
  socket.sendText('40');
  await expect.poll(socket.received).toContain('"welcome"');
  return socket;
};
const disconnectCounts = async () =>
  Object.fromEntries(
    (await node.metrics.registry.getSingleMetric('lyceum_live_cut_total')?.get())?.values.map((value) => [
      value.labels.reason,
      value.value,
    ]) ?? [],
  );
const expectOthersServed = async () => {
  using visitor = await connectAtHead(node.address, school);
  await school.addCourse('Still served');
  await waitForMessages(visitor, 1);
};

describe('connections', () => {
  test('limits the connections of an address until they are closed, without affecting others', async () => {
    const opened = await Promise.all(
      Array.from({ length: 60 }, () => openRawSocket(node.address, fromAddress('10.2.2.2'))),
    );
    const admitted = opened.filter((client) => client !== null);
    expect(admitted).toHaveLength(20);
    expect(await openRawSocket(node.address, fromAddress('10.2.2.3'))).not.toBeNull();
    for (const client of admitted) client.socket.destroy();
    await expect.poll(() => openRawSocket(node.address, fromAddress('10.2.2.2'))).not.toBeNull();
  });

  test('counts the addresses of an IPv6 network together, because one subscriber has all of them', async () => {
    const opened = await Promise.all(
      Array.from({ length: 30 }, (_, n) =>
        openRawSocket(node.address, fromAddress(`2001:db8:1:1::${(n + 1).toString(16)}`)),
      ),
    );
    const admitted = opened.filter((client) => client !== null);
    expect(admitted).toHaveLength(20);
    const neighbour = await openRawSocket(node.address, fromAddress('2001:db8:1:2::1'));
    expect(neighbour).not.toBeNull();
    for (const client of [...admitted, neighbour]) client?.socket.destroy();
    await expect.poll(() => openRawSocket(node.address, fromAddress('2001:db8:1:1::ff'))).not.toBeNull();
  });

  test('limits all connections of a node, and serves the admitted ones', async () => {
    const opened = await Promise.all(
      Array.from({ length: 300 }, (_, n) => openRawSocket(node.address, fromAddress(`10.3.${n % 100}.1`))),
    );
    const admitted = opened.filter((client) => client !== null);
    expect(admitted.length).toBeGreaterThan(100);
    expect(admitted.length).toBeLessThanOrEqual(150);
    for (const client of admitted) client.sendText('40');
    await expect.poll(() => admitted.every((client) => client.received().includes('"welcome"'))).toBe(true);
    await school.addCourse('For many');
    await expect.poll(() => admitted.every((client) => client.received().includes('For many'))).toBe(true);
    for (const client of admitted) client.socket.destroy();
    expect((await disconnectCounts())['too many connections']).toBeGreaterThan(0);
  });

  test('limits the sockets of a user from all addresses together, even when the user signs in on an open socket', async () => {
    const sam = await school.register('sam');
    const eve = await school.register('eve');
    const handshakeOf = (user: typeof sam) => ({ token: tokenOf(provider, user) });
    const pages = await Promise.all(
      Array.from({ length: 5 }, () => connectAtHead(node.address, school, handshakeOf(sam))),
    );
    const [first] = pages;
    const sixth = await connect('10.5.5.5');
    sixth.sendText(`40${JSON.stringify(handshakeOf(sam))}`);
    await expect.poll(sixth.isClosed).toBe(true);
    expect(sixth.received()).not.toContain('"welcome"');
    expect((await disconnectCounts())['too many of one person']).toBe(1);
    using other = await connectAtHead(node.address, school, handshakeOf(eve));
    const signIn = (user: typeof sam) => other.authenticate(handshakeOf(user).token);
    expect(await signIn(sam)).toMatchObject({ error: expect.stringContaining('too many tabs') });
    // A new token for a socket of the same user does not count as another socket.
    const renewed = await first?.authenticate(handshakeOf(sam).token);
    expect(renewed).toMatchObject({ refetch: false });
    for (const page of pages) page.socket.disconnect();
    await expect.poll(() => signIn(sam)).toMatchObject({ refetch: true });
  });

  test('disconnects a client that never sends a handshake', async () => {
    const strict = await live.addNode({
      liveLimits: { handshakeTimeoutMs: 300 },
    });
    const silent = await openRawSocket(strict.address);
    await expect.poll(() => silent?.isClosed()).toBe(true);
  });

  test('refuses sockets from pages of other sites, with and without PUBLIC_URL', async () => {
    const opensFor = async (address: string, headers: Record<string, string>) => {
      const socket = await openRawSocket(address, { ...fromAddress('10.4.4.4'), ...headers });
      socket?.socket.destroy();
      return socket !== null;
    };
    const own = { origin: node.address };
    const foreign = { origin: 'https://evil.example' };
    expect([await opensFor(node.address, own), await opensFor(node.address, foreign)]).toEqual([true, false]);
    const nodeWithPublicUrl = await live.addNode({
      environment: { PUBLIC_URL: 'https://school.example' },
    });
    const host = 'school.example';
    expect(await opensFor(nodeWithPublicUrl.address, { host, origin: 'https://school.example' })).toBe(true);
    expect(await opensFor(nodeWithPublicUrl.address, { host, origin: 'https://evil.example' })).toBe(false);
    expect(
      await opensFor(nodeWithPublicUrl.address, { host: 'evil.example', origin: 'http://evil.example' }),
    ).toBe(false);
    expect((await disconnectCounts())['another site']).toBe(1);
  });

  test('limits the handshakes of an address per minute, says when to retry, and does not limit others', async () => {
    const strict = await live.addNode({
      environment: { TRUSTED_PROXIES: '127.0.0.1' },
      liveLimits: { maxHandshakesPerMinute: 5 },
    });
    for (let handshake = 0; handshake < 5; handshake += 1) {
      const opened = await openRawSocket(strict.address, fromAddress('10.6.6.6'));
      expect(opened).not.toBeNull();
      opened?.socket.destroy();
    }
    const refused = await sendRefusedHandshake(strict.address, fromAddress('10.6.6.6'));
    expect(refused).toMatchObject({ status: 429, problem: { code: 'too-many-requests', status: 429 } });
    expect(refused.retryAfter).toBeGreaterThan(0);
    expect(refused.retryAfter).toBeLessThanOrEqual(60);
    const other = await openRawSocket(strict.address, fromAddress('10.6.6.7'));
    expect(other).not.toBeNull();
    other?.socket.destroy();
    const disconnects = await strict.metrics.registry.getSingleMetric('lyceum_live_cut_total')?.get();
    expect(disconnects?.values).toMatchObject([{ labels: { reason: 'too many handshakes' }, value: 1 }]);
  });

  test('refuses requests that name an open connection, which could replace its transport or wait forever', async () => {
    const client = await connectWithHandshake('10.8.8.8');
    const sid = /"sid":"([^"]+)"/.exec(client.received())?.[1];
    expect(sid).toBeDefined();
    const query = `&sid=${sid}`;
    expect(await openRawSocket(node.address, fromAddress('10.8.8.8'), query)).toBeNull();
    const response = await fetch(`${node.address}/socket.io/?EIO=4&transport=websocket${query}`);
    expect(response.status).toBe(400);
    expect(client.isClosed()).toBe(false);
    client.socket.destroy();
  });

  test('closes the connection of a client that disconnects, so that it cannot connect again without a handshake that counts', async () => {
    const client = await connectWithHandshake('10.8.8.9');
    client.sendText('41');
    await expect.poll(client.isClosed).toBe(true);
  });

  test('refuses long polling', async () => {
    const response = await fetch(`${node.address}/socket.io/?EIO=4&transport=polling`);
    expect(response.status).toBe(400);
  });
});

/**
 * Text packets begin with `4` (an Engine.IO message) and the type of the Socket.IO packet: `0` connect, `2` event,
 * `3` acknowledgement, `4` connect error, `5` binary event. The id of the acknowledgement may follow.
 */
describe('invalid input', () => {
  test.each([
    ['text that is not a packet', 'rubbish'],
    ['a broken event', '42["authenticate",'],
    ['an event that is not an array', '42{"a":1}'],
    ['an acknowledgement of an event that was not sent', '43999["x"]'],
    ['a binary event without its parts', '451-["authenticate",{"_placeholder":true,"num":0}]'],
    ['a reserved event', '42["disconnect"]'],
    ['an event named __proto__', '42["__proto__",{"constructor":1}]'],
    ['a message that is too large', `42["authenticate","${'x'.repeat(20_000)}"]`],
  ])('others are still served after a client has sent %s', async (_, text) => {
    const client = await connectWithHandshake();
    client.sendText(text);
    // No answer tells the client that its message was read.
    await new Promise((resolve) => setTimeout(resolve, 50));
    client.socket.destroy();
    await expectOthersServed();
  });

  test.each<[string, (client: RawSocket) => void]>([
    ['bytes that are not a packet', (client) => client.sendFrame(randomBytes(1_000), opcodes.binary)],
    ['invalid UTF-8', (client) => client.sendFrame(Buffer.from([0x34, 0xff, 0xfe, 0xc3]), opcodes.text)],
    ['an unknown frame type', (client) => client.sendFrame(Buffer.from('4'), 5)],
    // The header of the frame announces 2^40 bytes.
    [
      'a frame that never ends',
      (client) => client.socket.write(Buffer.from([0x81, 0xff, 0, 0, 1, 0, 0, 0, 0, 0, 1, 2])),
    ],
    ['a frame without a mask', (client) => client.socket.write(Buffer.from([0x81, 0x02, 0x34, 0x32]))],
    ['data that is not a frame', (client) => client.socket.write('GET / HTTP/1.1\r\n\r\n')],
    ['a second handshake', (client) => client.sendText('40')],
    ['a ping that only clients of Engine.IO 3 send', (client) => client.sendText('2probe')],
  ])('%s ends the connection, and others are still served', async (_, send) => {
    const client = await connectWithHandshake();
    send(client);
    await expect.poll(client.isClosed).toBe(true);
    await expectOthersServed();
  });

  test.each([
    ['without an acknowledgement', '42["authenticate","x"]'],
    ['with no argument', '421["authenticate"]'],
    ['with an object as token', '421["authenticate",{"token":1}]'],
    ['with many arguments', '421["authenticate",null,null,null]'],
  ])('a connection is still served after the event "authenticate" %s', async (_, text) => {
    const client = await connectWithHandshake();
    client.sendText(text);
    client.sendText('429["authenticate",null]');
    await expect.poll(client.received).toMatch(/439\[\{"position"/);
    client.socket.destroy();
  });

  test.each([
    '40{"token":1}',
    '40{"since":-1}',
    '40{"since":1.5}',
    '40{"since":"1"}',
    '40{"logId":"x"}',
    '40[]',
    `40{"token":"${'x'.repeat(9_000)}"}`,
  ])('refuses the handshake $0', async (handshake) => {
    const client = await connect();
    client.sendText(handshake);
    await expect.poll(() => client.received().includes('44{') || client.isClosed()).toBe(true);
    expect(client.received()).not.toContain('welcome');
    client.socket.destroy();
  });

  test('refuses an unknown namespace', async () => {
    const client = await connect();
    client.sendText('40/admin,');
    await expect.poll(client.received).toContain('Invalid namespace');
    client.socket.destroy();
  });

  test('disconnects a client that sends too many messages', async () => {
    const client = await connectWithHandshake();
    for (let sent = 0; sent < 60; sent += 1) client.sendText(`42${sent}["authenticate",null]`);
    await expect.poll(client.isClosed).toBe(true);
    expect((await disconnectCounts())['too many messages']).toBeGreaterThan(0);
  });
});

test('disconnects a client that floods the node with pings', async () => {
  const client = await connectWithHandshake();
  client.socket.pause();
  const before = (await disconnectCounts())['too many messages'] ?? 0;
  for (let pings = 0; pings < 60; pings += 1) client.sendFrame(Buffer.alloc(100), opcodes.ping);
  await expect.poll(async () => (await disconnectCounts())['too many messages']).toBe(before + 1);
  client.socket.destroy();
});

test('disconnects a client that does not read, serves others, and lets it catch up or fetch everything again', async () => {
  using witness = await connectAtHead(node.address, school);
  const slow = await connectWithHandshake();
  const { since, logId } = witness.lastSeen();
  slow.socket.pause();
  // A euro sign takes three bytes in UTF-8, so an update takes 60 KB.
  const details = '€'.repeat(20_000);
  const id = await school.addCourse('Long', { details });
  let updates = 1;
  const disconnectsBefore = (await disconnectCounts())['too slow'] ?? 0;
  const isDisconnected = async () => ((await disconnectCounts())['too slow'] ?? 0) > disconnectsBefore;
  // The buffers of the kernel hold several megabytes before anything is queued in this process.
  for (; updates < 1_000 && !(await isDisconnected()); updates += 1)
    await school.editCourse(id, { price: updates });
  expect((await disconnectCounts())['too slow']).toBe(disconnectsBefore + 1);
  await waitForMessages(witness, updates);
  const positions = witness.messages.map((message) => message.position);
  expect(positions).toEqual(Array.from(positions, (_, n) => (positions[0] ?? 0) + n));
  slow.socket.destroy();
  using again = await connectLiveClient(node.address, { since: since ?? 0, ...(logId ? { logId } : {}) });
  expect(again.welcomes[0]?.refetch || again.messages.length === updates).toBe(true);
});

test('closes all sockets of a node that shuts down, so that clients reconnect to another', async () => {
  const other = await live.addNode();
  await using balancer = await startTcpProxy(other.address);
  using visitor = await connectLiveClient(balancer.url);
  const sam = await school.register('sam-elsewhere');
  using student = await connectLiveClient(other.address, { token: tokenOf(provider, sam) });
  const silent = await connect('10.9.9.9', other.address);
  const unresponsive = await connect('10.9.9.9', other.address);
  unresponsive.sendText('40');
  unresponsive.socket.pause();
  const reasons = Promise.all(
    [visitor, student].map(
      ({ socket }) => new Promise<string>((resolve) => socket.once('disconnect', resolve)),
    ),
  );
  visitor.socket.io.reconnection(true);
  balancer.redirect(node.address);
  await other[Symbol.asyncDispose]();
  // After 'io server disconnect' Socket.IO's client would not reconnect.
  const transport = expect.stringMatching(/transport/);
  expect(await reasons).toEqual([transport, transport]);
  await expect.poll(silent.isClosed).toBe(true);
  unresponsive.socket.resume();
  await expect.poll(unresponsive.isClosed).toBe(true);
  await expect.poll(() => visitor.welcomes.length).toBe(2);
});
