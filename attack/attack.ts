import { headers } from '#contract/headers.ts';
import { createSeededRandom } from '#platform/seeded-random.ts';
import { checkAnswer, checkPermission, type Exchange, type Policies } from './checks/answers.ts';
import { EventCheck } from './checks/event-check.ts';
import type { Finding } from './checks/finding.ts';
import { checkMemory, type MemoryUse, summarizeMemoryUse } from './checks/memory.ts';
import { readGrammar } from './grammar/operations.ts';
import { createRequest } from './grammar/request.ts';
import { KnownRecords } from './known-records.ts';
import { People } from './people.ts';
import { prime } from './prime.ts';
import { openConnections, type SendLimits } from './send.ts';
import type { StoredEvent, Target } from './target.ts';

export type AttackOptions = SendLimits & {
  seed: number;
  /** How many requests are sent, unless the attack ends earlier. */
  requests: number;
  /** The attack ends after this time, even if it has sent fewer requests. */
  maxMinutes: number;
  /** How many requests are in flight at once. With 1, two runs with the same seed make the same choices in the same order. */
  concurrency: number;
  /** After this many requests, the log and the answers are checked and the memory is measured. */
  roundSize: number;
  /** Which role may do what. */
  policies: Policies;
  /** Called after each round, with the memory of each process in bytes. */
  onProgress?: (sent: number, findings: readonly Finding[], memory: ReadonlyMap<string, number>) => void;
};

/** The results of a run. */
export type AttackReport = {
  sent: number;
  seconds: number;
  findings: readonly Finding[];
  /** Answers by status; `closed`, `timeout` and `cut` are results without a complete answer. */
  statuses: ReadonlyMap<string, number>;
  /** Requests by kind of sender. */
  senders: ReadonlyMap<string, number>;
  /** How many operations the product has. */
  operations: number;
  /** The operations that never succeeded. */
  neverSucceeded: readonly string[];
  /** How many events were checked. */
  events: number;
  /** 99 % of the requests ended within this time, with or without an answer. */
  p99Ms: number;
  slowestMs: number;
  largestBytes: number;
  memory: readonly MemoryUse[];
};

/** The attack ends with the round in which it has this many findings. More would say nothing new, and would fill the memory. */
const maxFindings = 200;
/** How many idempotency keys of earlier requests, and how many entity tags of their answers, are kept, for requests that repeat them. */
const maxSeenValues = 50;

