import { setTimeout as sleep } from 'node:timers/promises';
import pLimit from 'p-limit';
import type { ClientGroup } from '../clients/client-group.ts';
import { postAnnouncement } from '../product/commands.ts';
import { measureBareBroadcast } from './measure-bare-broadcast.ts';
import { msBetween, type ScenarioContext } from './scenario-context.ts';

const text = 'The exam is on Friday at nine, in the large hall. Bring a pencil and something to drink. ';
const warmUpRounds = 10;

/** Posts an announcement. @returns milliseconds from the answer until the last client has it. */
export const measureAnnouncement = async ({
  product,
  admin,
  sentPositions,
}: Pick<ScenarioContext, 'admin' | 'sentPositions'> & {
  product: { address: string; clients: Pick<ClientGroup, 'waitForAll'> };
}): Promise<number> => {
  const { position, answeredAt } = await postAnnouncement(product.address, admin, text);
  sentPositions.push(position);
  return msBetween(answeredAt, await product.clients.waitForAll('message', position));
};

/**
 * Posts announcements one after the other over HTTP, and lets the bare server broadcast the same message with another position, in turn.
 * @returns milliseconds from the answer to the last client for both servers, and the projector's times.
 */
export const measureAnnouncements = async (context: ScenarioContext) => {
  for (let round = 0; round < warmUpRounds; round += 1) await measureAnnouncement(context);
  const packet = await context.product.clients.sample('message');
  for (let round = 0; round < warmUpRounds; round += 1) await measureBareBroadcast(context, [packet]);
  context.projector.takeTimes();
  const product: number[] = [];
  const bare: number[] = [];
  for (let round = 0; round < context.rounds; round += 1) {
    if (round % 2 === 0) product.push(await measureAnnouncement(context));
    bare.push(await measureBareBroadcast(context, [packet]));
    if (round % 2 === 1) product.push(await measureAnnouncement(context));
    await sleep(20);
  }
  return { product, bare, projector: context.projector.takeTimes(), bytes: packet.length };
};

/** Posts many announcements, eight at a time, and waits until each client has the last. @returns posts per second. */
export const postManyAnnouncements = async ({
  product,
  admin,
  sentPositions,
  posts,
}: Pick<ScenarioContext, 'admin' | 'sentPositions' | 'posts'> & {
  product: { address: string; clients: Pick<ClientGroup, 'waitForAll'> };
}): Promise<number> => {
  const start = performance.now();
  const results = await pLimit(8).map(Array.from({ length: posts }), () =>
    postAnnouncement(product.address, admin, text),
  );
  const positions = results.map(({ position }) => position);
  sentPositions.push(...positions);
  await product.clients.waitForAll('message', Math.max(...positions), 300_000);
  return (posts * 1_000) / (performance.now() - start);
};
