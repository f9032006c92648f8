/**
 * Opens many boxes beside, in a thread of its own. Who rebuilds read models opens hundreds of thousands: that is a
 * quarter of the work of reading the log, and most of what is left behind for the garbage collector.
 */
import type { KeyObject } from 'node:crypto';
import { Worker } from 'node:worker_threads';

/** `box`: base64; `context`: what it is bound to. */
export type ClosedBox = { key: KeyObject; box: string; context: string };

/** Boxes as they travel: one after the other in `bytes`, each up to its end; keys by their place among `keys`. */
export type PackedBoxes = {
  number: number;
  bytes: Uint8Array;
  ends: Uint32Array;
  keys: KeyObject[];
  keyOf: Uint32Array;
  contexts: string[];
};
/** Contents in the same way; null: one of them could not be opened. */
export type OpenedBoxes = { number: number; bytes: Uint8Array | null; ends: Uint32Array };

export type BoxOpener = {
  /** @returns the contents in order; null when one could not be opened: whoever opens it here finds out why. */
  open(boxes: readonly ClosedBox[]): Promise<string[] | null>;
  close(): Promise<void>;
};

const pack = (boxes: readonly ClosedBox[], number: number): PackedBoxes => {
  const places = new Map<KeyObject, number>();
  const [ends, keyOf] = [new Uint32Array(boxes.length), new Uint32Array(boxes.length)];
  let size = 0;
  for (const { box } of boxes) size += Buffer.byteLength(box, 'base64');
  const bytes = Buffer.alloc(size);
  let end = 0;
  for (const [index, { key, box }] of boxes.entries()) {
    const place = places.get(key) ?? places.size;
    places.set(key, place);
    keyOf[index] = place;
    end += bytes.write(box, end, 'base64');
    ends[index] = end;
  }
  const contexts = boxes.map(({ context }) => context);
  return { number, bytes, ends, keys: [...places.keys()], keyOf, contexts };
};

const unpack = ({ bytes, ends }: OpenedBoxes): string[] | null => {
  if (bytes === null) return null;
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let from = 0;
  return Array.from(ends, (end) => {
    const content = whole.toString('utf8', from, end);
    from = end;
    return content;
  });
};

/** The thread begins with the first boxes, and keeps no process alive. Where it ends, boxes stay closed. */
export const openBoxOpener = (): BoxOpener => {
  const waiting = new Map<number, (opened: string[] | null) => void>();
  let number = 0;
  let worker: Worker | null = null;
  const giveUp = () => {
    worker = null;
    for (const [one, done] of waiting) {
      waiting.delete(one);
      done(null);
    }
  };
  const begin = (): Worker => {
    const thread = new Worker(new URL('./box-opener-thread.ts', import.meta.url));
    thread.on('message', (opened: OpenedBoxes) => {
      waiting.get(opened.number)?.(unpack(opened));
      waiting.delete(opened.number);
    });
    thread.on('error', giveUp);
    thread.on('exit', giveUp);
    thread.unref();
    return thread;
  };
  return {
    open(boxes) {
      number += 1;
      const packed = pack(boxes, number);
      const { promise, resolve } = Promise.withResolvers<string[] | null>();
      waiting.set(number, resolve);
      worker ??= begin();
      worker.postMessage(packed, [packed.bytes.buffer as ArrayBuffer]);
      return promise;
    },
    async close() {
      await worker?.terminate();
    },
  };
};
