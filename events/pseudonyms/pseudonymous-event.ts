import { catalogue } from '../catalogue/catalogue.ts';
import { identifyingFieldsOf, personalFieldsOf } from '../catalogue/field-marks.ts';
import { streamId, streamKind } from '../catalogue/stream-id.ts';
import type { RecordedEvent } from '../log/log.ts';
import type { Pseudonyms } from './pseudonyms.ts';

/** An event without ids and data that identify persons. */
export type PseudonymousEvent = {
  position: number;
  /** ISO 8601, UTC. */
  recordedAt: string;
  stream: string;
  version: number;
  type: string;
  /** Role of the actor; `system` for events of the system, null without an actor. */
  role: string | null;
  /** True for events of the demo school, which were written with a simulated clock. */
  seeded: boolean;
  /** Pseudonym of the command: the same for all its events. */
  command: string;
  data: Record<string, unknown>;
};

/** Kinds of streams that describe no person and keep their ids. */
const publicKinds: ReadonlySet<string> = new Set(['course', 'announcement']);
/** Fields with ids of such streams. */
const publicFields: ReadonlySet<string> = new Set(['courseId']);

const uuidPattern = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;

const hiddenFields = new Map(
  [...catalogue.values()].map(({ type, schema }) => [
    type,
    new Set([...personalFieldsOf(schema), ...identifyingFieldsOf(schema)]),
  ]),
);

/** Returns the personal and identifying fields of an event type, which are null in a pseudonymous event. */
export const hiddenFieldsOf = (type: string): ReadonlySet<string> => hiddenFields.get(type) ?? new Set();

/** Replaces all UUIDs, in any field and also in property names, so that no field has to be listed. */
const replaceIds = (value: unknown, field: string, pseudonyms: Pseudonyms): unknown => {
  if (typeof value === 'string')
    return publicFields.has(field) ? value : value.replace(uuidPattern, (id) => pseudonyms(id));
  if (Array.isArray(value)) return value.map((item) => replaceIds(item, field, pseudonyms));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, property]) => [
      name.replace(uuidPattern, (id) => pseudonyms(id)),
      replaceIds(property, name, pseudonyms),
    ]),
  );
};

const roleOf = ({ actor }: RecordedEvent['metadata']): string | null => {
  if (actor === null) return null;
  return 'role' in actor ? actor.role : 'system';
};

/** Returns the event with null in personal and identifying fields, and pseudonyms instead of ids (except public ones). */
export const pseudonymizeEvent = (event: RecordedEvent, pseudonyms: Pseudonyms): PseudonymousEvent => {
  const hidden = hiddenFieldsOf(event.type);
  const kind = streamKind(event.stream);
  const id = streamId(event.stream);
  const data: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(event.data))
    data[name] = hidden.has(name) ? null : replaceIds(value, name, pseudonyms);
  return {
    position: event.position,
    recordedAt: event.recordedAt.toISOString(),
    stream: id === '' || publicKinds.has(kind) ? event.stream : `${kind}-${pseudonyms(id)}`,
    version: event.version,
    type: event.type,
    role: roleOf(event.metadata),
    seeded: event.metadata.seeded === true,
    command: pseudonyms(event.commandId),
    data,
  };
};
