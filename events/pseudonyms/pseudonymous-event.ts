import { catalogue } from '../catalogue/catalogue.ts';
import { identifyingFieldsOf, personalFieldsOf } from '../catalogue/field-marks.ts';
import { streamId, streamKind } from '../catalogue/stream-id.ts';
import type { RecordedEvent } from '../log/log.ts';
import type { Pseudonyms } from './pseudonyms.ts';

/** An event without the ids and the data that identify persons. */
export type PseudonymousEvent = {
  position: number;
  /** ISO 8601, UTC: the beginning of the hour. An exact time could identify a person, because public answers show some times. */
  recordedAt: string;
  /** Only the kind of the stream if the event is a public act. */
  stream: string;
  /** Null if the event is a public act. */
  version: number | null;
  type: string;
  /** Role of the actor; `system` for events of the system, null without an actor. */
  role: string | null;
  /** True for events of the demo school, which were written with a simulated clock. */
  seeded: boolean;
  /** Pseudonym of the command: the same for all its events. Null if the event is a public act. */
  command: string | null;
  data: Record<string, unknown>;
};

/** The parts of an event that contain ids, with pseudonyms instead of the ids. */
export type PseudonymousIds = { stream: string; data: Record<string, unknown> };

/** Kinds of streams that describe no person and keep their ids. */
const publicKinds: ReadonlySet<string> = new Set(['course', 'announcement']);
/** Fields that contain ids of these streams. */
const publicFields: ReadonlySet<string> = new Set(['courseId']);

const uuidPattern = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;
const wholeUuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

const hiddenFields = new Map(
  [...catalogue.values()].map(({ type, schema }) => [
    type,
    new Set([...personalFieldsOf(schema), ...identifyingFieldsOf(schema)]),
  ]),
);

/** Returns the personal and identifying fields of an event type, which are null in a pseudonymous event. */
export const hiddenFieldsOf = (type: string): ReadonlySet<string> => hiddenFields.get(type) ?? new Set();

const uuidLength = 36;

/** Replaces all UUIDs in a text. A text that is only an id is replaced as a whole, which takes half the time of a search. */
const replaceIdsInText = (text: string, pseudonyms: Pseudonyms): string => {
  if (text.length < uuidLength) return text;
  if (text.length === uuidLength) return wholeUuidPattern.test(text) ? pseudonyms(text) : text;
  return text.replace(uuidPattern, (id) => pseudonyms(id));
};

/** Replaces all UUIDs in a value and in its property names, except in public fields. It finds ids by their form, so it needs no list of fields. */
const replaceIds = (value: unknown, field: string, pseudonyms: Pseudonyms): unknown => {
  if (typeof value === 'string') return publicFields.has(field) ? value : replaceIdsInText(value, pseudonyms);
  if (Array.isArray(value)) return value.map((item) => replaceIds(item, field, pseudonyms));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, property]) => [
      replaceIdsInText(name, pseudonyms),
      replaceIds(property, name, pseudonyms),
    ]),
  );
};

const roleOf = ({ actor }: RecordedEvent['metadata']): string | null => {
  if (actor === null) return null;
  return 'role' in actor ? actor.role : 'system';
};

const publicActs: ReadonlySet<string> = new Set(
  [...catalogue.values()].filter(({ isPublicAct }) => isPublicAct).map(({ type }) => type),
);

/** Returns whether events of this type are public acts (see `EventDefinition`). */
export const isPublicAct = (type: string): boolean => publicActs.has(type);

const hourMs = 3_600_000;

/** The last formatted hour. Events are in time order, and many share an hour. */
let lastHour = Number.NaN;
let lastHourText = '';

/** Returns the beginning of the hour (UTC) in ISO 8601. */
const formatHour = (timeMs: number): string => {
  const hour = Math.floor(timeMs / hourMs);
  if (hour !== lastHour) {
    lastHourText = new Date(hour * hourMs).toISOString();
    lastHour = hour;
  }
  return lastHourText;
};

const isoTimePattern = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;

/** Rounds a time in a field down to the hour. In a public act, also replaces a pseudonym with null, but keeps the id of a course. */
const coarsenField = (value: unknown, name: string, isPublic: boolean): unknown => {
  if (typeof value !== 'string') return value;
  if (isoTimePattern.test(value)) return formatHour(Date.parse(value));
  return isPublic && !publicFields.has(name) && value.search(uuidPattern) >= 0 ? null : value;
};

/** Replaces the ids of an event with pseudonyms (except public ids), and personal and identifying fields with null. */
export const pseudonymizeIds = (event: RecordedEvent, pseudonyms: Pseudonyms): PseudonymousIds => {
  const hidden = hiddenFieldsOf(event.type);
  const kind = streamKind(event.stream);
  const id = streamId(event.stream);
  const data: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(event.data))
    data[name] = hidden.has(name) ? null : replaceIds(value, name, pseudonyms);
  return {
    stream: id === '' || publicKinds.has(kind) ? event.stream : `${kind}-${pseudonyms(id)}`,
    data,
  };
};

/**
 * Returns the event for analysts: with the hour instead of the time, pseudonyms instead of ids (except public ones), and
 * null in personal and identifying fields. A public act keeps no pseudonym.
 */
export const pseudonymizeEvent = (event: RecordedEvent, pseudonyms: Pseudonyms): PseudonymousEvent => {
  const { stream, data } = pseudonymizeIds(event, pseudonyms);
  const isPublic = isPublicAct(event.type);
  for (const name of Object.keys(data)) data[name] = coarsenField(data[name], name, isPublic);
  return {
    position: event.position,
    recordedAt: formatHour(event.recordedAt.getTime()),
    stream: isPublic ? streamKind(event.stream) : stream,
    version: isPublic ? null : event.version,
    type: event.type,
    role: roleOf(event.metadata),
    seeded: event.metadata.seeded === true,
    command: isPublic ? null : pseudonyms(event.commandId),
    data,
  };
};
