import type { KeyObject } from 'node:crypto';
import { type EncodedEvent, encodeEvent, subjectOf } from '../../catalogue/codec/codec.ts';
import { requireStorableJson, requireStorableText } from '../../catalogue/codec/storable-text.ts';
import type { AppendRequest } from '../log.ts';
import type { PersonKeys } from '../person-keys.ts';

/** An append request as the database takes it: JSON as text, personal fields encrypted. */
export type EncodedRequest = {
  commandId: string;
  correlationId: string;
  metadata: string;
  /** See `AppendRequest`; null if the request may be appended in any run. */
  readInRun: string | null;
  key: string | null;
  bodyHash: string | null;
  status: number | null;
  answer: string | null;
  /** The expected version of each stream: first those of the writes, then those of the asserts. */
  expectations: readonly { stream: string; version: number; isWritten: boolean }[];
  events: readonly (EncodedEvent & { stream: string; version: number })[];
  destroyKeysOf: readonly string[];
  /** The e-mail address to reserve, as a digest. A request with a reservation is sent alone (see `log.append_reserving`). */
  reservation: { person: string; digest: Buffer } | null;
  /** The person whose budget the request uses; null if its actor is a system or missing. */
  person: string | null;
  mayExceedBudget: boolean;
  /** Approximate size, for the limit of a batch. */
  bytes: number;
};

/** Returns the persons whose keys encrypt fields of the request. */
const subjectsOf = (request: AppendRequest): Set<string> => {
  const persons = new Set<string>();
  for (const { stream, events } of request.writes)
    for (const event of events) {
      const person = subjectOf(event, stream);
      if (person !== null) persons.add(person);
    }
  return persons;
};

const toExpectations = (request: AppendRequest): EncodedRequest['expectations'] => {
  const expectations: EncodedRequest['expectations'][number][] = [];
  for (const { stream, expectedVersion, events } of request.writes)
    expectations.push({
      stream: requireStorableText(stream, 'The name of a stream'),
      version: expectedVersion,
      isWritten: events.length > 0,
    });
  for (const { stream, version } of request.asserts)
    expectations.push({
      stream: requireStorableText(stream, 'The name of a stream'),
      version,
      isWritten: false,
    });
  if (expectations.length > 1 && new Set(expectations.map(({ stream }) => stream)).size < expectations.length)
    throw new TypeError(
      'An append names a stream twice. Use one write for all events of the stream, and no assert.',
    );
  return expectations;
};

/** Estimated size of an event and of a request in a batch, in addition to their texts. */
const eventOverheadBytes = 64;
const requestOverheadBytes = 128;

const encode = (
  request: AppendRequest,
  keyOf: (person: string) => KeyObject,
  reservation: EncodedRequest['reservation'] = null,
): EncodedRequest => {
  const metadata = requireStorableJson(JSON.stringify(request.metadata), 'The metadata');
  let bytes = metadata.length;
  const events: EncodedRequest['events'][number][] = [];
  for (const { stream, expectedVersion, events: newEvents } of request.writes) {
    let version = expectedVersion;
    for (const event of newEvents) {
      version += 1;
      const { type, schemaVersion, data } = encodeEvent(event, stream, keyOf);
      bytes += data.length + eventOverheadBytes;
      events.push({ stream, version, type, schemaVersion, data });
    }
  }
  const { command, mayExceedBudget = false } = request;
  const { actor } = request.metadata;
  const answer = command
    ? requireStorableJson(JSON.stringify(command.answer.body) ?? 'null', 'The answer')
    : null;
  return {
    commandId: request.commandId,
    correlationId: request.metadata.correlationId,
    metadata,
    readInRun: request.readInRun ?? null,
    key: command ? requireStorableText(command.key, 'The key of a command') : null,
    bodyHash: command ? requireStorableText(command.bodyHash, 'The hash of a body') : null,
    status: command?.answer.status ?? null,
    answer,
    expectations: toExpectations(request),
    events,
    destroyKeysOf: request.destroyKeysOf ?? [],
    reservation,
    person: actor !== null && 'id' in actor ? actor.id : null,
    mayExceedBudget,
    bytes: bytes + (answer?.length ?? 0) + requestOverheadBytes,
  };
};

/** Estimated size of a row of the log, in addition to its texts. */
const rowBytes = 128;

/** Returns approximately how many bytes a request adds to the database, for the budget of its person. */
export const countStoredBytes = ({ metadata, events, answer }: EncodedRequest): number =>
  events.reduce(
    (sum, { data }) => sum + Buffer.byteLength(data) + Buffer.byteLength(metadata) + rowBytes,
    answer === null ? 0 : Buffer.byteLength(answer) + rowBytes,
  );

/**
 * Encodes a request: synchronously if all keys are cached and no e-mail address is reserved, otherwise after fetching or
 * creating the keys and computing the digest of the address.
 * @throws EventShapeError, UnstorableTextError, PersonRemovedError, TypeError, or database errors (synchronously or as a
 * rejection).
 */
export const encodeRequest = (
  request: AppendRequest,
  personKeys: PersonKeys,
): EncodedRequest | Promise<EncodedRequest> => {
  const persons = subjectsOf(request);
  const cachedKeys = new Map<string, KeyObject>();
  for (const person of persons) {
    const key = personKeys.cached(person);
    if (key) cachedKeys.set(person, key);
  }
  const encodeWith = (
    keys: ReadonlyMap<string, KeyObject>,
    reservation: EncodedRequest['reservation'] = null,
  ) =>
    encode(
      request,
      (person) => {
        const key = keys.get(person);
        if (!key) throw new Error(`The key of ${person} was not fetched.`);
        return key;
      },
      reservation,
    );
  const { reserveEmail } = request;
  if (!reserveEmail && cachedKeys.size === persons.size) return encodeWith(cachedKeys);
  return Promise.all([
    personKeys.keysForWriting(persons),
    reserveEmail ? personKeys.emailDigest(reserveEmail.email) : null,
  ]).then(([keys, digest]) =>
    encodeWith(keys, reserveEmail && digest ? { person: reserveEmail.person, digest } : null),
  );
};
