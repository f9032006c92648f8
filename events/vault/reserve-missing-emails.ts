import type { Pool } from 'pg';
import { ArchiveError } from '../archive/archive-error.ts';
import { streamId } from '../catalogue/stream-id.ts';
import { userStream } from '../catalogue/streams/user.ts';
import { classifyFailure } from '../log/database-failure.ts';
import type { LogReader, RecordedEvent } from '../log/log.ts';
import type { PersonKeys } from '../log/person-keys.ts';

const personsPerRead = 500;
const personsPerWrite = 1_000;

type ReservationDependencies = {
  /** Connections of a role that may select `vault.keys` and `vault.emails (person)`, and call `vault.reserve_missing_emails`. */
  pool: Pool;
  reader: Pick<LogReader, 'readStreams'>;
  vault: Pick<PersonKeys, 'emailDigest'>;
};

/** A registered person without a reservation. */
type MissingReservation = { person: string; email: string; registeredAt: number };

/** Returns the persons who have a key, but no reserved address. */
const findPersonsWithoutReservation = async (pool: Pool): Promise<string[]> => {
  const { rows } = await pool.query<{ person: string }>(
    `select person from vault.keys
       where destroyed_at is null and not exists (select from vault.emails where emails.person = keys.person)`,
  );
  return rows.map(({ person }) => person);
};

/** Returns what to reserve for a person; null if the person is not registered or was removed, or the address cannot be decrypted. */
const findMissingReservation = (events: readonly RecordedEvent[]): MissingReservation | null => {
  let found: MissingReservation | null = null;
  for (const { type, data, stream, position } of events) {
    if (type === 'UserRegistered' && data.email !== null)
      found = { person: streamId(stream), email: data.email, registeredAt: position };
    if (type === 'UserEmailChanged' && found !== null && data.email !== null)
      found = { ...found, email: data.email };
    if (type === 'UserRemoved') found = null;
  }
  return found;
};

/** Reads streams of users, and skips those that cannot be decoded. @throws errors that are not permanent, and errors of the archive. */
const readUserStreams = async (
  reader: ReservationDependencies['reader'],
  persons: readonly string[],
): Promise<RecordedEvent[][]> => {
  try {
    return await reader.readStreams(
      persons.map((person) => ({ stream: userStream(person), afterVersion: 0 })),
    );
  } catch (error) {
    if (error instanceof ArchiveError || classifyFailure(error) !== 'permanent') throw error;
    if (persons.length === 1) return [];
    const streams: RecordedEvent[][] = [];
    for (const person of persons) streams.push(...(await readUserStreams(reader, [person])));
    return streams;
  }
};

/**
 * Reserves the e-mail addresses of the registered persons who have no reservation. There are such persons after an update from a version
 * without reservations, and after an import of a log. Persons whose events cannot be decoded are skipped. If two persons have the same
 * address, one of them gets the reservation, normally the one who registered first, and the other one shares it. Both keep their accounts,
 * and nobody else can take the address while either of them has it.
 * @returns the number of new reservations, including shared ones.
 */
export const reserveMissingEmails = async ({
  pool,
  reader,
  vault,
}: ReservationDependencies): Promise<number> => {
  const persons = await findPersonsWithoutReservation(pool);
  const missing: MissingReservation[] = [];
  for (let first = 0; first < persons.length; first += personsPerRead) {
    const streams = await readUserStreams(reader, persons.slice(first, first + personsPerRead));
    for (const events of streams) {
      const found = findMissingReservation(events);
      if (found) missing.push(found);
    }
  }
  missing.sort((a, b) => a.registeredAt - b.registeredAt);
  let reserved = 0;
  for (let first = 0; first < missing.length; first += personsPerWrite) {
    const batch = missing.slice(first, first + personsPerWrite);
    const digests = await Promise.all(batch.map(({ email }) => vault.emailDigest(email)));
    const { rows } = await pool.query<{ reserved: number }>(
      `select vault.reserve_missing_emails($1::uuid[], $2::bytea[]) as reserved`,
      [batch.map(({ person }) => person), digests],
    );
    reserved += rows[0]?.reserved ?? 0;
  }
  return reserved;
};
