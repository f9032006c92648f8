import type { KeyObject } from 'node:crypto';
import type { ArchivedEvent } from '../../archive/archived-event.ts';
import type { BatchDecryptor, EncryptedField } from '../../catalogue/codec/batch-decryptor.ts';
import {
  decodeEvent,
  encryptedPartOf,
  type StoredData,
  subjectOfStored,
} from '../../catalogue/codec/codec.ts';
import type { EventMetadata, RecordedEvent } from '../log.ts';
import type { PersonKeys } from '../person-keys.ts';

/**
 * The columns of an {@link EventRow}. The time is selected as UTC without a time zone, because that text does not
 * depend on the time zone of the session. Do not cast `position`: the output column keeps that name, so ORDER BY would sort the cast
 * values, without the index. As text they would also be in the wrong order.
 */
export const eventColumns =
  "position, stream, version, type, schema_version, recorded_at at time zone 'UTC', command_id, data, metadata";

type EventColumns = [
  position: string,
  stream: string,
  version: string,
  type: string,
  schemaVersion: string,
  recordedAt: string,
  commandId: string,
  data: string,
  metadata: string,
];

/** A row that begins with `eventColumns`, read with `rowMode: 'array'` and {@link rawTextTypes}. */
export type EventRow = [...EventColumns, ...further: unknown[]];

type NullsFor<Columns extends unknown[]> = { [Column in keyof Columns]: null };

/** A row of a left join that begins with `eventColumns`: these are null if there is no event. */
export type JoinedRow<Further extends unknown[]> =
  | [...EventColumns, ...Further]
  | [...NullsFor<EventColumns>, ...Further];

/** Selects at most $2 events after the position $1, in order. */
export const pageQuery = {
  name: 'log-page',
  text: `select ${eventColumns} from log.events where position > $1 order by position limit $2`,
};

/**
 * Selects at most $2 events after the position $1 and up to $3, of the types $4, in order. Without the upper bound, a search for a
 * rare type would scan the log to its end. The last column of each row is the last archived position, from the same snapshot. If there
 * are no such events, one row has only this column.
 */
export const pageOfTypesQuery = {
  name: 'log-page-of-types',
  text: `select found.*, archived.head from (select (select log.archived_head()) as head) as archived
    left join lateral (select ${eventColumns} from log.events
      where position > $1 and position <= $3 and type = any ($4::text[]) order by position limit $2) as found on true
    order by found.position`,
};

/** A row of an event and, in the last column, the last archived position. Without an event it contains only that position. */
export type RowWithHead = JoinedRow<[archivedHead: string]>;

/** Returns the rows with an event, and the last archived position. */
export const splitArchivedHead = (
  found: readonly RowWithHead[],
): { rows: EventRow[]; archivedHead: number } => {
  const rows: EventRow[] = [];
  for (const row of found) if (row[0] !== null) rows.push(row);
  return { rows, archivedHead: Number(found[0]?.[9] ?? 0) };
};

/**
 * Converts an event as it is stored, for example from the archive, to a row. The time is truncated to milliseconds, as in `parseTime`.
 */
export const toEventRow = (event: ArchivedEvent): EventRow => [
  String(event.position),
  event.stream,
  String(event.version),
  event.type,
  String(event.schemaVersion),
  new Date(Math.floor(event.recordedAt / 1_000)).toISOString().slice(0, -1).replace('T', ' '),
  event.commandId,
  event.data,
  event.metadata,
];

/** Type parsers for `pg` that return every value as text. */
export const rawTextTypes = { getTypeParser: () => (text: string) => text };

const zeroCode = '0'.charCodeAt(0);

const parseDigits = (text: string, from: number, to: number): number => {
  let value = 0;
  for (let index = from; index < to; index += 1) value = 10 * value + text.charCodeAt(index) - zeroCode;
  return value;
};

const minuteLength = '2026-11-21 08:15'.length;
/** The last parsed minute. Events are in time order, and many share a minute. */
let minuteText = '';
let minuteMs = Number.NaN;

