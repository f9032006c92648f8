/**
 * Carries out commands: folds the streams that a command rests on, lets its pure decider decide, and appends what was
 * decided on condition that all those streams still stand where they stood. Commands of one process that write the
 * same stream take turns: each is decided on the state that the one before left, folded forward in memory, without a
 * round trip in between. Other processes are found by the conflict, and the decision is made anew.
 */
import { PersonRemovedError } from '../vault/vault.ts';
import type { Decision, Reads, StatesOf, StreamRead } from './aggregate.ts';
import {
  type AppendRequest,
  type AppendResult,
  type CommandKey,
  type EventMetadata,
  type KnownCommand,
  type LogAppender,
  type LogReader,
  LogUnavailableError,
  type StoredAnswer,
} from './log.ts';
import { type Folded, StateCache } from './state-cache.ts';
import { Turn, Turns } from './stream-locks.ts';

export type Command<R extends Reads> = {
  commandId: string;
  /** May depend on what was read, as the actor's role does. */
  metadata: EventMetadata | ((states: StatesOf<R>) => EventMetadata);
  command?: CommandKey;
  reads: R;
  /** Pure, and called again whenever what it rests on has changed. Throws to refuse. */
  decide: (states: StatesOf<R>) => Decision<R>;
};

export type CommandResult =
  /** `position`: of the last event, or the log's head for a no-op. */
  { outcome: 'done'; position: number; answer: StoredAnswer } | KnownCommand;

export interface CommandExecutor {
  /**
   * @throws what `decide` throws, if it does so on freshly read state and the key was not done before;
   * LogUnavailableError when the turn or the append does not come in time.
   */
  execute<R extends Reads>(command: Command<R>): Promise<CommandResult>;
  /**
   * Looks without writing, for what is asked before a command is even read.
   * @throws what `look` throws, if it does so on freshly read state.
   */
  consider<R extends Reads, T>(reads: R, look: (states: StatesOf<R>) => T): Promise<T>;
}

/** How long a command may wait for its turn at its streams, and how long it may lose against other processes. */
const patience = 2_000;

const tooBusy = () =>
  new LogUnavailableError('Too many commands wait for the same stream. Try again in a moment.');

type Attempt = {
  request: AppendRequest;
  written: { read: StreamRead<unknown>; from: Folded; name: string }[];
};

class Executor implements CommandExecutor {
  readonly #appender: LogAppender;
  readonly #reader: Pick<LogReader, 'readStreams' | 'answerOf'>;
  readonly #cache: StateCache;
  readonly #turns = new Turns();
  readonly #onConflict: () => void;

  constructor(options: ExecutorOptions) {
    this.#appender = options.appender;
    this.#reader = options.reader;
    this.#cache = new StateCache(options.reader);
    this.#onConflict = options.onConflict ?? (() => undefined);
  }

  async execute<R extends Reads>(command: Command<R>): Promise<CommandResult> {
    const deadline = performance.now() + patience;
    const turn = await this.#turnAt(Object.values(command.reads));
    try {
      return await this.#decideAndAppend(command, deadline);
    } finally {
      this.#turns.release(turn);
    }
  }

