import { msBetween, type ScenarioContext } from './scenario-context.ts';

/** The position in the last broadcast. Positions must rise, because clients wait for a position or a later one. */
let position = 1_000_000;

/**
 * Broadcasts packets of the product (`["event",{"position":…}]`) with a new position and otherwise unchanged.
 * @returns milliseconds from the bare server's answer until its last client has received all of them.
 */
export const measureBareBroadcast = async (
  { bare }: ScenarioContext,
  productPackets: readonly string[],
): Promise<number> => {
  position += 1;
  const packets = productPackets.map((packet) => {
    const [event, payload] = JSON.parse(Buffer.from(packet, 'latin1').toString()) as [string, object];
    return [event, { ...payload, position }] as const;
  });
  await bare.broadcast(packets);
  const answeredAt = process.hrtime.bigint();
  const lastEvent = packets.at(-1)?.[0] ?? '';
  return msBetween(answeredAt, await bare.clients.waitForAll(lastEvent, position));
};
