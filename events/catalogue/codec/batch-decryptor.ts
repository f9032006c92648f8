/**
 * Opens many boxes beside, in a thread of its own. Who rebuilds read models opens hundreds of thousands: that is a
 * quarter of the work of reading the log, and most of what is left behind for the garbage collector.
 */
import type { KeyObject } from 'node:crypto';
import { Worker } from 'node:worker_threads';

/** `box`: base64; `context`: what it is bound to. */
export type ClosedBox = { key: KeyObject; box: string; context: string };

/**
 * Boxes as they travel: as few and large things as can be, since each takes its time on the way. Base64 holds no space, and
 * neither contexts nor JSON a zero character: so they stand between.
 */
export type PackedBoxes = {
  number: number;
  boxes: string;
  contexts: string;
  keys: KeyObject[];
  /** Of each box, which of the keys. */
  keyOf: Uint32Array;
};
/** Contents in the same way; null: one of them could not be opened. */
export type OpenedBoxes = { number: number; contents: string | null };

export const betweenBoxes = ' ';
export const betweenTexts = '\0';

export type BoxOpener = {
  /** @returns the contents in order; null when one could not be opened: whoever opens it here finds out why. */
  open(boxes: readonly ClosedBox[]): Promise<string[] | null>;
  close(): Promise<void>;
};

const pack = (boxes: readonly ClosedBox[], number: number): PackedBoxes => {
  const places = new Map<KeyObject, number>();
  const keyOf = new Uint32Array(boxes.length);
  for (const [index, { key }] of boxes.entries()) {
    const place = places.get(key) ?? places.size;
    places.set(key, place);
    keyOf[index] = place;
  }
  return {
    number,
    boxes: boxes.map(({ box }) => box).join(betweenBoxes),
    contexts: boxes.map(({ context }) => context).join(betweenTexts),
    keys: [...places.keys()],
    keyOf,
  };
};

/** The thread begins with the first boxes, and keeps no process alive. Where it ends, boxes stay closed. */
export const openBoxOpener = (): BoxOpener => {
  const waiting = new Map<number, (contents: string | null) => void>();
  let number = 0;
  let worker: Worker | null = null;
  const giveUp = (thread: Worker) => {
    // One that has failed ends as well, when another may have begun.
    if (worker !== thread) return;
    worker = null;
    for (const [one, done] of waiting) {
      waiting.delete(one);
      done(null);
    }
  };
  const begin = (): Worker => {
    const thread = new Worker(new URL('./batch-decryptor-thread.ts', import.meta.url));
    thread.on('message', (opened: OpenedBoxes) => {
      waiting.get(opened.number)?.(opened.contents);
      waiting.delete(opened.number);
    });
    thread.on('error', () => giveUp(thread));
    thread.on('exit', () => giveUp(thread));
    thread.unref();
    return thread;
  };
  return {
    async open(boxes) {
      if (boxes.length === 0) return [];
      number += 1;
      const packed = pack(boxes, number);
      const { promise, resolve } = Promise.withResolvers<string | null>();
      waiting.set(number, resolve);
      worker ??= begin();
      worker.postMessage(packed);
      const contents = (await promise)?.split(betweenTexts);
      // Something else than JSON was in one of them: then nobody can tell which.
      return contents?.length === boxes.length ? contents : null;
    },
    async close() {
      await worker?.terminate();
    },
  };
};
