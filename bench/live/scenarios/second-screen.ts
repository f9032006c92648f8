/** From one person's click to another person's screen, with nobody else there. */
import { io } from 'socket.io-client';
import { announce, type Person } from '../product/calls.ts';
import { rejectAfter } from '../waiting.ts';
import { msBetween, pause } from './context.ts';

/**
 * A person's page listens as the product's client does; another person posts.
 * @returns milliseconds from sending the command until the message is at the page's socket.
 */
export const measureSecondScreen = async (
  address: string,
  people: { poster: Person; reader: Person },
  rounds: number,
): Promise<number[]> => {
  const arrived = new Map<number, bigint>();
  let look = () => {};
  const socket = io(address, { transports: ['websocket'], auth: { token: people.reader.token } });
  socket.on('message', ({ position }: { position: number }) => {
    arrived.set(position, process.hrtime.bigint());
    look();
  });
  await rejectAfter(30_000, 'No welcome', new Promise((resolve) => socket.once('welcome', resolve)));
  const arrivalOf = async (position: number): Promise<bigint> => {
    for (let at = arrived.get(position); ; at = arrived.get(position)) {
      if (at !== undefined) return at;
      await new Promise<void>((resolve) => {
        look = resolve;
      });
    }
  };
  const warm = 20;
  const times: number[] = [];
  for (let round = -warm; round < rounds; round += 1) {
    const sent = process.hrtime.bigint();
    const { position } = await announce(address, people.poster, 'To one.');
    const at = await rejectAfter(30_000, `${position} did not come`, arrivalOf(position));
    if (round >= 0) times.push(msBetween(sent, at));
    await pause(20);
  }
  socket.disconnect();
  return times;
};
