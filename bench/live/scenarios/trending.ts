import { setTimeout as sleep } from 'node:timers/promises';
import { measureBareBroadcast } from './measure-bare-broadcast.ts';
import { msBetween, type ScenarioContext } from './scenario-context.ts';

/** Longer than the interval in which a node sends at most one message about the trending courses. */
const pauseMs = 500;

/**
 * Revises a review, so that every client receives the review and then the trending courses. The bare server broadcasts the
 * same two packets.
 * @returns milliseconds from the answer until the last client has both, and the projector's times.
 */
export const measureTrending = async (context: ScenarioContext) => {
  const { product, review, sentPositions, projector } = context;
  const measureRevision = async (round: number) => {
    const { position, answeredAt } = await review(1 + (round % 10));
    sentPositions.push(position);
    return msBetween(answeredAt, await product.clients.waitForAll('trending-changed', position));
  };
  // Warm-up. Its rating (6) differs from the one before it (10) and from that of round 0 (1), because an unchanged rating
  // would not change the trending courses.
  await measureRevision(5);
  await sleep(pauseMs);
  const packets = [await product.clients.sample('message'), await product.clients.sample('trending-changed')];
  projector.takeTimes();
  const times = { product: [] as number[], bare: [] as number[] };
  for (let round = 0; round < context.rounds; round += 1) {
    times.product.push(await measureRevision(round));
    times.bare.push(await measureBareBroadcast(context, packets));
    await sleep(pauseMs);
  }
  return { ...times, projector: projector.takeTimes() };
};
