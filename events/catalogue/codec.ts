/**
 * Between an event as deciders and projections see it and its stored text. All personal fields of an event go into
 * ONE box under its person's key; beside the clear fields it stands as
 * `"$personal": {"of": person, "fields": [names], "box": base64}`, so that reading needs nothing but the key, and
 * the names of what can no longer be read are known for ever, whatever the schema has become.
 */
import { openBox, sealBox } from '../vault/box.ts';
import { catalogue, type DomainEvent } from './catalogue.ts';
import type { EventDefinition } from './define-event.ts';
import { personalFieldsOf } from './personal.ts';
import { refuseUnstorableJson } from './storable.ts';
import { streamId } from './stream-id.ts';

/** An event as it is stored; `data` is JSON text. */
export type StoredEvent = { type: string; schemaVersion: number; data: string };
/** The stored data of an event, parsed: clear fields, and what is in the box. */
export type StoredData = Record<string, unknown> & { $personal?: PersonalPart };
type PersonalPart = { of: string; fields: string[]; box: string };

/** An event does not fit its definition, or is none that this code knows. */
export class EventShapeError extends Error {
  override name = 'EventShapeError';
}

type Prepared = { definition: EventDefinition; personal: readonly string[] };

const prepare = (definitions: ReadonlyMap<string, EventDefinition>): ReadonlyMap<string, Prepared> =>
  new Map(
    [...definitions].map(([type, definition]) => {
      const fields = personalFieldsOf(definition.schema);
      if (fields.length > 0 && !definition.subject)
        throw new EventShapeError(`${type} has personal fields but no subject whose key encrypts them.`);
      return [type, { definition, personal: fields }];
    }),
  );

const prepared = prepare(catalogue);

const preparedOf = (type: string): Prepared => {
  const found = prepared.get(type);
  if (!found)
    throw new EventShapeError(
      `This version does not know the event ${type}: readers must be deployed before what writes it.`,
    );
  return found;
};

/** Binds a box to its place: moved to another stream or kind of event it cannot be opened. */
const contextOf = (stream: string, type: string, person: string) => `${person}|${stream}|${type}`;

/** Whose key is needed to write the event, or null. */
export const personOf = (event: DomainEvent, stream: string): string | null => {
  const { definition, personal } = preparedOf(event.type);
  return personal.length > 0 && definition.subject ? definition.subject(streamId(stream), event.data) : null;
};

/**
 * @param keyOf gives the key of the person whom {@link personOf} names.
 * @throws EventShapeError, UnstorableTextError
 */
export const encodeEvent = (
  event: DomainEvent,
  stream: string,
  keyOf: (person: string) => Buffer,
): StoredEvent => {
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
    data.$personal = { of: person, fields: [...personal], box: box.toString('base64') };
  }
  return {
    type: event.type,
    schemaVersion: definition.version,
    data: refuseUnstorableJson(JSON.stringify(data), event.type),
  };
};

/** Whose key is needed to read it, or null. */
export const personIn = (data: StoredData): string | null => data.$personal?.of ?? null;

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

/**
 * Puts the personal fields back in their places (null without a key) and brings the data to its current version.
 * No schema is parsed here: what is stored was parsed when it was written, and a rebuild reads millions.
 * @param data of the stored event, parsed and the caller's to give away.
 * @param key of the person whom {@link personIn} names; null if it is gone.
 */
export const decodeEvent = (
  stored: { type: string; schemaVersion: number; stream: string; data: StoredData },
  key: Buffer | null,
): DomainEvent => {
  const { definition } = preparedOf(stored.type);
  let data: Record<string, unknown> = stored.data;
  const part = stored.data.$personal;
  if (part) {
    const { $personal: _, ...clear } = stored.data;
    data = clear;
    if (key)
      Object.assign(
        data,
        JSON.parse(
          openBox(
            key,
            Buffer.from(part.box, 'base64'),
            contextOf(stored.stream, stored.type, part.of),
          ).toString(),
        ),
      );
    else for (const field of part.fields) data[field] = null;
  }
  if (stored.schemaVersion !== definition.version) data = upcast(definition, stored.schemaVersion, data);
  // The catalogue's definition of this type was looked up by the type itself.
  return { type: stored.type, data } as unknown as DomainEvent;
};
