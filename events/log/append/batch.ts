import type { AppendResult, Budget } from '../log.ts';
import { booleanArray, integerArray, textArray, uuidArray } from './array-parameter.ts';
import type { Charge } from './budget-reserves.ts';
import type { EncodedRequest } from './encoded-request.ts';

/**
 * Returns the 18 parameters of log.append_batch without a budget, in order (see migration 0004). First come the arrays with one element per
 * request. Then come the expectations, the events and the persons whose keys are destroyed, each with the number of its request (from 1).
 */
export const toBatchParameters = (requests: readonly EncodedRequest[]): Buffer[] => {
  const commands: string[] = [];
  const metadata: string[] = [];
  /** For each request, the number (from 1) of its last event in the batch; 0 without events. */
  const lastEvents: number[] = [];
  const keys: (string | null)[] = [];
  const bodyHashes: (string | null)[] = [];
  const statuses: (number | null)[] = [];
  const answers: (string | null)[] = [];
  const expectations = { request: [] as number[], stream: [] as string[], version: [] as number[] };
  const events = {
    request: [] as number[],
    stream: [] as string[],
    version: [] as number[],
    type: [] as string[],
    schemaVersion: [] as number[],
    data: [] as string[],
  };
  const destroyedKeys = { request: [] as number[], person: [] as string[] };
  let requestNumber = 0;
  for (const request of requests) {
    requestNumber += 1;
    commands.push(request.commandId);
    metadata.push(request.metadata);
    keys.push(request.key);
    bodyHashes.push(request.bodyHash);
    statuses.push(request.status);
    answers.push(request.answer);
    for (const { stream, version } of request.expectations) {
      expectations.request.push(requestNumber);
      expectations.stream.push(stream);
      expectations.version.push(version);
    }
    for (const event of request.events) {
      events.request.push(requestNumber);
      events.stream.push(event.stream);
      events.version.push(event.version);
      events.type.push(event.type);
      events.schemaVersion.push(event.schemaVersion);
      events.data.push(event.data);
    }
    lastEvents.push(request.events.length === 0 ? 0 : events.request.length);
    for (const person of request.destroyKeysOf) {
      destroyedKeys.request.push(requestNumber);
      destroyedKeys.person.push(person);
    }
  }
  return [
    uuidArray(commands),
    textArray(metadata),
    integerArray(lastEvents),
    textArray(keys),
    textArray(bodyHashes),
    integerArray(statuses),
    textArray(answers),
    integerArray(expectations.request),
    textArray(expectations.stream),
    integerArray(expectations.version),
    integerArray(events.request),
    textArray(events.stream),
    integerArray(events.version),
    textArray(events.type),
    integerArray(events.schemaVersion),
    textArray(events.data),
    integerArray(destroyedKeys.request),
    uuidArray(destroyedKeys.person),
  ];
};

/** Returns the additional parameters with which log.append_batch counts the requests (see migration 0200). */
export const toBudgetParameters = (
  charges: readonly Charge[],
  { maxEvents, maxBytes }: Budget,
): (Buffer | number | null)[] => [
  uuidArray(charges.map(({ person }) => person)),
  integerArray(charges.map(({ events }) => events)),
  integerArray(charges.map(({ bytes }) => bytes)),
  booleanArray(charges.map(({ isEnforced }) => isEnforced)),
  maxEvents,
  maxBytes,
];

/** Returns the placeholders of a call with this many parameters: `$1, $2, …`. */
export const listPlaceholders = (parameterCount: number): string =>
  Array.from({ length: parameterCount }, (_, index) => `$${index + 1}`).join(', ');

const createBatchCall = (parameterCount: number, name = 'log.append_batch') =>
  `select base, refused from ${name}(${listPlaceholders(parameterCount)})`;

export const batchStatement = { name: 'log-append-batch', text: createBatchCall(18) };
export const countedBatchStatement = { name: 'log-append-counted-batch', text: createBatchCall(24) };

/** Appends one request and reserves an e-mail address: the 18 parameters of a batch, then person and digest. */
export const reservingStatement = {
  name: 'log-append-reserving',
  text: createBatchCall(20, 'log.append_reserving'),
};
export const countedReservingStatement = {
  name: 'log-append-counted-reserving',
  text: createBatchCall(26, 'log.append_reserving'),
};

/** A request that wrote nothing, as log.write_batch and log.append_reserving describe it. */
type RefusedRequest = {
  /** Its number in the batch, from 1. */
  request: number;
  outcome: 'repeated' | 'key-reused' | 'conflict' | 'email-taken' | 'over-budget';
  position: number;
  status: number;
  answer: unknown;
  stream: string;
  version: number;
};

/** `base`: the last position before the batch. */
export type BatchRow = { base: string; refused: readonly RefusedRequest[] | null };

const toRefusedResult = (refused: RefusedRequest): AppendResult => {
  const { outcome, stream, version, position, status, answer } = refused;
  if (outcome === 'key-reused' || outcome === 'email-taken' || outcome === 'over-budget') return { outcome };
  if (outcome === 'conflict') return { outcome, stream, version };
  return { outcome, position, answer: { status, body: answer } };
};

/**
 * Returns the results of a batch in the order of its requests.
 * @param row what log.append_batch, log.append_reserving or log.append_seeded returned.
 */
export const toBatchResults = (requests: readonly EncodedRequest[], row: BatchRow): AppendResult[] => {
  const refusedByNumber = new Map<number, RefusedRequest>();
  for (const refused of row.refused ?? []) refusedByNumber.set(refused.request, refused);
  const base = Number(row.base);
  let position = base;
  return requests.map((request, index) => {
    const refused = refusedByNumber.get(index + 1);
    if (refused) return toRefusedResult(refused);
    position += request.events.length;
    // A no-op is checked before the batch writes. So its position is `base`, which is also stored with its key.
    return { outcome: 'appended', position: request.events.length === 0 ? base : position };
  });
};
