import type { Client } from 'pg';
import type { AppendResult } from '../log.ts';
import { integerArray, textArray } from './array-parameter.ts';
import { type BatchRow, batchParameters, batchResults, batchStatement, reservingStatement } from './batch.ts';
import type { EncodedRequest } from './encoded-request.ts';

const singleStatement = {
  name: 'log-append-one',
  text: `select log.append_one(${Array.from({ length: 13 }, (_, index) => `$${index + 1}`).join(', ')}) as base`,
};

/** Returns the statement and the parameters that append requests in one transaction. */
const batchQuery = (requests: readonly EncodedRequest[]) => {
  const [first, ...others] = requests;
  if (!first?.reservation) return { ...batchStatement, values: batchParameters(requests) };
  if (others.length > 0) throw new TypeError('A request that reserves an e-mail address is sent alone.');
  const { person, digest } = first.reservation;
  return { ...reservingStatement, values: [...batchParameters(requests), person, digest] };
};

/** Returns the parameters of log.append_one, or null if the request is not a single event without key destruction and reservation. */
const singleParameters = (request: EncodedRequest): (string | number | Buffer | null)[] | null => {
  const [event, ...others] = request.events;
  if (!event || others.length > 0 || request.destroyKeysOf.length > 0 || request.reservation) return null;
  const asserts = request.expectations.filter(({ isWritten }) => !isWritten);
  return [
    request.commandId,
    request.metadata,
    event.stream,
    event.version - 1,
    event.type,
    event.schemaVersion,
    event.data,
    asserts.length === 0 ? null : textArray(asserts.map(({ stream }) => stream)),
    asserts.length === 0 ? null : integerArray(asserts.map(({ version }) => version)),
    request.key,
    request.bodyHash,
    request.status,
    request.answer,
  ];
};

/**
 * Appends requests in one database call and returns their results in order. The promise is fulfilled after the commit,
 * when the server is ready for the next query.
 */
export const callAppend = async (
  client: Client,
  requests: readonly EncodedRequest[],
): Promise<AppendResult[]> => {
  const [first] = requests;
  const parameters = first && requests.length === 1 ? singleParameters(first) : null;
  if (parameters) {
    const { rows } = await client.query<{ base: string | null }>({ ...singleStatement, values: parameters });
    const base = rows[0]?.base ?? null;
    if (base !== null) return [{ outcome: 'appended', position: Number(base) + 1 }];
    // Refused, and append_one does not say why: append_batch does.
  }
  const { rows } = await client.query<BatchRow>(batchQuery(requests));
  if (!rows[0]) throw new Error('The append function returned no row.');
  return batchResults(requests, rows[0]);
};