/** Attacks a product and checks what it does. See attack/README.md. */
export const attack = async (target: Target, options: AttackOptions): Promise<AttackReport> => {
  const startedAt = performance.now();
  const deadline = startedAt + options.maxMinutes * 60_000;
  const random = createSeededRandom(options.seed);
  const connections = openConnections(target.url, options);
  const people = new People(target, random);
  const records = new KnownRecords(random);
  const eventCheck = new EventCheck(options.policies);
  const grammar = await readGrammar(target.url);
  const seen = { keys: [] as string[], tags: [] as string[], logId: random.uuid(), head: 0 };
  const counters = new Counters(grammar.operations.map(({ id }) => id));
  const memorySamples = new Map<string, number[]>();
  const findings: Finding[] = [];
  const operationIds = new Map(grammar.operations.map(({ id, endpoint }) => [endpoint, id]));
  let events = 0;
  let memoryNow: ReadonlyMap<string, number> = new Map();

  const replacePeople = async () => {
    await people.replace((userId) => eventCheck.roles.current(userId));
    for (const { userId } of people.spares) records.add('user', userId, null);
    await skipEvents();
  };
  /** Folds all new events without checking them. The attack's own set-up caused them, or an unanswered request that was executed late. */
  const skipEvents = async () => {
    for (let page = await target.readEvents(eventCheck.position); page.length > 0; ) {
      eventCheck.skip(page);
      page = await target.readEvents(eventCheck.position);
    }
    seen.head = Math.max(seen.head, eventCheck.position);
  };

  const sendOne = async (index: number): Promise<Exchange> => {
    const request = createRequest(index, { random, grammar, people, records, seen });
    const headBefore = seen.head;
    const outcome = await connections.send(request);
    counters.add(
      request.sender.kind,
      request.endpoint ? (operationIds.get(request.endpoint) ?? null) : null,
      outcome,
    );
    seen.head = Math.max(seen.head, Number(outcome.headers[headers.logPosition] ?? 0) || 0);
    seen.logId = outcome.headers[headers.logId] ?? seen.logId;
    remember(seen.tags, outcome.headers.etag);
    remember(seen.keys, request.headers.find(([name]) => name === headers.idempotencyKey)?.[1]);
    if (outcome.status === 200 && outcome.headers['content-type']?.startsWith('application/json'))
      records.learn(request.path, parseOrNull(outcome.text), request.sender.userId);
    return { request, outcome, headBefore };
  };

  /** Checks what the requests of the last round did. The attack sends no requests meanwhile. */
  const checkRound = async (exchanges: readonly Exchange[]): Promise<void> => {
    const byRequestId = new Map(
      exchanges.flatMap((exchange) => {
        const id = exchange.outcome.headers[headers.requestId];
        return id === undefined ? [] : [[id, exchange] as const];
      }),
    );
    let unanswered = exchanges.filter(({ outcome }) => outcome.headers[headers.requestId] === undefined);
    let page: readonly StoredEvent[];
    do {
      page = await target.readEvents(eventCheck.position);
      events += page.length;
      // The call is needed even if there are no events: unanswered requests may cause some later.
      findings.push(...eventCheck.check(page, byRequestId, unanswered));
      unanswered = [];
    } while (page.length > 0);
    for (const exchange of exchanges) {
      const { userId } = exchange.request.sender;
      const roles =
        userId === null
          ? new Set([null])
          : eventCheck.roles.between(userId, exchange.headBefore, eventCheck.position);
      findings.push(...checkAnswer(exchange, roles), ...checkPermission(exchange, roles, options.policies));
    }
    memoryNow = target.readMemory();
    for (const [name, bytes] of memoryNow)
      memorySamples.set(name, [...(memorySamples.get(name) ?? []), bytes]);
  };

  try {
    await people.registerAll();
    for (const userType of ['Student', 'Instructor', 'Admin'] as const)
      for (const { userId } of people.all(userType)) records.add('user', userId, userId);
    await prime(target.url, people, records);
    await skipEvents();
    let sent = 0;
    while (sent < options.requests && performance.now() < deadline && findings.length < maxFindings) {
      const end = Math.min(sent + options.roundSize, options.requests);
      const exchanges: Exchange[] = [];
      const sendNext = async () => {
        while (sent < end && performance.now() < deadline) {
          sent += 1;
          exchanges.push(await sendOne(sent));
        }
      };
      await Promise.all(Array.from({ length: options.concurrency }, sendNext));
      await checkRound(exchanges);
      options.onProgress?.(sent, findings, memoryNow);
      await replacePeople();
    }
    const memory = [...memorySamples].flatMap(([name, values]) => summarizeMemoryUse(name, values) ?? []);
    return {
      sent,
      seconds: (performance.now() - startedAt) / 1000,
      findings: [...findings, ...memory.flatMap(checkMemory)],
      ...counters.summary(),
      events,
      memory,
    };
  } finally {
    connections.close();
  }
};

/** Appends a value, and removes the oldest one if there are more than `maxSeenValues`. */
const remember = (values: string[], value: string | undefined): void => {
  if (value === undefined) return;
  values.push(value);
  if (values.length > maxSeenValues) values.shift();
};

const parseOrNull = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // Only the beginning of a long answer is kept, and that is not valid JSON.
    return null;
  }
};

/** Collects the numbers of the report. */
class Counters {
  readonly #statuses = new Map<string, number>();
  readonly #senders = new Map<string, number>();
  readonly #unsuccessful: Set<string>;
  readonly #operationCount: number;
  /** Of all requests. A run has at most a million, so they need a few megabytes. */
  readonly #durationsMs: number[] = [];
  #slowestMs = 0;
  #largestBytes = 0;

  constructor(operations: readonly string[]) {
    this.#operationCount = operations.length;
    this.#unsuccessful = new Set(operations);
  }

  add(
    sender: string,
    operation: string | null,
    { result, status, ms, bytes }: { result: string; status: number; ms: number; bytes: number },
  ): void {
    const label = result === 'answered' ? `${status}` : result;
    this.#statuses.set(label, (this.#statuses.get(label) ?? 0) + 1);
    this.#senders.set(sender, (this.#senders.get(sender) ?? 0) + 1);
    if (operation !== null && status >= 200 && status < 300) this.#unsuccessful.delete(operation);
    this.#durationsMs.push(ms);
    this.#slowestMs = Math.max(this.#slowestMs, ms);
    this.#largestBytes = Math.max(this.#largestBytes, bytes);
  }

  summary() {
    const sorted = this.#durationsMs.toSorted((one, other) => one - other);
    return {
      statuses: this.#statuses,
      senders: this.#senders,
      operations: this.#operationCount,
      neverSucceeded: [...this.#unsuccessful],
      p99Ms: sorted[Math.floor(sorted.length * 0.99)] ?? 0,
      slowestMs: this.#slowestMs,
      largestBytes: this.#largestBytes,
    };
  }
}
