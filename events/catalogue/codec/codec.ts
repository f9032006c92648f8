/**
 * Converts events between their in-memory form and their stored text. All personal fields of an event are encrypted together under the key
 * of its subject. They are stored next to the unencrypted fields as `"$personal": {"of": person, "fields": [names], "box": base64}`. The
 * names are stored in plain text, so they are known even if the key was destroyed and the schema has changed since.
 */
import type { KeyObject } from 'node:crypto';
import { catalogue, type DomainEvent } from '../catalogue.ts';
import type { EventDefinition } from '../define-event.ts';
import { personalFieldsOf } from '../field-marks.ts';
import { streamId } from '../stream-id.ts';
import { decryptField, encryptField } from './field-encryption.ts';
import { requireStorableJson } from './storable-text.ts';

/** An event in its stored form; `data` is JSON text. */
export type EncodedEvent = { type: string; schemaVersion: number; data: string };
/** The stored data of an event, parsed: the unencrypted fields and the encrypted part. */
export type StoredData = Record<string, unknown> & { $personal?: PersonalPart };
type PersonalPart = { of: string; fields: string[]; box: string };

/** An event does not match its definition, or the definition is incomplete. */
export class EventShapeError extends Error {
  override name = 'EventShapeError';
}

/**
 * This process does not know the type of an event, or its version, because a newer release has written it. The event is not
 * damaged, so it must not be skipped. The process has to wait until the newer release replaces it.
 */
export class UnknownEventError extends EventShapeError {
  override name = 'UnknownEventError';
}

/**
 * Returns the context of an encrypted part. A part that is copied to another person, stream or event type cannot be
 * decrypted.
 */
const contextOf = (stream: string, type: string, person: string) => `${person}|${stream}|${type}`;

/** Returns the person whose key decrypts the stored data, or null if it has no personal fields. */
export const subjectOfStored = (data: StoredData): string | null => data.$personal?.of ?? null;

type AnyEvent = { type: string; data: object };

type Codec<E extends AnyEvent> = {
  /** Returns the person whose key is needed to encode the event, or null if it has no personal fields. */
  subjectOf(event: E, stream: string): string | null;
  /**
   * Validates the event and encrypts its personal fields.
   * @param keyOf returns the key of the person that `subjectOf` returned.
   * @throws EventShapeError, UnstorableTextError
   */
  encodeEvent(event: E, stream: string, keyOf: (person: string) => KeyObject): EncodedEvent;
  /** Returns the encrypted part of an event (base64) and the context that it is bound to; null if the event has no such part. */
  encryptedPartOf(stored: {
    type: string;
    stream: string;
    data: StoredData;
  }): { encrypted: string; context: string } | null;
  /**
   * Decrypts the personal fields (null without a key) and upcasts the data to the current version. Does not validate:
   * the data was validated when it was written, and a rebuild reads millions of events.
   * @param stored its `data` may be modified and returned.
   * @param key the key of the person that `subjectOfStored` returned; null if there is none, if it was destroyed, or if the caller has no vault.
   * @param decrypted the content of the encrypted part, if the caller has already decrypted it.
   * @throws UnknownEventError for an unknown type or a newer version; EventShapeError if an upcaster is missing; another error if the encrypted
   * part cannot be decrypted.
   */
  decodeEvent(
    stored: { type: string; schemaVersion: number; stream: string; data: StoredData },
    key: KeyObject | null,
    decrypted?: string,
  ): E;
};

const upcast = (definition: EventDefinition, from: number, data: Record<string, unknown>) => {
  if (from > definition.version)
    throw new UnknownEventError(
      `${definition.type} is stored in version ${from}, but this process knows only versions up to ${definition.version}. Deploy readers before writers.`,
    );
  let current = data;
  for (let version = from; version < definition.version; version += 1) {
    const upcaster = definition.upcasters[version];
    if (!upcaster) throw new EventShapeError(`${definition.type} has no upcaster from version ${version}.`);
    current = upcaster(current);
  }
  return current;
};

