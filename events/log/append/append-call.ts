import type { Client } from 'pg';
import type { AppendResult, Budget } from '../log.ts';
import { integerArray, textArray } from './array-parameter.ts';
import {
  type BatchRow,
  batchStatement,
  countedBatchStatement,
  countedReservingStatement,
  listPlaceholders,
  reservingStatement,
  toBatchParameters,
  toBatchResults,
  toBudgetParameters,
} from './batch.ts';
import { countStoredBytes, type EncodedRequest } from './encoded-request.ts';

type Parameter = string | number | boolean | Buffer | null;

const createSingleCall = (parameterCount: number) =>
  `select log.append_one(${listPlaceholders(parameterCount)}) as base`;

const singleStatement = { name: 'log-append-one', text: createSingleCall(13) };
const countedSingleStatement = { name: 'log-append-counted-one', text: createSingleCall(18) };

/** Returns the statement and the parameters that append requests in one transaction. */
const createBatchQuery = (requests: readonly EncodedRequest[], budget: Budget | null) => {
  const [first, ...others] = requests;
  const values: Parameter[] = toBatchParameters(requests);
  const budgetValues = budget ? toBudgetParameters(requests, budget) : [];
  if (!first?.reservation)
    return { ...(budget ? countedBatchStatement : batchStatement), values: [...values, ...budgetValues] };
  if (others.length > 0) throw new TypeError('A request that reserves an e-mail address is sent alone.');
  const { person, digest } = first.reservation;
  return {
    ...(budget ? countedReservingStatement : reservingStatement),
    values: [...values, person, digest, ...budgetValues],
  };
};

/**
 * Returns the parameters of log.append_one, or null if it cannot append the request: there is not exactly one event, or the
 * request destroys keys or reserves an e-mail address.
 */
const toSingleParameters = (request: EncodedRequest): Parameter[] | null => {
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

/** Returns the additional parameters with which log.append_one counts the request (see migration 0200). */
const toSingleBudgetParameters = (request: EncodedRequest, { maxEvents, maxBytes }: Budget): Parameter[] => [
  request.person,
  countStoredBytes(request),
  !request.mayExceedBudget,
  maxEvents,
  maxBytes,
];

/**
 * Appends requests in one database call and returns their results in order. The promise is fulfilled after the commit,
 * when the server is ready for the next query.
 * @param budget of each person; null: requests are neither counted nor refused.
 */
export const callAppend = async (
  client: Client,
  requests: readonly EncodedRequest[],
  budget: Budget | null,
): Promise<AppendResult[]> => {
  const [first] = requests;
  const parameters = first && requests.length === 1 ? toSingleParameters(first) : null;
  if (first && parameters) {
    const { rows } = await client.query<{ base: string | null }>(
      budget
        ? { ...countedSingleStatement, values: [...parameters, ...toSingleBudgetParameters(first, budget)] }
        : { ...singleStatement, values: parameters },
    );
    const base = rows[0]?.base ?? null;
    if (base !== null) return [{ outcome: 'appended', position: Number(base) + 1 }];
    // append_one refused the request without a reason. append_batch returns the reason.
  }
  const { rows } = await client.query<BatchRow>(createBatchQuery(requests, budget));
  if (!rows[0]) throw new Error('The append function returned no row.');
  return toBatchResults(requests, rows[0]);
};
