import { pipeline, Readable } from 'node:stream';
import { constants, createBrotliCompress, createGunzip, createGzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { createDownloadSlots } from '#platform/http/download-slots.ts';
import { retryLaterError } from '#platform/problems.ts';
import { brotliQuality, type ContentCoding } from './content-coding.ts';

/** The text of a JSON body that is too long for memory, part by part. The signal aborts when all clients have disconnected. */
export type LongBody = (abandoned: AbortSignal) => AsyncIterable<string>;

/**
 * Returns the same body with a check after its first part was read. If the check throws, the body fails before anything of it is sent,
 * and is not kept.
 */
export const checkFirstPart = (body: LongBody, check: () => void): LongBody =>
  async function* (abandoned) {
    let isChecked = false;
    for await (const part of body(abandoned)) {
      if (!isChecked) check();
      isChecked = true;
      yield part;
    }
  };

/**
 * Returns the body with this entity tag in the given coding, or null if it is short. `find` returns the body, or null if it is
 * short.
 * @throws problem 'unavailable' if too many other bodies are being made or this one was just evicted. Also throws the errors of
 * `find`, and those of a body that fails before its first part.
 */
export type LongAnswers = (
  tag: string,
  coding: ContentCoding,
  find: () => Promise<LongBody | null>,
) => Promise<Readable | null>;

/** How many bodies one node makes at the same time. Each uses one database connection. */
const maxConcurrentBodies = 4;
/** The maximum compressed size of all kept bodies together. */
const maxKeptBytes = 32 * 1_048_576;
const maxAgeMs = 10 * 60_000;
/** The number of entity tags of short bodies that are remembered. */
const maxShortTags = 2_000;

/** A compressed body, while it is being made and afterwards. Each part is kept, so that every client can read from the beginning. */
type CompressedBody = {
  parts: Buffer[];
  isComplete: boolean;
  /** Settles with the next part, at the end, and if the body fails. */
  next: PromiseWithResolvers<void>;
  clients: number;
};

/** Wakes all clients that wait for the next part, and prepares the promise for the part after that. */
const wakeClients = (body: CompressedBody) => {
  const { next } = body;
  body.next = Promise.withResolvers();
  // If the body fails while no client waits, nothing else handles the rejection.
  body.next.promise.catch(() => undefined);
  next.resolve();
};

const createEmptyBody = (): CompressedBody => {
  const next = Promise.withResolvers<void>();
  next.promise.catch(() => undefined);
  return { parts: [], isComplete: false, next, clients: 0 };
};

/** Compresses the text of the source into the body. The source waits while the compressor is busy, so only a small part of the text is in memory. */
const compressInto = async (
  body: CompressedBody,
  source: LongBody,
  coding: 'br' | 'gzip',
  abandoned: AbortSignal,
): Promise<void> => {
  const compressor =
    coding === 'gzip'
      ? createGzip()
      : createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } });
  const text = Readable.from(source(abandoned), { objectMode: true, highWaterMark: 1 });
  // Errors of the source reach the loop below, because a pipeline destroys all of its streams.
  pipeline(text, compressor, () => undefined);
  try {
    for await (const part of compressor) {
      body.parts.push(part as Buffer);
      wakeClients(body);
    }
    body.isComplete = true;
    wakeClients(body);
  } catch (error) {
    body.next.reject(error);
    throw error;
  } finally {
    text.destroy();
  }
};

/** Returns the part with this index as soon as it exists, or null after the last part. */
const readPart = async (body: CompressedBody, index: number): Promise<Buffer | null> => {
  while (index >= body.parts.length && !body.isComplete) await body.next.promise;
  return body.parts[index] ?? null;
};

/**
 * Returns a stream of the parts. A stream from `Readable.from` could not be closed while its generator waits, so a body that
 * stalls would keep its slot even after all clients have disconnected.
 */
const streamParts = (body: CompressedBody): Readable => {
  let index = 0;
  return new Readable({
    read() {
      readPart(body, index).then(
        (part) => this.push(part),
        (error) => this.destroy(error),
      );
      index += 1;
    },
  });
};

/** A body that is being made. `abandon` stops making it. */
type RunningBody = { body: CompressedBody; abandon: () => void };

const byteLengthOf = ({ parts }: CompressedBody) => parts.reduce((sum, part) => sum + part.length, 0);

/**
 * Creates the function that streams long answers. The text of a body is never in memory as a whole: it is compressed as it is read
 * from the database, and sent as it is compressed. Clients of the same entity tag and compression share one body. It is made as
 * fast as the database allows, however slowly its clients read, and is abandoned if all of them disconnect. Complete bodies are
 * kept for up to ten minutes, so that a repeated request costs no query. A client that accepts no compression gets a body that is
 * decompressed as it is sent.
 */
export const createLongAnswers = (): LongAnswers => {
  const slots = createDownloadSlots({ count: maxConcurrentBodies, what: 'such a list' });
  const running = new Map<string, RunningBody>();
  const kept = new LRUCache<string, CompressedBody>({
    maxSize: maxKeptBytes,
    sizeCalculation: (body) => byteLengthOf(body) + 1_024,
    ttl: maxAgeMs,
    ttlAutopurge: true,
  });
  const shortTags = new LRUCache<string, true>({ max: maxShortTags });
  const finding = new Map<string, Promise<LongBody | null>>();

  const startBody = (key: string, source: LongBody, coding: 'br' | 'gzip') => {
    const releaseSlot = slots.take(null);
    const body = createEmptyBody();
    const abandoned = new AbortController();
    const forget = () => {
      if (running.get(key)?.body === body) running.delete(key);
    };
    const abandon = () => {
      forget();
      abandoned.abort();
    };
    running.set(key, { body, abandon });
    compressInto(body, source, coding, abandoned.signal)
      .then(
        () => void kept.set(key, body),
        // The clients of the body get the error.
        () => undefined,
      )
      .finally(() => {
        forget();
        releaseSlot();
      });
  };

  const shareFinding = (tag: string, find: () => Promise<LongBody | null>) => {
    const found = finding.get(tag) ?? find().finally(() => finding.delete(tag));
    finding.set(tag, found);
    return found;
  };

  /** Returns a stream of the body, which counts as a client until it is closed. */
  const openStream = (body: CompressedBody, abandon: () => void): Readable => {
    body.clients += 1;
    return streamParts(body).once('close', () => {
      body.clients -= 1;
      if (body.clients === 0 && !body.isComplete) abandon();
    });
  };

  return async (tag, accepted, find) => {
    if (shortTags.has(tag)) return null;
    const coding = accepted === 'br' ? 'br' : 'gzip';
    const key = `${coding} ${tag}`;
    if (!kept.has(key) && !running.has(key)) {
      const source = await shareFinding(tag, find);
      if (source === null) {
        shortTags.set(tag, true);
        return null;
      }
      // Another request may have started the body in the meantime.
      if (!kept.has(key) && !running.has(key)) startBody(key, source, coding);
    }
    const inProgress = running.get(key);
    const body = inProgress?.body ?? kept.get(key);
    // The body may have just been evicted.
    if (body === undefined)
      throw retryLaterError('unavailable', 'The list was just removed from memory. Try again.', 1);
    const stream = openStream(body, inProgress?.abandon ?? (() => {}));
    try {
      if (body.parts.length === 0 && !body.isComplete) await body.next.promise;
    } catch (error) {
      stream.destroy();
      throw error;
    }
    return accepted === 'identity' ? pipeline(stream, createGunzip(), () => undefined) : stream;
  };
};
