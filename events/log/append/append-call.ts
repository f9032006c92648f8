import type { Client } from 'pg';
import { classifyFailure } from '../database-failure.ts';
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
import type { BudgetReserves, Charge } from './budget-reserves.ts';
import type { EncodedRequest } from './encoded-request.ts';

type Parameter = string | number | boolean | Buffer | null;

const singleStatement = {
  name: 'log-append-one',
  text: `select log.append_one(${listPlaceholders(13)}) as base`,
};
const countedSingleStatement = {
  name: 'log-append-one-counted',
  text: `select log.append_one_counted(${listPlaceholders(19)}) as base`,
};

/** How the database counts the requests towards budgets; null: it does not count them. */
type Counting = { charges: readonly Charge[]; limits: Budget } | null;

/** Returns the statement and the parameters that append requests in one transaction. */
const createBatchQuery = (requests: readonly EncodedRequest[], counting: Counting) => {
  const [first, ...others] = requests;
  const values: Parameter[] = toBatchParameters(requests);
  const budgetValues = counting ? toBudgetParameters(counting.charges, counting.limits) : [];
  if (!first?.reservation)
    return { ...(counting ? countedBatchStatement : batchStatement), values: [...values, ...budgetValues] };
  if (others.length > 0) throw new TypeError('A request that reserves an e-mail address must be sent alone.');
  const { person, digest } = first.reservation;
  return {
    ...(counting ? countedReservingStatement : reservingStatement),
    values: [...values, person, digest, ...budgetValues],
  };
};

/**
 * Returns the parameters of log.append_one, or null if that function cannot append the request. It takes only requests with
 * exactly one event, no keys to destroy and no e-mail address to reserve.
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

/** Returns the query that appends a request with log.append_one or log.append_one_counted, or null if they cannot append it. */
const createSingleQuery = (request: EncodedRequest, counting: Counting) => {
  const values = toSingleParameters(request);
  if (values === null || counting === null) return values && { ...singleStatement, values };
  const { charges, limits } = counting;
  const [charge] = charges;
  if (!charge) throw new TypeError('The request has no charge.');
  const { person, events, bytes, isEnforced } = charge;
  const budgetValues = [person, events, bytes, isEnforced, limits.maxEvents, limits.maxBytes];
  return { ...countedSingleStatement, values: [...values, ...budgetValues] };
};

/** Appends requests in one transaction. Returns their results in order. */
const sendRequests = async (
  client: Client,
  requests: readonly EncodedRequest[],
  counting: Counting,
): Promise<AppendResult[]> => {
  const [first, ...others] = requests;
  const single = first && others.length === 0 ? createSingleQuery(first, counting) : null;
  if (single) {
    const { rows } = await client.query<{ base: string | null }>(single);
    const base = rows[0]?.base ?? null;
    if (base !== null) return [{ outcome: 'appended', position: Number(base) + 1 }];
    // The function refused the request without a reason. append_batch decides again and returns the reason.
  }
  const { rows } = await client.query<BatchRow>(createBatchQuery(requests, counting));
  if (!rows[0]) throw new Error('The append function returned no row.');
  return toBatchResults(requests, rows[0]);
};

/**
 * Appends requests in one transaction and returns their results in order. The promise is fulfilled after the commit,
 * when the server is ready for the next query.
 * @param reserves the reserves of the persons' budgets; null if there are no budgets.
 */
export const callAppend = async (
  client: Client,
  requests: readonly EncodedRequest[],
  reserves: BudgetReserves | null,
): Promise<AppendResult[]> => {
  if (!reserves) return sendRequests(client, requests, null);
  const charges = reserves.charge(requests);
  const isCounted = charges.some(({ person }) => person !== null);
  try {
    const results = await sendRequests(
      client,
      requests,
      isCounted ? { charges, limits: reserves.limits } : null,
    );
    reserves.settle(requests, charges, results);
    return results;
  } catch (error) {
    // After an unknown failure the events may be in the log, so the reserves get nothing back.
    if (classifyFailure(error) !== 'unknown') reserves.giveBack(requests, charges);
    throw error;
  }
};
