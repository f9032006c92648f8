import type { Client } from 'pg';
import { integerArray, textArray } from './array-parameter.ts';
import { type BatchRow, batchParameters, batchResults, batchStatement } from './batch.ts';
import type { EncodedRequest } from './encoded-request.ts';
import type { AppendResult } from '../log.ts';

const loneStatement = {
  name: 'append-one',
  text: `select log.append_one(${Array.from({ length: 13 }, (_, index) => `$${index + 1}`).join(', ')}) as base`,
};

/** The parameters of log.append_one, if the request is of the kind that it takes: one event, nobody's key destroyed. */
const loneParameters = (request: EncodedRequest): (string | number | Buffer | null)[] | null => {
  const [event, ...more] = request.events;
  if (!event || more.length > 0 || request.destroy.length > 0) return null;
  const asserts = request.expects.filter(({ written }) => !written);
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
 * Sends the requests as one call and gives their results in order. The promise is fulfilled when the server is ready for
 * the next query, that is after the commit and not when the rows arrive.
 */
export const callAppend = async (
  client: Client,
  requests: readonly EncodedRequest[],
): Promise<AppendResult[]> => {
  const [first] = requests;
  const lone = first && requests.length === 1 ? loneParameters(first) : null;
  if (lone) {
    const { rows } = await client.query<{ base: string | null }>({ ...loneStatement, values: lone });
    const base = rows[0]?.base ?? null;
    if (base !== null) return [{ outcome: 'appended', position: Number(base) + 1 }];
  }
  const { rows } = await client.query<BatchRow>({ ...batchStatement, values: batchParameters(requests) });
  if (!rows[0]) throw new Error('The append function gave no row.');
  return batchResults(requests, rows[0]);
};
