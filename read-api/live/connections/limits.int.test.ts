import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestIdentityProvider } from '#platform/testing/identity-provider.ts';
import { connectAtHead, waitForMessages } from '../../testing/live-school.ts';
import { opcodes, openRawSocket, type RawSocket } from '../../testing/raw-socket.ts';
import type { School } from '../../testing/school.ts';
import { openServedSchool, type ServedSchool } from '../../testing/served-school.ts';
import { connectLiveClient, openTestNode, type TestNode, tokenOf } from '../../testing/test-node.ts';

let served: ServedSchool;
let school: School;
let provider: TestIdentityProvider;
let node: TestNode;

beforeAll(async () => {
  served = await openServedSchool({
    environment: { TRUSTED_PROXIES: '127.0.0.1' },
    liveLimits: {
      maxConnectionsPerAddress: 20,
      maxConnections: 150,
      maxConnectionsPerUser: 5,
      maxBufferedBytes: 300_000,
      maxPacketsPerWindow: 30,
    },
  });
  ({ school, provider, node } = served);
});
afterAll(() => served[Symbol.asyncDispose]());

const from = (address: string) => ({ 'x-forwarded-for': address });
const raw = async (address = '10.1.1.1'): Promise<RawSocket> => {
  const opened = await openRawSocket(node.address, from(address));
  if (!opened) throw new Error('The connection was refused.');
  return opened;
};
const joined = async (address?: string) => {
  const one = await raw(address);
  one.sendText('40');
  await expect.poll(one.received).toContain('"welcome"');
  return one;
};
const cutReasons = async () =>
  Object.fromEntries(
    (await node.metrics.registry.getSingleMetric('lyceum_live_cut_total')?.get())?.values.map((value) => [
      value.labels.reason,
      value.value,
    ]) ?? [],
  );
const isServed = async () => {
  using visitor = await connectAtHead(node.address, school);
  await school.addCourse('Still served');
  await waitForMessages(visitor, 1);
};

describe('connections', () => {
  test('an address has so many, others are not concerned, and who leaves makes room', async () => {
    const opened = await Promise.all(
      Array.from({ length: 60 }, () => openRawSocket(node.address, from('10.2.2.2'))),
    );
    const admitted = opened.filter((one) => one !== null);
    expect(admitted).toHaveLength(20);
    expect(await openRawSocket(node.address, from('10.2.2.3'))).not.toBeNull();
    for (const one of admitted) one.socket.destroy();
    await expect.poll(() => openRawSocket(node.address, from('10.2.2.2'))).not.toBeNull();
  });

  test('the addresses of one IPv6 network, which one subscriber holds, share their count', async () => {
    const opened = await Promise.all(
      Array.from({ length: 30 }, (_, n) =>
        openRawSocket(node.address, from(`2001:db8:1:1::${(n + 1).toString(16)}`)),
      ),
    );
    const admitted = opened.filter((one) => one !== null);
    expect(admitted).toHaveLength(20);
    const neighbour = await openRawSocket(node.address, from('2001:db8:1:2::1'));
    expect(neighbour).not.toBeNull();
    for (const one of [...admitted, neighbour]) one?.socket.destroy();
    await expect.poll(() => openRawSocket(node.address, from('2001:db8:1:1::ff'))).not.toBeNull();
  });

  test('hundreds from everywhere stop at the node’s own limit, and are served', async () => {
    const opened = await Promise.all(
      Array.from({ length: 300 }, (_, n) => openRawSocket(node.address, from(`10.3.${n % 100}.1`))),
    );
    const admitted = opened.filter((one) => one !== null);
    expect(admitted.length).toBeGreaterThan(100);
    expect(admitted.length).toBeLessThanOrEqual(150);
    for (const one of admitted) one.sendText('40');
    await expect.poll(() => admitted.every((one) => one.received().includes('"welcome"'))).toBe(true);
    await school.addCourse('For many');
    await expect.poll(() => admitted.every((one) => one.received().includes('For many'))).toBe(true);
    for (const one of admitted) one.socket.destroy();
    expect((await cutReasons())['too many connections']).toBeGreaterThan(0);
  });

  test('a person has so many, from wherever; signing in on one more changes nothing; who leaves makes room', async () => {
    const sam = await school.register('sam');
    const eve = await school.register('eve');
    const as = (who: typeof sam) => ({ token: tokenOf(provider, who) });
    const pages = await Promise.all(
      Array.from({ length: 5 }, () => connectAtHead(node.address, school, as(sam))),
    );
    const [first] = pages;
    const sixth = await raw('10.5.5.5');
    sixth.sendText(`40${JSON.stringify(as(sam))}`);
    await expect.poll(sixth.isClosed).toBe(true);
    expect(sixth.received()).not.toContain('"welcome"');
    expect((await cutReasons())['too many of one person']).toBe(1);
    using other = await connectAtHead(node.address, school, as(eve));
    const signIn = (who: typeof sam) =>
      other.socket.timeout(30_000).emitWithAck('authenticate', as(who).token);
    expect(await signIn(sam)).toMatchObject({ error: expect.stringContaining('Close some') });
    // One's own new token needs no other place.
    const renewed = await first?.socket.timeout(30_000).emitWithAck('authenticate', as(sam).token);
    expect(renewed).toMatchObject({ refetch: false });
    for (const page of pages) page.socket.disconnect();
    await expect.poll(() => signIn(sam)).toMatchObject({ refetch: true });
  });

  test('who connects and never says hello is sent away', async () => {
    await using strict = await openTestNode(school.url, provider, {
      liveLimits: { handshakeTimeoutMs: 300 },
    });
    const mute = await openRawSocket(strict.address);
    await expect.poll(() => mute?.isClosed()).toBe(true);
  });

  test('there is no long polling', async () => {
    const response = await fetch(`${node.address}/socket.io/?EIO=4&transport=polling`);
    expect(response.status).toBe(400);
  });
});

