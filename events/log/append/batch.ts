import { integerArray, textArray, uuidArray } from './array-parameter.ts';
import type { EncodedRequest } from './encoded-request.ts';
import type { AppendResult, StoredAnswer } from '../log.ts';

/** The parameters of log.append_batch, in order (see migrations 0004). */
export const batchParameters = (requests: readonly EncodedRequest[]): Buffer[] => {
  const commands: string[] = [];
  const metadata: string[] = [];
  const lastEvents: number[] = [];
  const keys: (string | null)[] = [];
  const bodyHashes: (string | null)[] = [];
  const statuses: (number | null)[] = [];
  const answers: (string | null)[] = [];
  const expects = { request: [] as number[], stream: [] as string[], version: [] as number[] };
  const events = {
    request: [] as number[],
    stream: [] as string[],
    version: [] as number[],
    type: [] as string[],
    schemaVersion: [] as number[],
    data: [] as string[],
  };
  const destroy = { request: [] as number[], person: [] as string[] };
  let number = 0;
  for (const request of requests) {
    number += 1;
    commands.push(request.commandId);
    metadata.push(request.metadata);
    keys.push(request.key);
    bodyHashes.push(request.bodyHash);
    statuses.push(request.status);
    answers.push(request.answer);
    for (const { stream, version } of request.expects) {
      expects.request.push(number);
      expects.stream.push(stream);
      expects.version.push(version);
    }
    for (const event of request.events) {
      events.request.push(number);
      events.stream.push(event.stream);
      events.version.push(event.version);
      events.type.push(event.type);
      events.schemaVersion.push(event.schemaVersion);
      events.data.push(event.data);
    }
    lastEvents.push(request.events.length === 0 ? 0 : events.request.length);
    for (const person of request.destroy) {
      destroy.request.push(number);
      destroy.person.push(person);
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
    integerArray(expects.request),
    textArray(expects.stream),
    integerArray(expects.version),
    integerArray(events.request),
    textArray(events.stream),
    integerArray(events.version),
    textArray(events.type),
    integerArray(events.schemaVersion),
    textArray(events.data),
    integerArray(destroy.request),
    uuidArray(destroy.person),
  ];
};

export const batchStatement = {
  name: 'append-batch',
  text: `select base, refused from log.append_batch(${Array.from({ length: 18 }, (_, index) => `$${index + 1}`).join(', ')})`,
};

/** As log.write_batch describes a request of which nothing was written. */
type Refused = {
  request: number;
  outcome: 'repeated' | 'key-reused' | 'conflict';
  position: number;
  status: number;
  answer: unknown;
  stream: string;
  version: number;
};

/** `base`: the last position before the batch; `refused`: of what nothing was written. */
export type BatchRow = { base: string; refused: readonly Refused[] | null };

const refusal = (refused: Refused): AppendResult => {
  if (refused.outcome === 'key-reused') return { outcome: 'key-reused' };
  if (refused.outcome === 'conflict')
    return { outcome: 'conflict', stream: refused.stream, version: refused.version };
  const answer: StoredAnswer = { status: refused.status, body: refused.answer };
  return { outcome: 'repeated', position: refused.position, answer };
};

/**
 * @param row what log.append_batch gave.
 * @returns the results in the order of the requests.
 */
export const batchResults = (requests: readonly EncodedRequest[], row: BatchRow): AppendResult[] => {
  const refused = new Map<number, Refused>();
  for (const one of row.refused ?? []) refused.set(one.request, one);
  const base = Number(row.base);
  let position = base;
  return requests.map((request, index) => {
    const no = refused.get(index + 1);
    if (no) return refusal(no);
    position += request.events.length;
    // A no-op was checked before its neighbours wrote; the same position is stored with its key.
    return { outcome: 'appended', position: request.events.length === 0 ? base : position };
  });
};
