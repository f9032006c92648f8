/** A process with many clients of one server. It counts the messages of each client and reports each event that all clients have received. */
import pLimit from 'p-limit';
import type { FromClients, ToClients } from './messages.ts';
import { openMinimalSocket } from './minimal-socket.ts';

/** `process.send` exists, because this file runs only as a forked process. */
const report = (message: FromClients) => process.send?.(message);

const maxErrors = 10;
const errors: string[] = [];
const addError = (message: string) => {
  if (errors.length < maxErrors) errors.push(message);
};

type Client = { messages: number; lastPositions: Map<string, number>; isWelcomed: boolean };
const clients: Client[] = [];
const samples = new Map<string, string>();
/** The number of clients that have received an event, by its name and position. */
const receiverCounts = new Map<string, number>();

const positionField = '"position":';
const maxPositionDigits = 16;

/** Returns the position in a packet, without parsing the rest; NaN if there is none. */
const positionIn = (packet: string): number => {
  const index = packet.indexOf(positionField);
  const start = index + positionField.length;
  return index < 0 ? Number.NaN : Number.parseInt(packet.slice(start, start + maxPositionDigits), 10);
};

/** Counts a received event, and reports it when all clients have received it. */
const countEvent = (client: Client, event: string, packet: string) => {
  const position = positionIn(packet);
  const last = client.lastPositions.get(event) ?? -1;
  if (event === 'message') {
    client.messages += 1;
    if (!(position > last)) addError(`A client received position ${position} after ${last}.`);
  } else if (!(position > last)) {
    // A snapshot of the trending courses may be sent again with the same position.
    return;
  }
  client.lastPositions.set(event, position);
  if (client === clients[0]) samples.set(event, packet);
  const key = `${event} ${position}`;
  const count = (receiverCounts.get(key) ?? 0) + 1;
  if (count < clients.length) receiverCounts.set(key, count);
  else {
    receiverCounts.delete(key);
    report({ kind: 'received-by-all', event, position, at: `${process.hrtime.bigint()}` });
  }
};

/** Connects a client. Resolves when the server has welcomed it. */
const openClient = (address: string, auth: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const client: Client = { messages: 0, lastPositions: new Map(), isWelcomed: false };
    clients.push(client);
    openMinimalSocket(address, auth, {
      onEvent: (name, packet) => {
        if (name === 'message' || name === 'trending-changed') countEvent(client, name, packet);
        else if (name === 'welcome') {
          if (client.isWelcomed) addError('A client was told to refetch.');
          client.isWelcomed = true;
          resolve();
        } else if (name === 'sign-in-again') addError('A client was told to sign in again.');
      },
      onClose: (reason) => {
        addError(`A client lost its connection: ${reason}.`);
        reject(new Error(`A client could not connect: ${reason}.`));
      },
    });
  });

const openAll = async ({ address, auths, concurrency }: Extract<ToClients, { act: 'open' }>) => {
  await pLimit(concurrency).map(auths, (auth) => openClient(address, auth));
  report({ kind: 'opened' });
};

const reportCounts = () => {
  const counts = clients.map(({ messages }) => messages);
  const fewest = Math.min(...counts);
  const most = Math.max(0, ...counts);
  report({ kind: 'counts', counts: { clients: clients.length, fewest, most, errors } });
};

process.on('message', (message: ToClients) => {
  if (message.act === 'open') void openAll(message);
  else if (message.act === 'sample') report({ kind: 'sample', packet: samples.get(message.event) ?? '' });
  else reportCounts();
});
process.on('disconnect', () => process.exit());
