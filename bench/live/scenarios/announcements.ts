import { announce } from '../product/calls.ts';
import { forEachOf } from '../waiting.ts';
import { broadcastBare } from './broadcast-bare.ts';
import { type Context, msBetween, pause } from './context.ts';

const text = 'The exam is on Friday at nine, in the large hall. Bring a pencil and something to drink. ';

const postOnce = async (context: Context): Promise<number> => {
  const { product, admin, sent } = context;
  const { position, at } = await announce(product.address, admin, text);
  sent.push(position);
  return msBetween(at, await product.herd.lastHas('message', position));
};

/**
 * Posts one announcement after the other by HTTP, and has the bare server broadcast the same bytes, in turns.
 * @returns milliseconds from the answer to the last client, for both, and the projector's.
 */
export const measureAnnouncements = async (context: Context) => {
  for (let warm = 0; warm < 10; warm += 1) await postOnce(context);
  const packet = await context.product.herd.sample('message');
  for (let warm = 0; warm < 10; warm += 1) await broadcastBare(context, [packet]);
  context.projector.taken();
  const ours: number[] = [];
  const bare: number[] = [];
  for (let round = 0; round < context.rounds; round += 1) {
    if (round % 2 === 0) ours.push(await postOnce(context));
    bare.push(await broadcastBare(context, [packet]));
    if (round % 2 === 1) ours.push(await postOnce(context));
    await pause(20);
  }
  return { ours, bare, projector: context.projector.taken(), bytes: packet.length };
};

/** Posts as many as are to be counted, some at once, and waits until each client has the last. @returns posts a second. */
export const postMany = async ({ product, admin, sent, posts }: Context): Promise<number> => {
  const began = performance.now();
  const answers = await forEachOf(Array.from({ length: posts }), 8, () =>
    announce(product.address, admin, text),
  );
  const positions = answers.map(({ position }) => position);
  sent.push(...positions);
  await product.herd.lastHas('message', Math.max(...positions), 300_000);
  return (posts * 1_000) / (performance.now() - began);
};
