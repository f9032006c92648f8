/**
 * Executes commands. The executor folds the streams that a command reads into states, and lets the command's pure `decide` choose the
 * events. It appends them only if none of these streams has changed in the meantime.
 *
 * Commands of one process that write the same stream run one after the other. Each is decided on the state that the
 * previous one left in the cache, without a round trip to the database. If another process has
 * written the same stream, the append is a conflict: the executor then reads the streams again and repeats the decision. If the primary
 * has begun another run (primary-run.ts), the append is a conflict too, because events of the cached states may be lost.
 */
import type { Decision, Reads, StatesOf, StreamRead } from './aggregate.ts';
import {
  type AppendRequest,
  type AppendResult,
  type CommandKey,
  type EmailTaken,
  type EventMetadata,
  type KnownCommand,
  type LogAppender,
  type LogReader,
  LogUnavailableError,
  type OverBudget,
  type StoredAnswer,
} from './log.ts';
import { PersonRemovedError } from './person-keys.ts';
import { type Folded, type FoldedInRun, StateCache } from './state-cache.ts';
import { LockRequest, StreamLocks } from './stream-locks.ts';

export type Command<R extends Reads> = {
  commandId: string;
  /** A function if it depends on the states, as the actor's role does. */
  metadata: EventMetadata | ((states: StatesOf<R>) => EventMetadata);
  /** Identifies repetitions. A command without a key is never recognized as a repetition. */
  commandKey?: CommandKey;
  /** Every stream that the decision depends on. The append asserts their versions. */
  reads: R;
  /**
   * Whether the command is executed even if its actor has spent the budget of the day. Does not apply to a decision without events whose
   * answer is stored, because nothing else would bound the number of such answers.
   */
  mayExceedBudget?: boolean;
  /** Pure. Runs again if the states were outdated. Throws to refuse the command. */
  decide: (states: StatesOf<R>) => Decision<R>;
  /**
   * Called for each decision, for traces.
   * @param startedAt when the executor began to load the states, in the time of `performance.now()`.
   * @param refusal what `decide` threw on fresh states; null if it decided.
   */
  onDecided?: (startedAt: number, refusal: unknown) => void;
};

export type CommandResult =
  /** `position`: of the last event, or the log's head if there are no events. */
  { outcome: 'done'; position: number; answer: StoredAnswer } | EmailTaken | OverBudget | KnownCommand;

export interface CommandExecutor {
  /**
   * Decides a command and appends its events.
   * @throws the refusal that `decide` throws on freshly read states, unless the key has a stored answer;
   * LogUnavailableError if the command waits for its locks, or still conflicts, after `timeoutMs`; errors of `LogAppender.append`,
   * but PersonRemovedError only if a key was destroyed without an event in these streams, for example by an import without keys;
   * database errors if the streams cannot be read.
   */
  execute<R extends Reads>(command: Command<R>): Promise<CommandResult>;
  /**
   * Runs a check on states without writing. A check that throws on cached states runs again on fresh ones.
   * @throws what `check` throws on freshly read states.
   */
  check<R extends Reads, T>(reads: R, check: (states: StatesOf<R>) => T): Promise<T>;
  /**
   * Looks something up in states without writing.
   * @param select returns null if the states do not contain it. A null from cached states is checked again on fresh ones.
   */
  find<R extends Reads, T>(reads: R, select: (states: StatesOf<R>) => T | null): Promise<T | null>;
  /** Returns the stored answer of a command, or `key-reused` if the key was used with a different body; null if no answer is stored for the key. */
  answerOf(commandKey: CommandKey): Promise<KnownCommand | null>;
}

type ExecutorReader = Pick<LogReader, 'readStreamsInRun' | 'primaryRun' | 'answerOf'>;

type CommandExecutorOptions = {
  appender: LogAppender;
  /** Reads with the role of the command-api, which may select streams and stored answers. */
  reader: ExecutorReader;
  /**
   * How long a command waits for its locks; default 2 s. After a conflict with another process, a command is decided again only until this
   * time has passed since it began to wait.
   */
  timeoutMs?: number;
  /** Called for each append that conflicts, for the metrics. */
  onConflict?: () => void;
};

/** Creates a command executor, with a state cache and locks of its own. */
export const createCommandExecutor = (options: CommandExecutorOptions): CommandExecutor =>
  new Executor(options);

