import { catalogue } from '../../catalogue/catalogue.ts';
import type { StoredEvent } from '../../seals/proof/encoding.ts';
import type { Queryable } from '../../seals/seal-rows.ts';
import { BadExportError } from '../bad-export-error.ts';
import { eventLine, type KeyLine, keyLine, sealLine } from '../raw-export-format.ts';
import { insertEvents, insertKeys, insertSeal, type KeyRewrap } from './insert-rows.ts';
import { type NumberedLine, parseLine } from './read-export-file.ts';

const rowsPerInsert = 1_000;

/** @throws BadExportError for an event of a newer version of Lyceum, which could be stored but not read. */
const requireKnownEvent = ({ type, schemaVersion, position }: StoredEvent): void => {
  const definition = catalogue.get(type);
  if (definition === undefined || definition.version < schemaVersion)
    throw new BadExportError(
      `This version of Lyceum does not know ${type} in version ${schemaVersion} (position ${position}). Import the file with a newer version.`,
    );
};

/** Throws a BadExportError for the SQLSTATE classes 22 and 23 (invalid values, violated constraints), and other errors unchanged. */
const rethrowAsBadExport = (error: unknown): never => {
  if (error instanceof Error && 'code' in error && /^2[23]/.test(String(error.code)))
    throw new BadExportError(`The content of the file cannot be stored: ${error.message}.`, { cause: error });
  throw error;
};

/** Writes the lines after the header of a raw export to the database in batches. */
export class ImportWriter {
  readonly #database: Queryable;
  readonly #keyRewrap: KeyRewrap | null;
  readonly #onStored: (events: number) => void;
  #events: StoredEvent[] = [];
  #keys: KeyLine[] = [];
  /** Number of rows that were stored. */
  readonly counts = { events: 0, seals: 0, keys: 0 };

  /**
   * @param keyRewrap null: keys in the file are skipped.
   * @param onStored called with the number of stored events after each batch.
   */
  constructor(database: Queryable, keyRewrap: KeyRewrap | null, onStored: (events: number) => void) {
    this.#database = database;
    this.#keyRewrap = keyRewrap;
    this.#onStored = onStored;
  }

  /** Adds a line. @throws BadExportError */
  async add({ number, line }: NumberedLine): Promise<void> {
    if ('event' in line) this.#events.push(this.#parseNextEvent(line, number));
    else if ('seal' in line) {
      await insertSeal(this.#database, parseLine(sealLine, line, number)).catch(rethrowAsBadExport);
      this.counts.seals += 1;
    } else if ('key' in line) this.#keys.push(parseLine(keyLine, line, number));
    else throw new BadExportError(`Line ${number} of the file is not an event, a seal or a key.`);
    if (this.#events.length >= rowsPerInsert || this.#keys.length >= rowsPerInsert) await this.flush();
  }

  /** Stores the rows of the current batch. @throws BadExportError */
  async flush(): Promise<void> {
    const keys = this.#keys;
    const events = this.#events;
    this.#keys = [];
    this.#events = [];
    if (keys.length > 0 && this.#keyRewrap !== null) {
      await insertKeys(this.#database, keys, this.#keyRewrap).catch(rethrowAsBadExport);
      this.counts.keys += keys.length;
    }
    if (events.length === 0) return;
    await insertEvents(this.#database, events).catch(rethrowAsBadExport);
    this.counts.events += events.length;
    this.#onStored(this.counts.events);
  }

  #parseNextEvent(line: object, number: number): StoredEvent {
    const { event } = parseLine(eventLine, line, number);
    const expected = this.counts.events + this.#events.length + 1;
    if (event.position !== expected)
      throw new BadExportError(
        `The file is not in order: line ${number} has position ${event.position} instead of ${expected}.`,
      );
    requireKnownEvent(event);
    return event;
  }
}
