/** Inserts the rows of a raw export into the tables of a log: events and seals unchanged, keys wrapped with a different key. */
import { createSecretKey } from 'node:crypto';
import { integerArray, textArray, uuidArray } from '../../log/append/array-parameter.ts';
import type { StoredEvent } from '../../seals/proof/encoding.ts';
import type { Queryable } from '../../seals/seal-rows.ts';
import { type MasterKey, wrapKey } from '../../vault/master-key.ts';
import type { KeyLine, SealLine } from '../raw-export-format.ts';

/**
 * Returns SQL that converts microseconds since 1970 to a timestamptz. PostgreSQL multiplies with double precision, which is exact
 * for these numbers.
 */
const timeOf = (microseconds: string) =>
  `timestamptz '1970-01-01 00:00Z' + (${microseconds})::bigint * interval '1 microsecond'`;

const decimalArray = (values: readonly number[]) => textArray(values.map(String));

/** Inserts events. */
export const insertEvents = (database: Queryable, events: readonly StoredEvent[]) =>
  database.query({
    name: 'import-events',
    text: `insert into log.events
        (position, recorded_at, version, schema_version, command_id, stream, type, data, metadata)
      select position::bigint, ${timeOf('recorded_at')}, version, schema_version, command_id, stream, type,
             data::json, metadata::json
        from unnest($1::text[], $2::text[], $3::integer[], $4::integer[], $5::uuid[], $6::text[], $7::text[],
                    $8::text[], $9::text[])
          as imported(position, recorded_at, version, schema_version, command_id, stream, type, data, metadata)`,
    values: [
      decimalArray(events.map(({ position }) => position)),
      decimalArray(events.map(({ recordedAt }) => recordedAt)),
      integerArray(events.map(({ version }) => version)),
      integerArray(events.map(({ schemaVersion }) => schemaVersion)),
      uuidArray(events.map(({ commandId }) => commandId)),
      textArray(events.map(({ stream }) => stream)),
      textArray(events.map(({ type }) => type)),
      textArray(events.map(({ data }) => data)),
      textArray(events.map(({ metadata }) => metadata)),
    ],
  });

/** Inserts a seal. */
export const insertSeal = (database: Queryable, { seal }: SealLine) =>
  database.query({
    name: 'import-seal',
    text: `insert into log.seals (number, first_position, last_position, event_count, algorithm, sealed_at,
             root, chained_root, nodes, leaves)
           values ($1, $2, $3, $4, $5, ${timeOf('$6::text')}, $7, $8, $9, $10)`,
    values: [
      seal.number,
      seal.firstPosition,
      seal.lastPosition,
      seal.eventCount,
      seal.algorithm,
      seal.sealedAt,
      Buffer.from(seal.root, 'hex'),
      Buffer.from(seal.chainedRoot, 'hex'),
      Buffer.from(seal.nodes, 'base64'),
      Buffer.from(seal.leaves, 'base64'),
    ],
  });

/** `unwrap` decrypts a key from the file; `master` wraps it for this vault. */
export type KeyRewrap = { unwrap: (wrapped: string, person: string) => Buffer; master: MasterKey };

/** Inserts keys, wrapped with the master key of this vault, and tombstones of destroyed keys. */
export const insertKeys = (database: Queryable, lines: readonly KeyLine[], { master, unwrap }: KeyRewrap) => {
  const rows = lines.map(({ key }) => {
    if (!('wrapped' in key)) return { ...key, masterKeyId: null, wrapped: null };
    const wrapped = wrapKey(master, key.person, createSecretKey(unwrap(key.wrapped, key.person)));
    return { ...key, destroyedAt: null, masterKeyId: master.id, wrapped: wrapped.toString('hex') };
  });
  return database.query({
    name: 'import-keys',
    text: `insert into vault.keys (person, made_at, destroyed_at, master_key_id, wrapped)
           select person, ${timeOf('made_at')}, ${timeOf('destroyed_at')}, master_key_id, decode(wrapped, 'hex')
             from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[])
               as imported(person, made_at, destroyed_at, master_key_id, wrapped)`,
    values: [
      uuidArray(rows.map(({ person }) => person)),
      decimalArray(rows.map(({ madeAt }) => madeAt)),
      textArray(rows.map(({ destroyedAt }) => (destroyedAt === null ? null : String(destroyedAt)))),
      textArray(rows.map(({ masterKeyId }) => masterKeyId)),
      textArray(rows.map(({ wrapped }) => wrapped)),
    ],
  });
};

/**
 * Inserts a tombstone for every person in the log whose key was not imported. Without it, the next event of such a person
 * would create a new key, which cannot decrypt the person's earlier events.
 * @returns the number of these persons.
 */
export const markMissingKeysDestroyed = async (database: Queryable): Promise<number> => {
  const { rowCount } = await database.query(
    `insert into vault.keys (person, destroyed_at)
       select distinct (data -> '$personal' ->> 'of')::uuid, now() from log.events
         where data -> '$personal' ->> 'of' is not null
       on conflict (person) do nothing`,
  );
  return rowCount ?? 0;
};

/** Gives an empty log the identity of the exported one (see migration 0136). */
export const updateIdentity = (
  database: Queryable,
  { logId, logMadeAt }: { logId: string; logMadeAt: number },
) => database.query(`update log.identity set id = $1, made_at = ${timeOf('$2::text')}`, [logId, logMadeAt]);

/** Pads a key with zeros to a block of 64 bytes, and combines each byte with `byte` by XOR. */
const createPad = (key: Buffer, byte: number): Buffer => {
  const padded = Buffer.alloc(64, byte);
  for (const [index, value] of key.entries()) padded[index] = value ^ byte;
  return padded;
};

/** Stores the pseudonym key and its inner and outer HMAC keys, as RFC 2104 defines them (see migration 0121). */
export const updatePseudonymKey = (database: Queryable, key: Buffer) =>
  database.query('update log.pseudonym_key set key = $1, inner_pad = $2, outer_pad = $3', [
    key,
    createPad(key, 0x36),
    createPad(key, 0x5c),
  ]);
