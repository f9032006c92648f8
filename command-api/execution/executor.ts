import type { DomainEvent } from '#events/catalogue/catalogue.ts';
import type {
  AppendResult,
  CommandKey,
  EventMetadata,
  KnownCommand,
  LogAppender,
  LogReader,
  StoredAnswer,
} from '#events/log/log.ts';
import { LogUnavailableError } from '#events/log/log.ts';
import { PersonRemovedError } from '#events/vault/vault.ts';
import { ProblemError, problemError, tryAgainLater } from '#platform/problems.ts';
import type { Load, Loaded, StreamOf, Write } from './decider.ts';
import { FoldedStates } from './folded-states.ts';
import { StreamTurns } from './stream-turns.ts';

/** What a command comes to: what is written, by whom, and the answer. No writes: nothing was to be done. */
export type Plan = {
  actor: EventMetadata['actor'];
  writes: readonly Write[];
  answer: unknown;
  /** Persons whose key is destroyed with the append. */
  destroyKeysOf?: readonly string[];
};

export type Command = {
  commandId: string;
  correlationId: string;
  key: CommandKey;
  /** Decides on loaded states; refuses by throwing a ProblemError. May be run again on fresher states. */
  decide: (load: Load) => Promise<Plan>;
};

export type Outcome = { answer: StoredAnswer; position: number };

/** Conflicts are decided anew for so long; then the caller is told to come again, never a false conflict. */
const patience = 2_000;

const busy = (cause?: unknown) =>
  tryAgainLater('unavailable', 'Too many changes happen here at once. Try again in a moment.', 1, cause);

/**
 * Runs commands: load states, decide, append, all versions asserted that the decision rested on. A conflict is decided
 * anew; a refusal that rested on held states is decided again on freshly read ones before it is given; a command
 * whose key was done before gets its first answer, whatever the state says now.
 */
export class Executor {
  readonly #reader: LogReader;
  readonly #appender: LogAppender;
  readonly #states: FoldedStates;
  readonly #turns = new StreamTurns();
  readonly #onConflict: () => void;
  constructor(options: { reader: LogReader; appender: LogAppender; onConflict?: () => void }) {
    this.#reader = options.reader;
    this.#appender = options.appender;
    this.#states = new FoldedStates(options.reader);
    this.#onConflict = options.onConflict ?? (() => {});
  }

  /** Decides without appending, for what is asked before a body is read. A refusal rests on freshly read states. */
  async consider<T>(decide: (load: Load) => Promise<T>): Promise<T> {
    return (await this.#decide(decide, false)).decided;
  }

  /**
   * @throws ProblemError: the decision's own, `key-reused`, or `unavailable` after 2 s of conflicts or of a log out of reach.
   */
  async execute(command: Command): Promise<Outcome> {
    const deadline = performance.now() + patience;
    let endTurn: (() => void) | null = null;
    try {
      for (let fresh = false; ; ) {
        const { decided: plan, loaded } = await this.#decideOrRepeat(command, fresh);
        if ('outcome' in plan) return repeated(plan);
        const result = await this.#append(command, plan, loaded);
        if (result.outcome === 'appended') {
          for (const { stream, expectedVersion, events, after } of plan.writes)
            this.#states.keep(stream, { version: expectedVersion + events.length, state: after });
          return { answer: { status: 200, body: plan.answer }, position: result.position };
        }
        if (result.outcome !== 'conflict') return repeated(result);
        this.#onConflict();
        endTurn ??= await this.#turns.take(result.stream, deadline);
        if (endTurn === null || performance.now() > deadline) throw busy();
        fresh = (this.#states.versionOf(result.stream) ?? -1) < result.version;
      }
    } finally {
      endTurn?.();
    }
  }

  /** The first answer to a command whose key is known, else null. */
  async answerOf(key: CommandKey): Promise<Outcome | null> {
    const known = await this.#reader.answerOf(key);
    return known === null ? null : repeated(known);
  }

  async #decideOrRepeat(
    command: Command,
    fresh: boolean,
  ): Promise<{ decided: Plan | KnownCommand; loaded: readonly Loaded<unknown, never>[] }> {
    try {
      return await this.#decide(command.decide, fresh);
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      const known = await this.#reader.answerOf(command.key);
      if (known === null) throw error;
      return { decided: known, loaded: [] };
    }
  }

  async #decide<T>(
    decide: (load: Load) => Promise<T>,
    fresh: boolean,
  ): Promise<{ decided: T; loaded: readonly Loaded<unknown, never>[] }> {
    const loaded = new Map<string, Loaded<unknown, never>>();
    let restsOnHeld = false;
    const load: Load = async <S, E extends DomainEvent>(of: StreamOf<S, E>) => {
      // One decision sees one version of a stream, however often it asks.
      const seen = loaded.get(of.stream);
      if (seen) return seen as unknown as Loaded<S, E>;
      const held =
        this.#states.held(of) ?? (of.likelyNew ? { ...of, version: 0, state: of.decider.initial } : null);
      const use = fresh || held === null ? await this.#states.refreshed(of) : held;
      if (use === held) restsOnHeld = true;
      loaded.set(of.stream, use as unknown as Loaded<unknown, never>);
      return use;
    };
    try {
      const decided = await decide(load);
      return { decided, loaded: [...loaded.values()] };
    } catch (error) {
      if (error instanceof ProblemError && restsOnHeld) return this.#decide(decide, true);
      throw error;
    }
  }

  async #append(
    command: Command,
    plan: Plan,
    loaded: readonly Loaded<unknown, never>[],
  ): Promise<AppendResult> {
    const writes = plan.writes.filter((one) => one.events.length > 0);
    const written = new Set(writes.map((one) => one.stream));
    try {
      return await this.#appender.append({
        commandId: command.commandId,
        writes: writes.map(({ stream, expectedVersion, events }) => ({ stream, expectedVersion, events })),
        asserts: loaded.flatMap(({ stream, version }) => (written.has(stream) ? [] : [{ stream, version }])),
        metadata: { actor: plan.actor, correlationId: command.correlationId },
        command: { ...command.key, answer: { status: 200, body: plan.answer } },
        ...(plan.destroyKeysOf ? { destroyKeysOf: plan.destroyKeysOf } : {}),
      });
    } catch (error) {
      // Their key is gone, so their stream has moved on: the decision is made again on what it holds now.
      if (error instanceof PersonRemovedError) {
        const [stream = ''] = written;
        return { outcome: 'conflict', stream, version: Number.MAX_SAFE_INTEGER };
      }
      if (error instanceof LogUnavailableError)
        throw tryAgainLater('unavailable', 'The school cannot write at the moment. Try again.', 2, error);
      throw error;
    }
  }
}

const repeated = (known: KnownCommand): Outcome => {
  if (known.outcome === 'key-reused')
    throw problemError(
      'key-reused',
      'This Idempotency-Key was already used with another body. Make a new key.',
    );
  return { answer: known.answer, position: known.position };
};