/** Replaces the encrypted part with its decrypted fields. Without a key, these fields are null. */
const restorePersonalFields = (
  stored: { type: string; stream: string; data: StoredData },
  part: PersonalPart,
  key: KeyObject | null,
  decrypted: string | undefined,
): Record<string, unknown> => {
  let data: Record<string, unknown> = {};
  if (key) {
    const context = contextOf(stored.stream, stored.type, part.of);
    data = JSON.parse(decrypted ?? decryptField(key, Buffer.from(part.box, 'base64'), context).toString());
  } else {
    for (const field of part.fields) data[field] = null;
  }
  for (const field of Object.keys(stored.data)) if (field !== '$personal') data[field] = stored.data[field];
  return data;
};

/**
 * Creates a codec for a set of event definitions, by type.
 * @throws EventShapeError when a definition has personal fields but no subject.
 */
export const createCodec = <E extends AnyEvent>(
  definitions: ReadonlyMap<string, EventDefinition>,
): Codec<E> => {
  const prepared = new Map(
    [...definitions].map(([type, definition]) => {
      const personalFields = personalFieldsOf(definition.schema);
      if (personalFields.length > 0 && !definition.subject)
        throw new EventShapeError(`${type} has personal fields but no subject whose key encrypts them.`);
      return [type, { definition, personalFields }];
    }),
  );
  const requireDefinition = (type: string) => {
    const found = prepared.get(type);
    if (!found)
      throw new UnknownEventError(
        `This process does not know the event ${type}. Deploy readers before writers.`,
      );
    return found;
  };

  const subjectOf = (event: E, stream: string) => {
    const { definition, personalFields } = requireDefinition(event.type);
    return personalFields.length > 0 && definition.subject
      ? definition.subject(streamId(stream), { ...event.data })
      : null;
  };

  return {
    subjectOf,

    encodeEvent(event, stream, keyOf) {
      const { definition, personalFields } = requireDefinition(event.type);
      const parsed = definition.schema.safeParse(event.data);
      if (!parsed.success)
        throw new EventShapeError(`${event.type} does not match its schema: ${parsed.error.message}`);
      const data: StoredData = parsed.data;
      const person = subjectOf(event, stream);
      if (person !== null) {
        const personalData: Record<string, unknown> = {};
        for (const field of personalFields) {
          if (data[field] === null)
            throw new EventShapeError(`${event.type} is written without its personal field ${field}.`);
          personalData[field] = data[field];
          // JSON.stringify omits undefined; `delete` would switch the object to V8's slow dictionary mode.
          data[field] = undefined;
        }
        const content = requireStorableJson(JSON.stringify(personalData), event.type);
        const encrypted = encryptField(keyOf(person), content, contextOf(stream, event.type, person));
        data.$personal = { of: person, fields: personalFields, box: encrypted.toString('base64') };
      }
      return {
        type: event.type,
        schemaVersion: definition.version,
        data: requireStorableJson(JSON.stringify(data), event.type),
      };
    },

    encryptedPartOf({ type, stream, data }) {
      const part = data.$personal;
      return part ? { encrypted: part.box, context: contextOf(stream, type, part.of) } : null;
    },

    decodeEvent(stored, key, decrypted) {
      const { definition } = requireDefinition(stored.type);
      const part = stored.data.$personal;
      let data: Record<string, unknown> = part
        ? restorePersonalFields(stored, part, key, decrypted)
        : stored.data;
      if (stored.schemaVersion !== definition.version) data = upcast(definition, stored.schemaVersion, data);
      // The data was validated against the definition of this type when it was written.
      return { type: stored.type, data } as E;
    },
  };
};

/** The codec of all events of the catalogue. */
export const { subjectOf, encodeEvent, decodeEvent, encryptedPartOf } = createCodec<DomainEvent>(catalogue);
