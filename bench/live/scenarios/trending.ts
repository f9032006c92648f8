import { broadcastBare } from './broadcast-bare.ts';
import { type Context, msBetween, pause } from './context.ts';

/** Longer than a node waits from one message about the trending courses to the next. */
const pauseMs = 500;

/**
 * A review is revised, which changes the trending courses: everybody is told of the review and then of the five. The bare
 * server broadcasts the same two packets.
 * @returns milliseconds from the answer until the last client has both, and the projector's.
 */
export const measureTrending = async (context: Context) => {
  const { product, review, sent, projector } = context;
  const ours: number[] = [];
  const bare: number[] = [];
  const reviseOnce = async (round: number) => {
    const { position, at } = await review(1 + (round % 10));
    sent.push(position);
    return msBetween(at, await product.herd.lastHas('trending-changed', position));
  };
  // The review was last given another rating than each of these.
  await reviseOnce(5);
  await pause(pauseMs);
  const packets = [await product.herd.sample('message'), await product.herd.sample('trending-changed')];
  projector.taken();
  for (let round = 0; round < context.rounds; round += 1) {
    ours.push(await reviseOnce(round));
    bare.push(await broadcastBare(context, packets));
    await pause(pauseMs);
  }
  return { ours, bare, projector: projector.taken() };
};