describe('rubbish', () => {
  test.each([
    ['no packet', 'rubbish'],
    ['a broken event', '42["authenticate",'],
    ['an event that is none', '42{"a":1}'],
    ['an acknowledgement of nothing', '43999["x"]'],
    ['a binary event without its parts', '451-["authenticate",{"_placeholder":true,"num":0}]'],
    ['a reserved event', '42["disconnect"]'],
    ['a prototype', '42["__proto__",{"constructor":1}]'],
    ['too much at once', `42["authenticate","${'x'.repeat(20_000)}"]`],
  ])('%s is cut off or ignored, and others are served on', async (_, text) => {
    const rude = await joined();
    rude.sendText(text);
    await new Promise((resolve) => setTimeout(resolve, 50));
    rude.socket.destroy();
    await isServed();
  });

  test.each<[string, (rude: RawSocket) => void]>([
    ['bytes that are no packet', (rude) => rude.sendFrame(randomBytes(1_000), opcodes.binary)],
    ['text that is no text', (rude) => rude.sendFrame(Buffer.from([0x34, 0xff, 0xfe, 0xc3]), opcodes.text)],
    ['a kind of frame that there is not', (rude) => rude.sendFrame(Buffer.from('4'), 5)],
    // 2 to the power of 40 bytes are announced.
    [
      'a frame without end',
      (rude) => rude.socket.write(Buffer.from([0x81, 0xff, 0, 0, 1, 0, 0, 0, 0, 0, 1, 2])),
    ],
    ['a frame without a mask', (rude) => rude.socket.write(Buffer.from([0x81, 0x02, 0x34, 0x32]))],
    ['no frame at all', (rude) => rude.socket.write('GET / HTTP/1.1\r\n\r\n')],
    ['a hello again', (rude) => rude.sendText('40')],
    ['Socket.IO of another version', (rude) => rude.sendText('2probe')],
  ])('%s is cut off, and others are served on', async (_, say) => {
    const rude = await joined();
    say(rude);
    await expect.poll(rude.isClosed).toBe(true);
    await isServed();
  });

  test.each([
    ['without an acknowledgement', '42["authenticate","x"]'],
    ['with no argument', '421["authenticate"]'],
    ['with a thing for a token', '421["authenticate",{"token":1}]'],
    ['with many arguments', '421["authenticate",null,null,null]'],
  ])('authenticate %s does no harm', async (_, text) => {
    const rude = await joined();
    rude.sendText(text);
    rude.sendText('429["authenticate",null]');
    await expect.poll(rude.received).toMatch(/439\[\{"position"/);
    rude.socket.destroy();
  });

  test.each([
    '40{"token":1}',
    '40{"since":-1}',
    '40{"since":1.5}',
    '40{"since":"1"}',
    '40{"logId":"x"}',
    '40[]',
    `40{"token":"${'x'.repeat(9_000)}"}`,
  ])('the handshake %s is refused', async (hello) => {
    const rude = await raw();
    rude.sendText(hello);
    await expect.poll(() => rude.received().includes('44{') || rude.isClosed()).toBe(true);
    expect(rude.received()).not.toContain('welcome');
    rude.socket.destroy();
  });

  test('an unknown namespace is refused', async () => {
    const rude = await raw();
    rude.sendText('40/admin,');
    await expect.poll(rude.received).toContain('Invalid namespace');
    rude.socket.destroy();
  });

  test('who says too much is cut off', async () => {
    const loud = await joined();
    for (let said = 0; said < 60; said += 1) loud.sendText(`42${said}["authenticate",null]`);
    await expect.poll(loud.isClosed).toBe(true);
    expect((await cutReasons())['too many messages']).toBeGreaterThan(0);
  });
});

test('who pings without end is cut off, though the WebSocket itself answers pings', async () => {
  const loud = await joined();
  loud.socket.pause();
  const before = (await cutReasons())['too many messages'] ?? 0;
  for (let pings = 0; pings < 60; pings += 1) loud.sendFrame(Buffer.alloc(100), opcodes.ping);
  await expect.poll(async () => (await cutReasons())['too many messages']).toBe(before + 1);
  loud.socket.destroy();
});

test('a client that does not read is cut off, others get everything, and it resumes', async () => {
  using witness = await connectAtHead(node.address, school);
  const slow = await joined();
  const { since, logId } = witness.lastSeen();
  slow.socket.pause();
  const details = 'x'.repeat(20_000);
  const id = await school.addCourse('Long', { details });
  let edits = 0;
  const cutBefore = (await cutReasons())['too slow'] ?? 0;
  // The kernel's own buffers take a few megabytes before anything waits in this process.
  for (; edits < 3_000 && ((await cutReasons())['too slow'] ?? 0) === cutBefore; edits += 1)
    await school.editCourse(id, { price: edits });
  expect((await cutReasons())['too slow']).toBe(cutBefore + 1);
  await waitForMessages(witness, edits + 1);
  const positions = witness.messages.map((message) => message.position);
  expect(positions).toEqual(Array.from(positions, (_, n) => (positions[0] ?? 0) + n));
  slow.socket.destroy();
  using again = await connectLiveClient(node.address, { since: since ?? 0, ...(logId ? { logId } : {}) });
  const isBroughtUpToDate = again.welcomes[0]?.refetch || again.messages.length === edits + 1;
  expect(isBroughtUpToDate).toBe(true);
});

test('closing a node sends its clients away within a moment, so that they look for another', async () => {
  const other = await openTestNode(school.url, provider);
  using visitor = await connectLiveClient(other.address);
  const unresponsive = await openRawSocket(other.address);
  unresponsive?.sendText('40');
  unresponsive?.socket.pause();
  const reason = new Promise<string>((resolve) => visitor.socket.on('disconnect', resolve));
  await other[Symbol.asyncDispose]();
  // Not 'io server disconnect', after which Socket.IO's client would stay away.
  expect(await reason).toMatch(/transport/);
});
