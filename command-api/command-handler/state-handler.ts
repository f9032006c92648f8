import type { Endpoint } from '#contract/endpoints/endpoint.ts';
import type { Permission } from '#contract/policies.ts';
import type { Reads, StatesOf } from '#events/log/aggregate.ts';
import type { CommandExecutor } from '#events/log/command-executor.ts';
import { userById } from '../aggregates/user.ts';
import { type Actor, authorize } from '../authorization.ts';
import { type CommandHandler, type CommandInput, defineHandler } from './command-handler.ts';

/**
 * Creates the handler of a command whose result is state outside the log: no event, no position and no stored answer. A
 * repetition is executed again.
 */
export const createStateHandler = <
  const C extends Endpoint & { access: Permission; isStateOnly: true },
  R extends Reads = Record<never, never>,
  T = undefined,
>(
  endpoint: C,
  steps: {
    /** Finds what the other steps need and the input does not contain; see `command-handler.ts`. */
    resolve?: (input: CommandInput<C>, executor: Pick<CommandExecutor, 'find'>) => Promise<T>;
    /** The streams that `check` looks at. */
    reads?: (input: CommandInput<C>, resolved: T) => R;
    /** Pure. @throws a ProblemError to refuse. */
    check?: (actor: Actor, states: StatesOf<R>) => void;
    /** Writes the state. @returns the body of the answer. */
    write: (input: CommandInput<C>, resolved: T) => Promise<unknown>;
  },
): CommandHandler =>
  defineHandler<C>({
    endpoint,
    authorize: ({ userId }, caller) => void authorize(userId, caller, endpoint.access),
    execute: async (executor, input) => {
      const { userId } = input.identity;
      const resolved = (await steps.resolve?.(input, executor)) as T;
      const reads = { ...(steps.reads?.(input, resolved) as R), actor: userById(userId) };
      await executor.check(reads, (states) => {
        const actor = authorize(userId, states.actor, endpoint.access);
        steps.check?.(actor, states);
      });
      return {
        outcome: 'state-written',
        answer: { status: 200, body: await steps.write(input, resolved) },
      };
    },
  });