  #turnAt(reads: readonly StreamRead<unknown>[]): Promise<Turn> {
    const exclusive = new Map<string, boolean>();
    for (const read of reads)
      exclusive.set(read.stream, (exclusive.get(read.stream) ?? false) || read.readOnly !== true);
    return new Promise((resolve, reject) => {
      let timer: NodeJS.Timeout | null = null;
      let given = false;
      const turn: Turn = new Turn(
        [...exclusive].map(([name, alone]) => ({ name, exclusive: alone })),
        () => {
          // Who has given up passes the turn on as soon as it comes.
          if (given) return this.#turns.release(turn);
          given = true;
          if (timer) clearTimeout(timer);
          resolve(turn);
        },
      );
      this.#turns.ask(turn);
      if (given) return;
      timer = setTimeout(() => {
        given = true;
        reject(tooBusy());
      }, patience);
    });
  }

  async consider<R extends Reads, T>(reads: R, look: (states: StatesOf<R>) => T): Promise<T> {
    const all = Object.values(reads);
    const { folded, allFresh } = await this.#cache.load(all);
    try {
      return look(statesOf(reads, folded));
    } catch (refusal) {
      if (allFresh) throw refusal;
      return look(statesOf(reads, await this.#cache.catchUp(all)));
    }
  }

  async #decideAndAppend<R extends Reads>(command: Command<R>, deadline: number): Promise<CommandResult> {
    const reads = Object.values(command.reads);
    const loaded = await this.#cache.load(reads);
    let folded = loaded.folded;
    let fresh = loaded.allFresh;
    // One stream under two names: both must stand at the same version.
    if (!fresh && !agree(reads, folded)) {
      folded = await this.#cache.catchUp(reads);
      fresh = true;
    }
    for (;;) {
      const states = statesOf(command.reads, folded);
      let decision: Decision<R>;
      try {
        decision = command.decide(states);
      } catch (refusal) {
        if (fresh) {
          const known = command.command ? await this.#reader.answerOf(command.command) : null;
          if (known) return known;
          throw refusal;
        }
        folded = await this.#cache.catchUp(reads);
        fresh = true;
        continue;
      }
      const { request, written } = attemptOf(command, states, decision, folded);
      const result = await this.#append(request);
      if (result.outcome === 'appended') {
        for (const { read, from, name } of written)
          this.#cache.advance(read, from, decision.events?.[name] ?? []);
        return { outcome: 'done', position: result.position, answer: decision.answer };
      }
      if (result.outcome !== 'conflict') return result;
      this.#onConflict();
      if (performance.now() > deadline)
        throw new LogUnavailableError('Others kept changing the same streams. Try again in a moment.');
      folded = await this.#cache.catchUp(reads);
      fresh = true;
    }
  }

  async #append(request: AppendRequest): Promise<AppendResult> {
    try {
      return await this.#appender.append(request);
    } catch (error) {
      if (!(error instanceof PersonRemovedError)) throw error;
      // Their key went with an event of their stream: the decision is made anew on what that stream holds now.
      const stream = request.writes[0]?.stream ?? '';
      return { outcome: 'conflict', stream, version: Number.MAX_SAFE_INTEGER };
    }
  }
}

/** The names and the states stand in the same order, and the states came from the reads' own aggregates. */
const statesOf = <R extends Reads>(reads: R, folded: readonly Folded[]): StatesOf<R> =>
  Object.fromEntries(Object.keys(reads).map((name, index) => [name, folded[index]?.state])) as StatesOf<R>;

const agree = (reads: readonly StreamRead<unknown>[], folded: readonly Folded[]): boolean => {
  const versions = new Map<string, number>();
  return reads.every(({ stream }, index) => {
    const version = folded[index]?.version ?? 0;
    const other = versions.get(stream);
    versions.set(stream, version);
    return other === undefined || other === version;
  });
};

/** The append that a decision asks for: what it wrote, and every other stream that it rests on as an assert. */
const attemptOf = <R extends Reads>(
  command: Command<R>,
  states: StatesOf<R>,
  decision: Decision<R>,
  folded: readonly Folded[],
): Attempt => {
  const written: Attempt['written'] = [];
  const asserts = new Map<string, number>();
  const writes: AppendRequest['writes'][number][] = [];
  for (const [index, [name, read]] of Object.entries(command.reads).entries()) {
    const from = folded[index] ?? { state: read.aggregate.initial, version: 0 };
    const events = decision.events?.[name] ?? [];
    if (events.length === 0) {
      asserts.set(read.stream, from.version);
      continue;
    }
    if (read.readOnly)
      throw new TypeError(`The decision writes to ${read.stream}, which it said it only reads.`);
    if (writes.some(({ stream }) => stream === read.stream))
      throw new TypeError(`The decision writes to ${read.stream} under two names.`);
    writes.push({ stream: read.stream, expectedVersion: from.version, events });
    written.push({ read, from, name });
  }
  for (const { stream } of writes) asserts.delete(stream);
  return {
    written,
    request: {
      commandId: command.commandId,
      writes,
      asserts: [...asserts].map(([stream, version]) => ({ stream, version })),
      metadata: typeof command.metadata === 'function' ? command.metadata(states) : command.metadata,
      ...(command.command ? { command: { ...command.command, answer: decision.answer } } : {}),
      ...(decision.destroyKeysOf ? { destroyKeysOf: decision.destroyKeysOf } : {}),
    },
  };
};

export type ExecutorOptions = {
  appender: LogAppender;
  /** Of the command-api's role: it reads streams and the answers of commands. */
  reader: Pick<LogReader, 'readStreams' | 'answerOf'>;
  /** Called for each decision that has to be made anew, for the metrics. */
  onConflict?: () => void;
};

export const openExecutor = (options: ExecutorOptions): CommandExecutor => new Executor(options);
