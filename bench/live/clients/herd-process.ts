/** A process full of clients of one server. Each counts what it is told; the process says when all of them have it. */
import { openLeanSocket } from './lean-socket.ts';
import type { FromHerd, ToHerd } from './protocol.ts';

/** `process.send` is there: this file is forked only. */
const say = (message: FromHerd) => process.send?.(message);

const mostComplaints = 10;
const complaints: string[] = [];
const complain = (sentence: string) => {
  if (complaints.length < mostComplaints) complaints.push(sentence);
};

type Client = { messages: number; last: Map<string, number>; joined: boolean };
const clients: Client[] = [];
const samples = new Map<string, string>();
/** How many clients have an event of a position. */
const having = new Map<string, number>();
let ending = false;

const positionIn = (packet: string): number => {
  const at = packet.indexOf('"position":');
  return at < 0 ? Number.NaN : Number.parseInt(packet.slice(at + 11, at + 27), 10);
};

const count = (client: Client, event: string, packet: string) => {
  const position = positionIn(packet);
  const last = client.last.get(event) ?? -1;
  if (event === 'message') {
    client.messages += 1;
    if (!(position > last)) complain(`A client was told ${position} after ${last}.`);
  } else if (!(position > last)) return;
  client.last.set(event, position);
  if (client === clients[0]) samples.set(event, packet);
  const key = `${event} ${position}`;
  const now = (having.get(key) ?? 0) + 1;
  if (now < clients.length) having.set(key, now);
  else {
    having.delete(key);
    say({ kind: 'everyone-has', event, position, at: `${process.hrtime.bigint()}` });
  }
};

const openOne = (address: string, auth: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const client: Client = { messages: 0, last: new Map(), joined: false };
    clients.push(client);
    openLeanSocket(address, auth, {
      event: (name, packet) => {
        if (name === 'message' || name === 'trending-changed') count(client, name, packet);
        else if (name === 'welcome') {
          if (client.joined) complain('A client was told to fetch again.');
          client.joined = true;
          resolve();
        } else if (name === 'sign-in-again') complain('A client was asked to sign in again.');
      },
      lost: (why) => {
        if (!ending) complain(`A client lost its line: ${why}.`);
        reject(new Error(`A client could not connect: ${why}.`));
      },
    });
  });

const open = async ({ address, auths, atOnce }: Extract<ToHerd, { act: 'open' }>) => {
  const left = [...auths];
  const some = async () => {
    for (let auth = left.pop(); auth !== undefined; auth = left.pop()) await openOne(address, auth);
  };
  await Promise.all(Array.from({ length: atOnce }, some));
  say({ kind: 'opened' });
};

const tally = () => {
  const counts = clients.map(({ messages }) => messages);
  const [fewest, most] = counts.reduce(
    ([low, high], one) => [Math.min(low, one), Math.max(high, one)],
    [Number.POSITIVE_INFINITY, 0],
  );
  say({ kind: 'tally', tally: { clients: clients.length, fewest, most, complaints } });
};

process.on('message', (message: ToHerd) => {
  if (message.act === 'open') void open(message);
  else if (message.act === 'sample') say({ kind: 'sample', packet: samples.get(message.event) ?? '' });
  else if (message.act === 'tally') tally();
  else {
    ending = true;
    process.exit();
  }
});
process.on('disconnect', () => process.exit());
