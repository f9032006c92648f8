import { LRUCache } from 'lru-cache';
import { Counter, Gauge, type Metrics } from '#platform/metrics.ts';
import { type ContentCoding, codingFor, decodeBody, encodeBody } from './content-coding.ts';

export type SerializedAnswer = { text: string; type: string; headers: Record<string, string> };

/** An answer as it is sent: its body in one content coding. */
export type EncodedAnswer = Omit<SerializedAnswer, 'text'> & { body: Buffer; coding: ContentCoding };

const codings = ['br', 'gzip', 'identity'] as const satisfies readonly ContentCoding[];

/**
 * Returns the answer with this entity tag, in the given coding, or as `identity` if it is short. `run` runs the query if
 * the answer is not cached. An answer that depends on its reader is `isPrivate`: it may have personal data that only this
 * reader may see.
 */
export type AnswerCache = (
  tag: string,
  coding: ContentCoding,
  run: () => Promise<SerializedAnswer>,
  isPrivate?: boolean,
) => Promise<EncodedAnswer>;

type Limits = {
  /** The maximum size of all entries together. */
  maxBytes: number;
  /** A larger answer is not kept. */
  maxEntryBytes: number;
  /** An answer is removed from memory after this time, even if it is not requested again. */
  maxAgeMs: number;
};

/** A single list that everybody may read can take up the whole cache. */
const publicLimits: Limits = {
  maxBytes: 64 * 1_048_576,
  maxEntryBytes: 64 * 1_048_576,
  maxAgeMs: 10 * 60_000,
};
const privateLimits: Limits = { maxBytes: 32 * 1_048_576, maxEntryBytes: 1_048_576, maxAgeMs: 60_000 };
/** An estimate of the memory that an entry takes in addition to its body. */
const entryBytes = 512;

const createCacheMetrics = ({ registry }: Metrics, cachedBytes: () => number) => {
  const registers = [registry];
  new Gauge({
    name: 'lyceum_answer_cache_bytes',
    help: 'Bytes of the answers that are kept in memory.',
    registers,
    collect() {
      this.set(cachedBytes());
    },
  });
  return {
    queries: new Counter({
      name: 'lyceum_answer_queries_total',
      help: 'Queries that were run for answers that are kept in memory.',
      registers,
    }),
    compressions: new Counter({
      name: 'lyceum_answer_compressions_total',
      help: 'Compressions of answers that are kept in memory, by content coding.',
      labelNames: ['coding'],
      registers,
    }),
  };
};

const createStore = ({ maxBytes, maxEntryBytes, maxAgeMs }: Limits) =>
  new LRUCache<string, EncodedAnswer>({
    maxSize: maxBytes,
    maxEntrySize: maxEntryBytes,
    sizeCalculation: ({ body }, key) => body.length + key.length + entryBytes,
    ttl: maxAgeMs,
    ttlAutopurge: true,
  });

/** Returns a function that lets concurrent callers with the same key share one promise. */
const shareByKey = <T>() => {
  const pending = new Map<string, Promise<T>>();
  return (key: string, start: () => Promise<T>): Promise<T> => {
    const running = pending.get(key);
    if (running) return running;
    const started = start().finally(() => pending.delete(key));
    pending.set(key, started);
    return started;
  };
};

/**
 * Returns the bytes in a buffer with memory of its own. Node allocates small buffers from blocks of 64 KB, so one small cached
 * answer would keep a whole block in memory.
 */
const inOwnMemory = (bytes: Buffer): Buffer => {
  if (bytes.buffer.byteLength === bytes.length) return bytes;
  const own = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(own);
  return own;
};

/**
 * Creates a cache of answers by entity tag, as the bytes that are sent. The entity tag covers everything on which the
 * answer depends, so entries never go stale. A request for an answer that is cached in its coding costs no query, no
 * serialization and no compression. Concurrent requests for one tag share one query. If the query fails, all of them fail and nothing is cached.
 *
 * An erasure changes the entity tags, so no request finds an earlier answer. The bytes of that answer are removed from memory after
 * at most `maxAgeMs`. Private answers have limits of their own, so that one reader cannot evict public answers.
 * @param limits replace the default limits.
 */
export const createAnswerCache = (
  metrics: Metrics,
  limits: { public?: Partial<Limits>; private?: Partial<Limits> } = {},
): AnswerCache => {
  const publicAnswers = createStore({ ...publicLimits, ...limits.public });
  const privateAnswers = createStore({ ...privateLimits, ...limits.private });
  const { queries, compressions } = createCacheMetrics(
    metrics,
    () => publicAnswers.calculatedSize + privateAnswers.calculatedSize,
  );
  const shareQuery = shareByKey<EncodedAnswer>();
  const shareEncoding = shareByKey<EncodedAnswer>();

  const runQuery = async (run: () => Promise<SerializedAnswer>): Promise<EncodedAnswer> => {
    queries.inc();
    const { text, ...answer } = await run();
    return { ...answer, body: Buffer.from(text), coding: 'identity' };
  };

  const encode = async (answer: EncodedAnswer, coding: ContentCoding): Promise<EncodedAnswer> => {
    if (answer.coding === coding) return answer;
    const body = await decodeBody(answer.body, answer.coding);
    if (coding !== 'identity') compressions.inc({ coding });
    return { ...answer, body: await encodeBody(body, coding), coding };
  };

  return async (tag, accepted, run, isPrivate = false) => {
    const store = isPrivate ? privateAnswers : publicAnswers;
    const keyOf = (coding: ContentCoding) => `${coding} ${tag}`;
    const find = (coding: ContentCoding) => store.get(keyOf(coding));
    /** Finds an answer that can be sent as it is cached. */
    const findSuitable = () => {
      const plain = find('identity');
      return (
        find(accepted) ?? (plain && codingFor(accepted, plain.body.length) === 'identity' ? plain : null)
      );
    };
    const suitable = findSuitable();
    if (suitable) return suitable;
    return shareEncoding(`${accepted} ${tag}`, async () => {
      const [cachedInAnyCoding] = codings.flatMap((coding) => find(coding) ?? []);
      // Any cached coding saves the query.
      const source = cachedInAnyCoding ?? (await shareQuery(tag, () => runQuery(run)));
      // A new coding must not stay longer than the cached one from which it is made.
      const ttl = cachedInAnyCoding && Math.max(1, store.getRemainingTTL(keyOf(cachedInAnyCoding.coding)));
      // Only a long body is ever cached in compressed form.
      const isLong = source.coding !== 'identity';
      const answer = await encode(source, isLong ? accepted : codingFor(accepted, source.body.length));
      // Only the codings that were asked for are kept.
      store.set(
        keyOf(answer.coding),
        { ...answer, body: inOwnMemory(answer.body) },
        ttl === undefined ? {} : { ttl },
      );
      return answer;
    });
  };
};
