/**
 * Command handlers: one for each POST, PUT, PATCH or DELETE endpoint. Most handlers are a list of steps:
 *
 * 1. `authorize`: may the caller use this endpoint at all? Checked before the body is read.
 * 2. `resolve`: finds what the decision needs beyond the input and its own streams, for example the record that an ambiguous id
 *    means, the number of rows in a read table, or random bytes. It is the only step before the append that may be asynchronous.
 * 3. `writes`, `reads`: name the streams that the decision depends on. The append asserts the versions of all of them.
 * 4. `decide`: turns input, states and resolved values into events and an answer, without side effects. It may run
 *    several times, for example after a conflict.
 * 5. `presentAnswer`: turns the stored answer into the response body.
 *
 * `createStateHandler` creates the handlers of commands whose result is not in the log. The handler of the data copy writes nothing, and
 * uses `defineHandler` directly.
 */
import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { z } from 'zod';
import type { Endpoint } from '#contract/endpoints/endpoint.ts';
import type { Permission } from '#contract/policies.ts';
import type { Decision, Reads } from '#events/log/aggregate.ts';
import type { Command, CommandExecutor, CommandResult } from '#events/log/command-executor.ts';
import type { CommandKey, KnownCommand, StoredAnswer } from '#events/log/log.ts';
import type { Identity } from '#platform/identity/identity-verifier.ts';
import { ProblemError } from '#platform/problems.ts';
import { type UserState, userById } from '../aggregates/user.ts';
import { type Actor, authorize, ownEmailsOf } from '../authorization.ts';
import { type HandlerDecision, OutdatedResolutionError, type StatesOf, type Streams } from './decision.ts';

type Parsed<S> = S extends z.core.$ZodType ? z.infer<S> : null;

/** The validated input of a command. Handlers never read the raw request. */
export type CommandInput<C extends Endpoint> = {
  params: Parsed<C['params']>;
  body: Parsed<C['body']>;
  identity: Identity;
  /** The idempotency key. The ids of some new records, such as courses, are derived from it. */
  key: string;
  /** When the request arrived, by the clock of this server. The command may have waited for the log since. */
  arrivedAt: Date;
};

/** The ids and the key of one command, and the callback that traces its decision. */
type CommandRequest = {
  commandId: string;
  correlationId: string;
  commandKey: CommandKey;
} & Pick<Command<Reads>, 'onDecided'>;

/** A file that is generated while it is downloaded. */
export type FileAnswer = { name: string; type: string; content: Readable };

/** The result of a handler. The outcomes `state-written` and `file` have no position in the log. */
export type CommandOutcome =
  | CommandResult
  | { outcome: 'state-written'; answer: StoredAnswer }
  | { outcome: 'file'; file: FileAnswer };

export type CommandHandler = {
  endpoint: Endpoint;
  /** Runs before the body is read. @throws the refusal. */
  authorize: (identity: Identity, caller: UserState) => void;
  execute: (
    executor: CommandExecutor,
    input: CommandInput<Endpoint>,
    request: CommandRequest,
  ) => Promise<CommandOutcome>;
  /**
   * Turns the body of the stored answer into the body of the response, for the first request and for each repetition.
   * Needed if the response changes with time or must not be stored.
   */
  presentAnswer?: (executor: Pick<CommandExecutor, 'find'>, stored: unknown) => Promise<unknown>;
  /** Awaited after the command has been executed and before it is answered. Not called for a refusal or a file. */
  beforeAnswer?: () => Promise<void>;
};

/**
 * Defines a handler whose `execute` receives the input with the types of its endpoint. The cast is safe, because `handleCommand` parses the
 * input with the endpoint's schemas.
 */
export const defineHandler = <const C extends Endpoint>(
  handler: Omit<CommandHandler, 'endpoint' | 'execute'> & {
    endpoint: C;
    execute: (
      executor: CommandExecutor,
      input: CommandInput<C>,
      request: CommandRequest,
    ) => Promise<CommandOutcome>;
  },
): CommandHandler => handler as CommandHandler;

/**
 * The steps of a command; see the top of this file. `T` is what `resolve` returns, `W` and `R` are the streams of `writes` and `reads`, and
 * `I` is the input of `decide`.
 */
type CommandSteps<C extends Endpoint, T, W extends Streams, R extends Streams, I> = {
  /** @throws a ProblemError to refuse. A repetition then gets its stored answer instead of the refusal. */
  resolve?: (input: CommandInput<C>, executor: Pick<CommandExecutor, 'find'>) => Promise<T>;
  /** Streams to which the decision may append. */
  writes: (input: CommandInput<C>, resolved: T) => W;
  /** Streams that the decision only reads. */
  reads?: (input: CommandInput<C>, resolved: T) => R;
  /** @throws a ProblemError to refuse; OutdatedResolutionError to run `resolve` and all later steps again. */
  decide: (input: I, states: StatesOf<W & R>, resolved: T) => HandlerDecision<W>;
  /** The streams alone tell whether the command was executed before: its idempotency key is ignored, and its answer is not stored. */
  isKeyIgnored?: true;
} & Pick<CommandHandler, 'presentAnswer' | 'beforeAnswer'>;

/** The input of `decide` about the registered user who sends the command. */
type ActorInput = { actor: Actor; ownEmails: ReturnType<typeof ownEmailsOf> };

/** The steps in which handlers for registered users differ from handlers for everybody who is signed in. */
type AccessSteps<C extends Endpoint, S extends Streams> = {
  authorize: CommandHandler['authorize'];
  /** Returns the actor for the metadata of the events. */
  actor: (input: CommandInput<C>, states: StatesOf<S>) => Actor;
};

