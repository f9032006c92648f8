/**
 * Between an event as deciders and projections see it and its stored text. All personal fields of an event go into
 * ONE box under its person's key; beside the clear fields it stands as
 * `"$personal": {"of": person, "fields": [names], "box": base64}`, so that reading needs nothing but the key, and
 * the names of what can no longer be read are known for ever, whatever the schema has become.
 */
import type { KeyObject } from 'node:crypto';
import { openBox, sealBox } from './field-encryption.ts';
import { catalogue, type DomainEvent } from '../catalogue.ts';
import type { EventDefinition } from '../define-event.ts';
import { personalFieldsOf } from '../field-marks.ts';
import { refuseUnstorableJson } from './storable-text.ts';
import { streamId } from '../stream-id.ts';

/** An event as it is stored; `data` is JSON text. */
export type StoredEvent = { type: string; schemaVersion: number; data: string };
/** The stored data of an event, parsed: clear fields, and what is in the box. */
export type StoredData = Record<string, unknown> & { $personal?: PersonalPart };
type PersonalPart = { of: string; fields: string[]; box: string };

/** An event does not fit its definition, or is none that this code knows. */
export class EventShapeError extends Error {
  override name = 'EventShapeError';
}

/** Binds a box to its place: moved to another stream or kind of event it cannot be opened. */
const contextOf = (stream: string, type: string, person: string) => `${person}|${stream}|${type}`;

/** Whose key is needed to read it, or null. */
export const personIn = (data: StoredData): string | null => data.$personal?.of ?? null;

type AnyEvent = { type: string; data: object };

export type Codec<E extends AnyEvent> = {
  /** Whose key is needed to write the event, or null. */
  personOf(event: E, stream: string): string | null;
  /**
   * @param keyOf gives the key of the person whom `personOf` names.
   * @throws EventShapeError, UnstorableTextError
   */
  encodeEvent(event: E, stream: string, keyOf: (person: string) => KeyObject): StoredEvent;
  /** The box of an event, if it has one, and what it is bound to. */
  boxOf(stored: { type: string; stream: string; data: StoredData }): { box: string; context: string } | null;
  /**
   * Puts the personal fields back in their places (null without a key) and brings the data to its current version.
   * No schema is parsed here: what is stored was parsed when it was written, and a rebuild reads millions.
   * @param stored `data` is parsed, and the caller's to give away.
   * @param key of the person whom `personIn` names; null if it is gone.
   * @param opened what is in the box, where somebody has opened it already.
   */
  decodeEvent(
    stored: { type: string; schemaVersion: number; stream: string; data: StoredData },
    key: KeyObject | null,
    opened?: string,
  ): E;
};

const upcast = (definition: EventDefinition, from: number, data: Record<string, unknown>) => {
  if (from > definition.version)
    throw new EventShapeError(
      `${definition.type} is stored in version ${from}, this code knows ${definition.version}: readers must be deployed first.`,
    );
  let current = data;
  for (let version = from; version < definition.version; version += 1) {
    const step = definition.upcasters[version];
    if (!step) throw new EventShapeError(`${definition.type} has no upcaster from version ${version}.`);
    current = step(current);
  }
  return current;
};

/** Takes the stored data apart from its box and puts what was in it, or nulls, in its place. */
const unbox = (
  stored: { type: string; stream: string; data: StoredData },
  part: PersonalPart,
  key: KeyObject | null,
  opened: string | undefined,
): Record<string, unknown> => {
  let data: Record<string, unknown> = {};
  if (!key) for (const field of part.fields) data[field] = null;
  else {
    const context = contextOf(stored.stream, stored.type, part.of);
    data = JSON.parse(opened ?? openBox(key, Buffer.from(part.box, 'base64'), context).toString());
  }
  for (const field of Object.keys(stored.data)) if (field !== '$personal') data[field] = stored.data[field];
  return data;
};

/** @throws EventShapeError when an event has personal fields and nobody whose key encrypts them. */
export const createCodec = <E extends AnyEvent>(
  definitions: ReadonlyMap<string, EventDefinition>,
): Codec<E> => {
  const prepared = new Map(
    [...definitions].map(([type, definition]) => {
      const personal = personalFieldsOf(definition.schema);
      if (personal.length > 0 && !definition.subject)
        throw new EventShapeError(`${type} has personal fields but no subject whose key encrypts them.`);
      return [type, { definition, personal }];
    }),
  );
  const preparedOf = (type: string) => {
    const found = prepared.get(type);
    if (!found)
      throw new EventShapeError(
        `This version does not know the event ${type}: readers must be deployed before what writes it.`,
      );
    return found;
  };

  const personOf = (event: E, stream: string) => {
    const { definition, personal } = preparedOf(event.type);
    return personal.length > 0 && definition.subject
      ? definition.subject(streamId(stream), { ...event.data })
      : null;
  };

  return {
    personOf,

    encodeEvent(event, stream, keyOf) {
      const { definition, personal } = preparedOf(event.type);
      const parsed = definition.schema.safeParse(event.data);
      if (!parsed.success)
        throw new EventShapeError(`${event.type} does not fit its schema: ${parsed.error.message}`);
      const data: StoredData = parsed.data;
      const person = personOf(event, stream);
      if (person !== null) {
        const hidden: Record<string, unknown> = {};
        for (const field of personal) {
          if (data[field] === null)
            throw new EventShapeError(`${event.type} is written without its personal field ${field}.`);
          hidden[field] = data[field];
          // Set to undefined, JSON leaves it out; `delete` would turn the object into a slow one.
          data[field] = undefined;
        }
        const content = refuseUnstorableJson(JSON.stringify(hidden), event.type);
        const box = sealBox(keyOf(person), content, contextOf(stream, event.type, person));
        data.$personal = { of: person, fields: personal, box: box.toString('base64') };
      }
      return {
        type: event.type,
        schemaVersion: definition.version,
        data: refuseUnstorableJson(JSON.stringify(data), event.type),
      };
    },

    boxOf({ type, stream, data }) {
      const part = data.$personal;
      return part ? { box: part.box, context: contextOf(stream, type, part.of) } : null;
    },

    decodeEvent(stored, key, opened) {
      const { definition } = preparedOf(stored.type);
      const part = stored.data.$personal;
      let data: Record<string, unknown> = part ? unbox(stored, part, key, opened) : stored.data;
      if (stored.schemaVersion !== definition.version) data = upcast(definition, stored.schemaVersion, data);
      // The definition was looked up by the type itself, and the data was parsed by it when it was written.
      return { type: stored.type, data } as unknown as E;
    },
  };
};

/** The codec of every event there is. */
export const { personOf, encodeEvent, decodeEvent, boxOf } = createCodec<DomainEvent>(catalogue);
