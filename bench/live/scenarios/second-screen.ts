/** Measures the time from one person's command to another person's screen, with no other clients. */

import { setTimeout as sleep } from 'node:timers/promises';
import { io } from 'socket.io-client';
import { rejectAfter } from '#concurrency/reject-after.ts';
import { type Person, postAnnouncement } from '../product/commands.ts';
import { msBetween } from './scenario-context.ts';

const warmUpRounds = 20;
const timeoutMs = 30_000;

/**
 * Posts announcements as one person while another is connected with Socket.IO's own client.
 * @returns milliseconds from sending the command until the message arrives at the reader's socket.
 */
export const measureSecondScreen = async (
  address: string,
  people: { poster: Person; reader: Person },
  rounds: number,
): Promise<number[]> => {
  const arrivals = new Map<number, bigint>();
  let wake = () => {};
  const socket = io(address, { transports: ['websocket'], auth: { token: people.reader.token } });
  socket.on('message', ({ position }: { position: number }) => {
    arrivals.set(position, process.hrtime.bigint());
    wake();
  });
  const welcome = new Promise((resolve) => socket.once('welcome', resolve));
  await rejectAfter(timeoutMs, welcome, 'The server sent no welcome in time.');
  const waitForArrival = async (position: number): Promise<bigint> => {
    while (true) {
      const arrival = arrivals.get(position);
      if (arrival !== undefined) return arrival;
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  };
  const times: number[] = [];
  for (let round = -warmUpRounds; round < rounds; round += 1) {
    const sentAt = process.hrtime.bigint();
    const { position } = await postAnnouncement(address, people.poster, 'To one.');
    const arrivedAt = await rejectAfter(
      timeoutMs,
      waitForArrival(position),
      `Position ${position} did not arrive in time.`,
    );
    if (round >= 0) times.push(msBetween(sentAt, arrivedAt));
    await sleep(20);
  }
  socket.disconnect();
  return times;
};
