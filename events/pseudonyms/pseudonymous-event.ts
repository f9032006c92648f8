import { catalogue } from '../catalogue/catalogue.ts';
import { identifyingFieldsOf, personalFieldsOf } from '../catalogue/field-marks.ts';
import { streamId, streamKind } from '../catalogue/stream-id.ts';
import type { RecordedEvent } from '../log/log.ts';
import type { Pseudonyms } from './pseudonyms.ts';

/** An event as it may leave the school: who it is about and who did it cannot be told, what happened can. */
export type PseudonymousEvent = {
  position: number;
  /** ISO 8601, UTC. */
  recordedAt: string;
  stream: string;
  version: number;
  type: string;
  /** In what role it was done; `system` for what the product did by itself, null where nobody is known. */
  role: string | null;
  /** Of the demo school: written with a simulated clock. */
  seeded: boolean;
  /** The same for all events of one command. */
  command: string;
  data: Record<string, unknown>;
};

/** What stands in the catalogue of everybody's school and is about no person: these keep their ids. */
const publicKinds: ReadonlySet<string> = new Set(['course', 'announcement']);
const publicFields: ReadonlySet<string> = new Set(['courseId']);

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;

const leftOut = new Map(
  [...catalogue.values()].map(({ type, schema }) => [
    type,
    new Set([...personalFieldsOf(schema), ...identifyingFieldsOf(schema)]),
  ]),
);

/** The fields of a kind of event that are personal or lead to somebody: what leaves the school has null there. */
export const hiddenFieldsOf = (type: string): ReadonlySet<string> => leftOut.get(type) ?? new Set();

/** Every id becomes a pseudonym wherever it stands, also in a field that is added one day: none has to be listed. */
const hideIds = (value: unknown, field: string, pseudonyms: Pseudonyms): unknown => {
  if (typeof value === 'string')
    return publicFields.has(field) ? value : value.replace(uuid, (id) => pseudonyms(id));
  if (Array.isArray(value)) return value.map((one) => hideIds(one, field, pseudonyms));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      name.replace(uuid, (id) => pseudonyms(id)),
      hideIds(one, name, pseudonyms),
    ]),
  );
};

const roleOf = ({ actor }: RecordedEvent['metadata']): string | null => {
  if (actor === null) return null;
  return 'role' in actor ? actor.role : 'system';
};

/** Personal and identifying fields are null, ids are pseudonyms; courses and announcements keep theirs. */
export const pseudonymizeEvent = (event: RecordedEvent, pseudonyms: Pseudonyms): PseudonymousEvent => {
  const hidden = hiddenFieldsOf(event.type);
  const kind = streamKind(event.stream);
  const id = streamId(event.stream);
  const data: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(event.data))
    data[name] = hidden.has(name) ? null : hideIds(value, name, pseudonyms);
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
