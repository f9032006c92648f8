/** A process with many sockets. Each keeps the cursor of a client, reconnects when it is disconnected, and computes a digest of what it receives. */
import { setTimeout as sleep } from 'node:timers/promises';
import pLimit from 'p-limit';
import { openMinimalSocket } from '#bench/live/clients/minimal-socket.ts';
import type { LiveWelcome } from '#contract/public-live-messages.ts';
import {
  addToDigest,
  emptyDigest,
  type FromSockets,
  type SocketGroup,
  type ToSockets,
} from './sockets-messages.ts';

/** `process.send` exists, because this file always runs as a forked process. */
const send = (message: FromSockets) => process.send?.(message);

/** A client that has missed more positions may have missed more live updates than a catch-up sends. Such a client is told to fetch everything again. */
const maxMissedPositions = 1_000;

const maxErrors = 20;
const maxRefetchDetails = 20;
const errors: string[] = [];
const addError = (message: string) => {
  if (errors.length < maxErrors) errors.push(message);
};

/** What the client of one socket has received. `position` is its live cursor; `SocketGroup` explains the other fields. */
type Cursor = {
  logId: string | null;
  base: number;
  position: number;
  count: number;
  digest: number;
};

const cursors: Cursor[] = [];
let reconnects = 0;
let refetches = 0;
let lateRefetches = 0;
const refetchDetails: string[] = [];
const addRefetch = (cursor: Cursor, welcome: LiveWelcome) => {
  refetches += 1;
  if (refetchDetails.length < maxRefetchDetails)
    refetchDetails.push(
      `${new Date().toISOString()}: the client was at ${cursor.position}, the node at ${welcome.position}${cursor.logId === welcome.logId ? '' : ' of another history'}`,
    );
};
let isEnding = false;
let reconnectAfterMs = 0;
const limitHandshakes = pLimit(16);

const positionField = '"position":';
const courseKind = '"kind":"course-';

/** Returns the position in a packet, without parsing the rest. */
const positionIn = (packet: string): number =>
  Number.parseInt(packet.slice(packet.indexOf(positionField) + positionField.length), 10);

/** Moves the cursor to the position of a welcome, or resets the cursor if the client must fetch everything. */
const acceptWelcome = (cursor: Cursor, welcome: LiveWelcome) => {
  const isFirstWelcome = cursor.logId === null;
  const mustFetchAll = cursor.logId !== welcome.logId || welcome.refetch;
  if (!mustFetchAll) {
    cursor.position = Math.max(cursor.position, welcome.position);
    return;
  }
  if (!isFirstWelcome) {
    const wasAwayTooLong =
      cursor.logId === welcome.logId && welcome.position - cursor.position > maxMissedPositions;
    if (wasAwayTooLong) lateRefetches += 1;
    else addRefetch(cursor, welcome);
  }
  cursor.logId = welcome.logId;
  cursor.base = welcome.position;
  cursor.position = welcome.position;
  cursor.count = 0;
  cursor.digest = emptyDigest;
};

/** Moves the cursor to the position of a message. @param isAboutCourse whether the message is about a course. Only these messages are counted. */
const acceptMessage = (cursor: Cursor, position: number, isAboutCourse: boolean) => {
  if (position <= cursor.position) addError(`A socket at position ${cursor.position} received ${position}.`);
  cursor.position = position;
  if (!isAboutCourse) return;
  cursor.count += 1;
  cursor.digest = addToDigest(cursor.digest, position);
};

/** Connects once. Resolves when the welcome arrives, or when the connection closes before that. */
const connectOnce = (cursor: Cursor, address: string, token: string): Promise<void> =>
  new Promise((resolve) => {
    const { logId, position } = cursor;
    const auth = { token, ...(logId === null ? {} : { since: position, logId }) };
    let isClosed = false;
    const socket = openMinimalSocket(address, JSON.stringify(auth), {
      onEvent: (name, packet) => {
        if (name === 'message') acceptMessage(cursor, positionIn(packet), packet.includes(courseKind));
        else if (name === 'position')
          cursor.position = Math.max(
            cursor.position,
            Number.parseInt(packet.slice('42["position",'.length), 10),
          );
        else if (name === 'sign-in-again') addError('A socket was told to sign in again.');
        else if (name === 'welcome') {
          acceptWelcome(cursor, JSON.parse(packet.slice('42["welcome",'.length, -1)) as LiveWelcome);
          if (reconnectAfterMs > 0) setTimeout(socket.close, reconnectAfterMs * 2 * Math.random());
          resolve();
        }
      },
      onClose: () => {
        if (isClosed) return;
        isClosed = true;
        resolve();
        if (!isEnding) void reconnect(cursor, address, token);
      },
    });
  });

const reconnect = async (cursor: Cursor, address: string, token: string) => {
  await sleep(200 + Math.random() * 800);
  reconnects += 1;
  await limitHandshakes(() => connectOnce(cursor, address, token));
};

const openAll = async ({ address, tokens, ...options }: Extract<ToSockets, { act: 'open' }>) => {
  reconnectAfterMs = options.reconnectAfterMs;
  await Promise.all(
    tokens.map((token) => {
      const cursor: Cursor = { logId: null, base: 0, position: 0, count: 0, digest: emptyDigest };
      cursors.push(cursor);
      return limitHandshakes(() => connectOnce(cursor, address, token));
    }),
  );
  while (!cursors.every(({ logId }) => logId !== null)) await sleep(100);
  send({ kind: 'opened' });
};

const sendReport = () => {
  const groups = new Map<string, SocketGroup>();
  for (const { logId, base, count, digest } of cursors) {
    const key = `${logId} ${base} ${count} ${digest}`;
    const group = groups.get(key) ?? { sockets: 0, logId: logId ?? '', base, count, digest };
    group.sockets += 1;
    groups.set(key, group);
  }
  send({
    kind: 'report',
    report: {
      ...{ groups: [...groups.values()], reconnects, refetches, refetchDetails, lateRefetches, errors },
    },
  });
};

process.on('message', (message: ToSockets) => {
  if (message.act === 'open') void openAll(message);
  else if (message.act === 'report') sendReport();
  else {
    isEnding = true;
    process.exit();
  }
});
process.on('disconnect', () => process.exit());
