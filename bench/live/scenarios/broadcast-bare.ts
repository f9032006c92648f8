import { type Context, msBetween } from './context.ts';

let position = 1_000_000;

/**
 * Broadcasts what ours had sent (`["event",{"position":…}]`), byte for byte but for the digits of the position.
 * @returns milliseconds from the bare server's answer until its last client has all of it.
 */
export const broadcastBare = async ({ bare }: Context, sent: readonly string[]): Promise<number> => {
  position += 1;
  const packets = sent.map((packet) => {
    const [event, payload] = JSON.parse(Buffer.from(packet, 'latin1').toString()) as [string, object];
    return [event, { ...payload, position }] as const;
  });
  await bare.broadcast(packets);
  const answered = process.hrtime.bigint();
  const last = packets.at(-1)?.[0] ?? '';
  return msBetween(answered, await bare.herd.lastHas(last, position));
};