class Executor implements CommandExecutor {
  readonly #appender: LogAppender;
  readonly #reader: ExecutorReader;
  readonly #cache: StateCache;
  readonly #locks = new StreamLocks();
  readonly #timeoutMs: number;
  readonly #onConflict: () => void;

  constructor(options: CommandExecutorOptions) {
    this.#appender = options.appender;
    this.#reader = options.reader;
    this.#cache = new StateCache(options.reader);
    this.#timeoutMs = options.timeoutMs ?? 2_000;
    this.#onConflict = options.onConflict ?? (() => undefined);
  }

  async execute<R extends Reads>(command: Command<R>): Promise<CommandResult> {
    const deadline = performance.now() + this.#timeoutMs;
    const lock = await this.#lock(Object.values(command.reads));
    try {
      return await this.#decideAndAppend(command, deadline);
    } finally {
      this.#locks.release(lock);
    }
  }

  async check<R extends Reads, T>(reads: R, check: (states: StatesOf<R>) => T): Promise<T> {
    const { folded, areFresh } = await this.#cache.loadConfirmed(Object.values(reads));
    try {
      return check(statesOf(reads, folded));
    } catch (refusal) {
      if (areFresh) throw refusal;
      return check(await this.#readFreshStates(reads));
    }
  }

  async find<R extends Reads, T>(reads: R, select: (states: StatesOf<R>) => T | null): Promise<T | null> {
    const { folded, areFresh } = await this.#cache.loadConfirmed(Object.values(reads));
    const found = select(statesOf(reads, folded));
    return found !== null || areFresh ? found : select(await this.#readFreshStates(reads));
  }

  answerOf(commandKey: CommandKey): Promise<KnownCommand | null> {
    return this.#reader.answerOf(commandKey);
  }

  async #readFreshStates<R extends Reads>(reads: R): Promise<StatesOf<R>> {
    return statesOf(reads, (await this.#cache.catchUp(Object.values(reads))).folded);
  }

  /** Locks streams: shared if they are only read, exclusive if the command may write to them. */
  #lock(reads: readonly StreamRead<unknown>[]): Promise<LockRequest> {
    const isExclusiveByStream = new Map<string, boolean>();
    for (const { stream, isReadOnly } of reads)
      isExclusiveByStream.set(stream, isExclusiveByStream.get(stream) === true || isReadOnly !== true);
    return new Promise((resolve, reject) => {
      let timer: NodeJS.Timeout | null = null;
      let isSettled = false;
      const request: LockRequest = new LockRequest(
        [...isExclusiveByStream].map(([name, isExclusive]) => ({ name, isExclusive })),
        () => {
          // The caller gave up, so the lock is no longer needed.
          if (isSettled) return this.#locks.release(request);
          isSettled = true;
          if (timer) clearTimeout(timer);
          resolve(request);
        },
      );
      this.#locks.acquire(request);
      if (isSettled) return;
      timer = setTimeout(() => {
        isSettled = true;
        reject(
          new LogUnavailableError(
            'Too many commands are waiting for the same stream. Try again in a moment.',
          ),
        );
      }, this.#timeoutMs);
    });
  }

  async #decideAndAppend<R extends Reads>(command: Command<R>, deadline: number): Promise<CommandResult> {
    const reads = Object.values(command.reads);
    let startedAt = performance.now();
    let loaded = await this.#cache.load(reads);
    const rereadStreams = async () => {
      startedAt = performance.now();
      loaded = { ...(await this.#cache.catchUp(reads)), areFresh: true };
    };
    if (!loaded.areFresh && !haveSameVersions(reads, loaded.folded)) await rereadStreams();
    for (;;) {
      const { folded, primaryRun, areFresh } = loaded;
      const states = statesOf(command.reads, folded);
      let decision: Decision<R>;
      try {
        decision = command.decide(states);
      } catch (refusal) {
        if (!areFresh) {
          await rereadStreams();
          continue;
        }
        command.onDecided?.(startedAt, refusal);
        return this.#repeatOrRefuse(command, refusal);
      }
      command.onDecided?.(startedAt, null);
      const { request, written } = prepareAppend(command, states, decision, folded);
      let result: AppendResult;
      try {
        result = await this.#appender.append(
          primaryRun === null ? request : { ...request, readInRun: primaryRun },
        );
      } catch (error) {
        if (!(error instanceof PersonRemovedError)) throw error;
        await rereadStreams();
        // Normally the key was destroyed together with an event of one of these streams, which the next decision takes into account.
        if (!haveChanged({ folded, primaryRun }, loaded)) return this.#repeatOrRefuse(command, error);
        requireTimeLeft(deadline);
        continue;
      }
      if (result.outcome === 'appended') {
        for (const { read, from, name } of written)
          this.#cache.advance(read, from, decision.events?.[name] ?? [], primaryRun);
        return { outcome: 'done', position: result.position, answer: decision.answer };
      }
      if (result.outcome !== 'conflict') return result;
      this.#onConflict();
      requireTimeLeft(deadline);
      await rereadStreams();
    }
  }

  /** Returns the stored answer of the key, or `key-reused`. @throws the refusal if no answer is stored. */
  async #repeatOrRefuse({ commandKey }: Pick<Command<Reads>, 'commandKey'>, refusal: unknown) {
    const known = commandKey ? await this.answerOf(commandKey) : null;
    if (known) return known;
    throw refusal;
  }
}

/** @param deadline in the time of `performance.now()`. @throws LogUnavailableError after the deadline. */
const requireTimeLeft = (deadline: number): void => {
  if (performance.now() > deadline)
    throw new LogUnavailableError('Other requests kept changing the same data. Try again in a moment.');
};

/** Returns whether states that were read again differ in their versions or their run. */
const haveChanged = (before: FoldedInRun, after: FoldedInRun): boolean =>
  before.primaryRun !== after.primaryRun ||
  before.folded.some(({ version }, index) => version !== after.folded[index]?.version);

/** Returns the states by name. `folded` is in the order of the names, and each state came from the aggregate of its read. */
const statesOf = <R extends Reads>(reads: R, folded: readonly Folded[]): StatesOf<R> =>
  Object.fromEntries(Object.keys(reads).map((name, index) => [name, folded[index]?.state])) as StatesOf<R>;

/** Returns whether a stream that is read under two names has the same version under both. */
const haveSameVersions = (reads: readonly StreamRead<unknown>[], folded: readonly Folded[]): boolean => {
  const versions = new Map<string, number>();
  return reads.every(({ stream }, index) => {
    const version = folded[index]?.version ?? 0;
    const other = versions.get(stream);
    versions.set(stream, version);
    return other === undefined || other === version;
  });
};

/**
 * Returns the append request of a decision: its events, and an assert for each other stream that it depends on.
 * @throws TypeError if the decision writes to a read-only stream, or to one stream under two names.
 */
const prepareAppend = <R extends Reads>(
  command: Command<R>,
  states: StatesOf<R>,
  decision: Decision<R>,
  folded: readonly Folded[],
) => {
  const written: { read: StreamRead<unknown>; from: Folded; name: string }[] = [];
  const asserts = new Map<string, number>();
  const writes: AppendRequest['writes'][number][] = [];
  for (const [index, [name, read]] of Object.entries(command.reads).entries()) {
    const from = folded[index] ?? { state: read.aggregate.initial, version: 0 };
    const events = decision.events?.[name] ?? [];
    if (events.length === 0) {
      asserts.set(read.stream, from.version);
      continue;
    }
    if (read.isReadOnly) throw new TypeError(`The decision writes to ${read.stream}, which is read-only.`);
    if (writes.some(({ stream }) => stream === read.stream))
      throw new TypeError(`The decision writes to ${read.stream} under two names.`);
    writes.push({ stream: read.stream, expectedVersion: from.version, events });
    written.push({ read, from, name });
  }
  for (const { stream } of writes) asserts.delete(stream);
  const { commandId, commandKey, metadata } = command;
  const hasOnlyAnswer = writes.length === 0 && commandKey !== undefined;
  const mayExceedBudget = command.mayExceedBudget === true && !hasOnlyAnswer;
  const request: AppendRequest = {
    commandId,
    writes,
    asserts: [...asserts].map(([stream, version]) => ({ stream, version })),
    metadata: typeof metadata === 'function' ? metadata(states) : metadata,
    ...(commandKey ? { command: { ...commandKey, answer: decision.answer } } : {}),
    ...(decision.destroyKeysOf ? { destroyKeysOf: decision.destroyKeysOf } : {}),
    ...(decision.reserveEmail ? { reserveEmail: decision.reserveEmail } : {}),
    ...(mayExceedBudget ? { mayExceedBudget } : {}),
  };
  return { written, request };
};