/**
 * Parses a time and truncates it to milliseconds.
 * @param text `2026-11-21 08:15:46.123456` with up to six decimals, in UTC.
 */
export const parseTime = (text: string): Date => {
  if (minuteText === '' || !text.startsWith(minuteText)) {
    minuteText = text.slice(0, minuteLength);
    minuteMs = Date.UTC(
      parseDigits(text, 0, 4),
      parseDigits(text, 5, 7) - 1,
      parseDigits(text, 8, 10),
      parseDigits(text, 11, 13),
      parseDigits(text, 14, 16),
    );
  }
  const decimals = Math.min(Math.max(text.length - 20, 0), 3);
  const milliseconds = parseDigits(text, 20, 20 + decimals) * 10 ** (3 - decimals);
  return new Date(minuteMs + parseDigits(text, 17, 19) * 1_000 + milliseconds);
};

/** Up to this many fields are decrypted in this thread, which is faster than sending them to the worker thread. */
const maxFieldsInThisThread = 100;

/**
 * Decrypts many personal fields in the worker thread. Returns their contents by row index; empty if there are few fields, or if
 * the thread could not decrypt them.
 */
const decryptInWorker = async (
  rows: readonly EventRow[],
  parsed: readonly StoredData[],
  keys: ReadonlyMap<string, KeyObject | null>,
  decryptor: BatchDecryptor,
): Promise<ReadonlyMap<number, string>> => {
  const fields: EncryptedField[] = [];
  const rowIndexes: number[] = [];
  for (const [index, row] of rows.entries()) {
    const data = parsed[index];
    const key = data && keys.get(subjectOfStored(data) ?? '');
    const part = data && key ? encryptedPartOf({ type: row[3], stream: row[1], data }) : null;
    if (!key || !part) continue;
    fields.push({ ...part, key });
    rowIndexes.push(index);
  }
  if (fields.length <= maxFieldsInThisThread) return new Map();
  const contents = await decryptor.decrypt(fields);
  return new Map(contents?.map((content, index) => [rowIndexes[index] ?? -1, content]));
};

const emptyMetadata: EventMetadata = { actor: null, correlationId: '' };

/**
 * Decodes rows to events.
 * @param personKeys null: personal fields are returned as null.
 * @param decryptor decrypts long pages in a worker thread.
 * @throws UnknownEventError for an event of a newer release; another error if a field cannot be decrypted, or if its key cannot be read.
 */
export const decodeRows = async (
  rows: readonly EventRow[],
  personKeys: PersonKeys | null,
  decryptor: BatchDecryptor | null = null,
): Promise<RecordedEvent[]> => {
  const parsed = new Array<StoredData>(rows.length);
  const persons = new Set<string>();
  for (const [index, row] of rows.entries()) {
    const data: StoredData = JSON.parse(row[7]);
    parsed[index] = data;
    const person = subjectOfStored(data);
    if (person !== null) persons.add(person);
  }
  const keys = persons.size > 0 && personKeys ? await personKeys.keysForReading(persons) : null;
  const decrypted = keys && decryptor ? await decryptInWorker(rows, parsed, keys, decryptor) : null;
  const events = new Array<RecordedEvent>(rows.length);
  let metadataText = '';
  let metadata = emptyMetadata;
  for (const [index, row] of rows.entries()) {
    const data = parsed[index];
    if (!data) continue;
    const person = subjectOfStored(data);
    const event = decodeEvent(
      { type: row[3], schemaVersion: Number(row[4]), stream: row[1], data },
      person === null ? null : (keys?.get(person) ?? null),
      decrypted?.get(index),
    );
    // Events of one append have the same metadata, so it is parsed once.
    if (row[8] !== metadataText) {
      metadataText = row[8];
      metadata = JSON.parse(metadataText);
    }
    // Type and data are copied one by one because a spread is slower. TypeScript then cannot see that they belong together.
    events[index] = {
      type: event.type,
      data: event.data,
      position: Number(row[0]),
      stream: row[1],
      version: Number(row[2]),
      recordedAt: parseTime(row[5]),
      commandId: row[6],
      metadata,
    } as RecordedEvent;
  }
  return events;
};
