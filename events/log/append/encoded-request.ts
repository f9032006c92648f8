import type { KeyObject } from 'node:crypto';
import { encodeEvent, personOf } from '../../catalogue/codec/codec.ts';
import { refuseUnstorableJson, refuseUnstorableText } from '../../catalogue/codec/storable-text.ts';
import type { WritingVault } from '../../vault/vault.ts';
import type { AppendRequest } from '../log.ts';

export type EncodedEvent = {
  stream: string;
  version: number;
  type: string;
  schemaVersion: number;
  data: string;
};

/** An append as the database takes it: texts made once, personal data encrypted. */
export type EncodedRequest = {
  commandId: string;
  metadata: string;
  key: string | null;
  bodyHash: string | null;
  status: number | null;
  answer: string | null;
  /** Streams and the versions at which they must stand: written ones first. */
  expects: readonly { stream: string; version: number; written: boolean }[];
  events: readonly EncodedEvent[];
  destroy: readonly string[];
  /** About how much is sent. */
  bytes: number;
};

/** The persons whose keys the request's events need. */
const personsOf = (request: AppendRequest): Set<string> => {
  const persons = new Set<string>();
  for (const { stream, events } of request.writes)
    for (const event of events) {
      const person = personOf(event, stream);
      if (person !== null) persons.add(person);
    }
  return persons;
};

const expectationsOf = (request: AppendRequest): EncodedRequest['expects'] => {
  const expects: { stream: string; version: number; written: boolean }[] = [];
  for (const { stream, expectedVersion, events } of request.writes)
    expects.push({
      stream: refuseUnstorableText(stream, 'A name of a stream'),
      version: expectedVersion,
      written: events.length > 0,
    });
  for (const { stream, version } of request.asserts)
    expects.push({ stream: refuseUnstorableText(stream, 'A name of a stream'), version, written: false });
  if (expects.length > 1 && new Set(expects.map(({ stream }) => stream)).size < expects.length)
    throw new TypeError(
      'An append names a stream twice: put its events into one write and leave out the assert.',
    );
  return expects;
};

/** @throws when keys are missing that {@link personsOf} names: the caller fetches them first. */
const encode = (request: AppendRequest, keyOf: (person: string) => KeyObject): EncodedRequest => {
  const metadata = refuseUnstorableJson(JSON.stringify(request.metadata), 'The metadata');
  let bytes = metadata.length;
  const events: EncodedEvent[] = [];
  for (const write of request.writes) {
    let version = write.expectedVersion;
    for (const event of write.events) {
      version += 1;
      const stored = encodeEvent(event, write.stream, keyOf);
      bytes += stored.data.length + 64;
      events.push({
        stream: write.stream,
        version,
        type: stored.type,
        schemaVersion: stored.schemaVersion,
        data: stored.data,
      });
    }
  }
  const { command } = request;
  const answer = command
    ? refuseUnstorableJson(JSON.stringify(command.answer.body) ?? 'null', 'The answer')
    : null;
  return {
    commandId: request.commandId,
    metadata,
    key: command ? refuseUnstorableText(command.key, 'A key') : null,
    bodyHash: command ? refuseUnstorableText(command.bodyHash, 'A digest') : null,
    status: command?.answer.status ?? null,
    answer,
    expects: expectationsOf(request),
    events,
    destroy: request.destroyKeysOf ?? [],
    bytes: bytes + (answer?.length ?? 0) + 128,
  };
};

/**
 * Encodes at once if all needed keys are in the vault's cache, else fetches (or makes) them first.
 * @throws (or rejects with) EventShapeError, UnstorableTextError, PersonRemovedError, TypeError.
 */
export const encodeRequest = (
  request: AppendRequest,
  vault: WritingVault,
): EncodedRequest | Promise<EncodedRequest> => {
  const persons = personsOf(request);
  const keys = new Map<string, KeyObject>();
  for (const person of persons) {
    const key = vault.cached(person);
    if (key) keys.set(person, key);
  }
  const encodeWith = (held: ReadonlyMap<string, KeyObject>) =>
    encode(request, (person) => {
      const key = held.get(person);
      if (!key) throw new Error(`The key of ${person} was not fetched.`);
      return key;
    });
  return keys.size === persons.size ? encodeWith(keys) : vault.keysForWriting(persons).then(encodeWith);
};
