import type { Readable } from 'node:stream';
import type { z } from 'zod';
import type { Call } from '#contract/calls/call.ts';
import type { Permission } from '#contract/policies.ts';
import type { Decision, Reads, StatesOf } from '#events/log/aggregate.ts';
import type { CommandExecutor, CommandResult } from '#events/log/decide.ts';
import type { CommandKey, StoredAnswer } from '#events/log/log.ts';
import type { Identity } from '#platform/identity/verify.ts';
import { type Actor, authorize } from '../actor/actor.ts';
import { type UserState, userOf } from '../users/decide.ts';

type Parsed<S> = S extends z.ZodType ? z.infer<S> : null;

/** What a command gets, validated: nothing reads the raw request. */
export type CommandInput<C extends Call> = {
  params: Parsed<C['params']>;
  body: Parsed<C['body']>;
  identity: Identity;
  /** The key of this act, for ids that are free. */
  key: string;
};

/** What every command carries besides its input. */
export type Act = { commandId: string; correlationId: string; command: CommandKey };

/** A file as it is handed out, while it is being made. */
export type FileAnswer = { name: string; type: string; content: Readable };

/** What a command came to; one that writes state, or makes a file, has no place in the log. */
export type Outcome =
  | CommandResult
  | { outcome: 'kept'; answer: StoredAnswer }
  | { outcome: 'file'; file: FileAnswer };

/** One command of the table of calls and how it is done. */
export type CommandCall = {
  call: Call;
  /** Whether this person may make the call at all, asked before the body is read; throws the refusal. */
  admit: (identity: Identity, caller: UserState) => void;
  run: (executor: CommandExecutor, input: CommandInput<Call>, act: Act) => Promise<Outcome>;
  /**
   * What the body of the stored answer is answered as, to the first sending and to each repeat: for what is not to be
   * stored with it, or is another by now.
   */
  show?: (executor: Pick<CommandExecutor, 'consider'>, stored: unknown) => Promise<unknown>;
  /** Awaited when the command is done and before it is answered. */
  beforeAnswer?: () => Promise<void>;
};

/** As the log's decision, with the body of the answer. */
type DecidedBody<R extends Reads> = Omit<Decision<R>, 'answer'> & { answer: unknown };

const answered = <R extends Reads>({ answer, ...rest }: DecidedBody<R>): Decision<R> => ({
  ...rest,
  answer: { status: 200, body: answer },
});

/**
 * A command of a registered person who has the call's permission.
 * @param reads the streams that the decision rests on.
 * @param decide pure; throws a ProblemError to refuse.
 */
export const permittedCommand = <const C extends Call & { who: Permission }, R extends Reads>(
  call: C,
  reads: (input: CommandInput<C>) => R,
  decide: (input: CommandInput<C> & { actor: Actor }, states: StatesOf<R>) => DecidedBody<R>,
): CommandCall => ({
  call,
  admit: (identity, caller) => void authorize(identity.userId, caller, call.who),
  run: (executor, given, act) => {
    // `given` was parsed by this call's own schemas.
    const input = given as CommandInput<C>;
    const { userId } = input.identity;
    // The actor's own stream is read with the others, so that the append asserts what was decided on.
    const all = { ...reads(input), actor: { ...userOf(userId), readOnly: true } };
    type All = R & { actor: ReturnType<typeof userOf> };
    const actorIn = (states: StatesOf<All>): Actor => authorize(userId, states.actor, call.who);
    return executor.execute<All>({
      ...act,
      reads: all,
      metadata: (states) => ({ actor: actorIn(states), correlationId: act.correlationId }),
      decide: (states) => answered<R>(decide({ ...input, actor: actorIn(states) }, states)) as Decision<All>,
    });
  },
});

/**
 * A command of whoever is signed in, registered or not: it says itself whom it lets in, and as whom they act.
 */
export const openCommand = <const C extends Call, R extends Reads>(
  call: C,
  options: {
    admit: CommandCall['admit'];
    reads: (input: CommandInput<C>) => R;
    actor: (input: CommandInput<C>, states: StatesOf<R>) => Actor;
    beforeAnswer?: () => Promise<void>;
  },
  decide: (input: CommandInput<C>, states: StatesOf<R>) => DecidedBody<R>,
): CommandCall => ({
  call,
  admit: options.admit,
  run: (executor, given, act) => {
    const input = given as CommandInput<C>;
    return executor.execute<R>({
      ...act,
      reads: options.reads(input),
      metadata: (states) => ({ actor: options.actor(input, states), correlationId: act.correlationId }),
      decide: (states) => answered<R>(decide(input, states)),
    });
  },
  ...(options.beforeAnswer ? { beforeAnswer: options.beforeAnswer } : {}),
});