/**
 * Creates the handler of a command for registered users with the endpoint's permission. The actor's own stream is read
 * with the others, so that the append asserts the role on which the decision was based.
 */
export const createCommandHandler = <
  const C extends Endpoint & { access: Permission },
  W extends Streams,
  R extends Streams = Record<never, never>,
  T = undefined,
>(
  endpoint: C,
  steps: CommandSteps<C, T, W, R, CommandInput<C> & ActorInput>,
): CommandHandler => {
  const { reads, decide, ...others } = steps;
  const actor = ({ identity: { userId } }: CommandInput<C>, states: { actor: UserState }): Actor =>
    authorize(userId, states.actor, endpoint.access);
  return createSignedInHandler<C, W, R & { actor: ReturnType<typeof userById> }, T>(endpoint, {
    ...others,
    authorize: ({ userId }, caller) => void authorize(userId, caller, endpoint.access),
    actor,
    reads: (input, resolved) => ({
      ...(reads?.(input, resolved) as R),
      actor: userById(input.identity.userId),
    }),
    decide: (input, states, resolved) =>
      decide(
        {
          ...input,
          actor: actor(input, states),
          ownEmails: ownEmailsOf(input.identity, states.actor),
        },
        states,
        resolved,
      ),
  });
};

/** Creates the handler of a command for everybody who is signed in, registered or not. */
export const createSignedInHandler = <
  const C extends Endpoint,
  W extends Streams,
  R extends Streams = Record<never, never>,
  T = undefined,
>(
  endpoint: C,
  steps: CommandSteps<C, T, W, R, CommandInput<C>> & AccessSteps<C, W & R>,
): CommandHandler => {
  const { authorize, presentAnswer, beforeAnswer } = steps;
  const mayExceedBudget = canExceedBudget(endpoint);
  return defineHandler<C>({
    endpoint,
    authorize,
    execute: async (executor, input, request) => {
      for (let resolutions = 1; ; resolutions += 1) {
        let resolved: T;
        try {
          resolved = (await steps.resolve?.(input, executor)) as T;
        } catch (refusal) {
          return answerRepetition(executor, request.commandKey, refusal);
        }
        try {
          return await executor.execute(commandOf({ ...steps, mayExceedBudget }, input, resolved, request));
        } catch (error) {
          if (!(error instanceof OutdatedResolutionError)) throw error;
          if (resolutions === maxResolutions) throw error.problem;
        }
      }
    },
    ...(presentAnswer ? { presentAnswer } : {}),
    ...(beforeAnswer ? { beforeAnswer } : {}),
  });
};

/** Returns whether the commands of an endpoint may exceed the budget of the day. A command that would only store an answer never may. */
const canExceedBudget = ({ method, isExemptFromBudget }: Endpoint): boolean =>
  method === 'DELETE' || isExemptFromBudget === true;

/** How many times a command is resolved and decided before it is refused, if each resolution turns out to be outdated. */
const maxResolutions = 4;

/**
 * Returns the stored answer if the command was executed before, or the outcome `key-reused` if its key was used with a different body.
 * @throws the refusal if the key is unknown, or if the refusal is not a ProblemError.
 */
export const answerRepetition = async (
  executor: Pick<CommandExecutor, 'answerOf'>,
  commandKey: CommandKey,
  refusal: unknown,
): Promise<KnownCommand> => {
  const known = refusal instanceof ProblemError ? await executor.answerOf(commandKey) : null;
  if (known === null) throw refusal;
  return known;
};

/** Returns the command that the executor executes, from the result of one `resolve`. An optional stream that is null has the state null. */
const commandOf = <C extends Endpoint, T, W extends Streams, R extends Streams>(
  steps: CommandSteps<C, T, W, R, CommandInput<C>> & AccessSteps<C, W & R> & { mayExceedBudget: boolean },
  input: CommandInput<C>,
  resolved: T,
  { correlationId, commandKey, ...request }: CommandRequest,
): Command<Reads> => {
  const writes = steps.writes(input, resolved);
  const streams: Streams = { ...markReadOnly(steps.reads?.(input, resolved) ?? {}), ...writes };
  const names = Object.keys(streams);
  const withMissingStatesAsNull = (states: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(names.map((name) => [name, states[name] ?? null])) as StatesOf<W & R>;
  return {
    ...request,
    // The command id is derived from the key, and the History page relates the events of one command id. If the key is ignored, several
    // commands may have the same key, so each gets a random id.
    ...(steps.isKeyIgnored ? { commandId: randomUUID() } : { commandKey }),
    mayExceedBudget: steps.mayExceedBudget,
    reads: Object.fromEntries(
      Object.entries(streams).flatMap(([name, read]) => (read ? [[name, read]] : [])),
    ),
    metadata: (states) => ({ actor: steps.actor(input, withMissingStatesAsNull(states)), correlationId }),
    decide: (states) => {
      const { events, answer, ...rest } = steps.decide(input, withMissingStatesAsNull(states), resolved);
      return { ...rest, events: groupByStream(writes, events), answer: { status: 200, body: answer } };
    },
  };
};

const markReadOnly = (reads: Streams): Streams =>
  Object.fromEntries(
    Object.entries(reads).map(([name, read]) => [name, read && { ...read, isReadOnly: true }]),
  );

/** Returns the events by the names of their streams. */
const groupByStream = <W extends Streams>(
  writes: W,
  events: HandlerDecision<W>['events'],
): NonNullable<Decision<Reads>['events']> => {
  if (!Array.isArray(events)) return events as NonNullable<Decision<Reads>['events']>;
  const [name, ...others] = Object.keys(writes);
  if (name === undefined || others.length > 0)
    throw new TypeError('A command that writes several streams must name the stream of each event.');
  return { [name]: events };
};
