import { catalogue } from '../../catalogue/catalogue.ts';
import type { StoredEvent } from '../../seals/proof/encoding.ts';
import type { Queryable } from '../../seals/seal-rows.ts';
import type { MasterKey } from '../../vault/master-key.ts';
import { BadExportError, eventLine, type KeyLine, keyLine, sealLine } from '../raw-export-format.ts';
import { insertEvents, insertKeys, insertSeal } from './insert-rows.ts';
import { type NumberedLine, parseLine } from './read-export-file.ts';

const rowsAtOnce = 1_000;

/** How the keys in the file are opened, and what wraps them from now on. */
export type KeyRewrap = { unwrap: (wrapped: string, person: string) => Buffer; master: MasterKey };

/** @throws BadExportError for an event that a newer Lyceum wrote: it could be stored and not be read. */
const requireKnown = ({ type, schemaVersion, position }: StoredEvent): void => {
  const definition = catalogue.get(type);
  if (definition === undefined || definition.version < schemaVersion)
    throw new BadExportError(
      `This Lyceum does not know ${type} in version ${schemaVersion} (position ${position}): the export is of a newer one.`,
    );
};

/** What the tables refuse (a text that is no JSON, a seal twice) is a fault of the file. */
const unstorable = (error: unknown): never => {
  if (error instanceof Error && 'code' in error && /^2[23]/.test(String(error.code)))
    throw new BadExportError(`What the file holds cannot be stored: ${error.message}.`, { cause: error });
  throw error;
};

/** Takes the lines of a raw export as they come, behind its header, and stores them by the thousand. */
export class ImportWriter {
  readonly #database: Queryable;
  readonly #keyChange: KeyRewrap | null;
  readonly #onStored: (position: number) => void;
  #events: StoredEvent[] = [];
  #keys: KeyLine[] = [];
  readonly counts = { events: 0, seals: 0, keys: 0 };

  /** @param keyChange null: keys in the file are left there. */
  constructor(database: Queryable, keyChange: KeyRewrap | null, onStored: (position: number) => void) {
    this.#database = database;
    this.#keyChange = keyChange;
    this.#onStored = onStored;
  }

  /** @throws BadExportError */
  async add({ number, line }: NumberedLine): Promise<void> {
    if ('event' in line) this.#events.push(this.#nextEvent(line, number));
    else if ('seal' in line) {
      await insertSeal(this.#database, parseLine(sealLine, line, number)).catch(unstorable);
      this.counts.seals += 1;
    } else if ('key' in line) this.#keys.push(parseLine(keyLine, line, number));
    else throw new BadExportError(`Line ${number} of the file is not as it must be.`);
    if (this.#events.length >= rowsAtOnce || this.#keys.length >= rowsAtOnce) await this.flush();
  }

  /** Stores what waits. */
  async flush(): Promise<void> {
    const [keys, events] = [this.#keys, this.#events];
    [this.#keys, this.#events] = [[], []];
    if (keys.length > 0 && this.#keyChange !== null) {
      await insertKeys(this.#database, keys, this.#keyChange).catch(unstorable);
      this.counts.keys += keys.length;
    }
    if (events.length === 0) return;
    await insertEvents(this.#database, events).catch(unstorable);
    this.counts.events += events.length;
    this.#onStored(this.counts.events);
  }

  #nextEvent(line: object, number: number): StoredEvent {
    const { event } = parseLine(eventLine, line, number);
    const expected = this.counts.events + this.#events.length + 1;
    if (event.position !== expected)
      throw new BadExportError(
        `The file is not in order: line ${number} holds position ${event.position}, where ${expected} belongs.`,
      );
    requireKnown(event);
    return event;
  }
}
