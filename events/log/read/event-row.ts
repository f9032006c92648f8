import type { KeyObject } from 'node:crypto';
import { boxOf, decodeEvent, personIn, type StoredData } from '../../catalogue/codec/codec.ts';
import type { BoxOpener, ClosedBox } from '../../catalogue/codec/batch-decryptor.ts';
import type { Vault } from '../../vault/vault.ts';
import type { EventMetadata, RecordedEvent } from '../log.ts';

/**
 * The columns of an event as they are read: raw text, rows as arrays. The time as UTC without its zone, whose
 * text has one form whatever the session's settings. (`position` must not be cast or renamed: an ORDER BY on it would
 * then sort the output instead of walking the index, a tenth of the speed.)
 */
export const eventColumns =
  "position, stream, version, type, schema_version, recorded_at at time zone 'UTC', command_id, data, metadata";

export type EventRow = [
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

/** The query of a page: at most $2 events after the position $1, in order. */
export const pageQuery = {
  name: 'log-page',
  text: `select ${eventColumns} from log.events where position > $1 order by position limit $2`,
};

/** The same of some types ($4), up to the position $3: bounded, so that a rare type costs no walk to the end of the log. */
export const pageOfTypesQuery = {
  name: 'log-page-of-types',
  text: `select ${eventColumns} from log.events
    where position > $1 and position <= $3 and type = any ($4::text[]) order by position limit $2`,
};

/** Leaves every value the text that it is. */
export const rawText = { getTypeParser: () => (text: string) => text };

const digits = (text: string, from: number, to: number): number => {
  let value = 0;
  for (let index = from; index < to; index += 1) value = 10 * value + text.charCodeAt(index) - 48;
  return value;
};

const minuteLength = '2026-11-21 08:15'.length;
/** The minute of the last time: events come in the order of the log, many within a minute. */
let [minuteText, minuteMs] = ['', Number.NaN];

/** @param text as `2026-11-21 08:15:46.123456`, fewer decimals or none; UTC. Truncates to milliseconds. */
export const parseTime = (text: string): Date => {
  if (minuteText === '' || !text.startsWith(minuteText)) {
    minuteText = text.slice(0, minuteLength);
    minuteMs = Date.UTC(
      digits(text, 0, 4),
      digits(text, 5, 7) - 1,
      digits(text, 8, 10),
      digits(text, 11, 13),
      digits(text, 14, 16),
    );
  }
  const decimals = Math.min(Math.max(text.length - 20, 0), 3);
  const milliseconds = digits(text, 20, 20 + decimals) * 10 ** (3 - decimals);
  return new Date(minuteMs + digits(text, 17, 19) * 1_000 + milliseconds);
};

/** So few boxes are opened more quickly than they are given away. */
const openedHere = 100;

/** What is in the boxes of the rows, by index, if there are many and somebody opens them beside; otherwise none of them. */
const openBeside = async (
  rows: readonly EventRow[],
  parsed: readonly StoredData[],
  keys: ReadonlyMap<string, KeyObject | null>,
  opener: BoxOpener,
): Promise<ReadonlyMap<number, string>> => {
  const closed: ClosedBox[] = [];
  const indexes: number[] = [];
  for (const [index, row] of rows.entries()) {
    const data = parsed[index];
    const key = data && keys.get(personIn(data) ?? '');
    const box = data && key ? boxOf({ type: row[3], stream: row[1], data }) : null;
    if (!key || !box) continue;
    closed.push({ ...box, key });
    indexes.push(index);
  }
  if (closed.length <= openedHere) return new Map();
  const contents = await opener.open(closed);
  return new Map(contents?.map((content, at) => [indexes[at] ?? -1, content]));
};

const nothingSaid: EventMetadata = { actor: null, correlationId: '' };

/** Rows to events: personal fields in clear by the vault's keys (fetched at once for all rows), null without a vault. */
export const readRows = async (
  rows: readonly EventRow[],
  vault: Vault | null,
  opener: BoxOpener | null = null,
): Promise<RecordedEvent[]> => {
  const parsed = new Array<StoredData>(rows.length);
  const persons = new Set<string>();
  for (const [index, row] of rows.entries()) {
    const data: StoredData = JSON.parse(row[7]);
    parsed[index] = data;
    const person = personIn(data);
    if (person !== null) persons.add(person);
  }
  const keys = persons.size > 0 && vault ? await vault.keysForReading(persons) : null;
  const opened = keys && opener ? await openBeside(rows, parsed, keys, opener) : null;
  const events = new Array<RecordedEvent>(rows.length);
  let [metadataText, metadata]: [string, EventMetadata] = ['', nothingSaid];
  for (const [index, row] of rows.entries()) {
    const data = parsed[index];
    if (!data) continue;
    const person = personIn(data);
    const event = decodeEvent(
      { type: row[3], schemaVersion: Number(row[4]), stream: row[1], data },
      person === null ? null : (keys?.get(person) ?? null),
      opened?.get(index),
    );
    // Events that were appended together have the same.
    if (row[8] !== metadataText) {
      metadataText = row[8];
      metadata = JSON.parse(metadataText);
    }
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
