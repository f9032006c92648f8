import type { Call } from '#contract/calls/call.ts';
import type { Permission } from '#contract/policies.ts';
import type { Reads, StatesOf } from '#events/log/aggregate.ts';
import { type Actor, authorize } from '../actor/actor.ts';
import { userOf } from '../users/decide.ts';
import type { CommandCall, CommandInput } from './command-call.ts';

/**
 * A command of a registered person that writes state: neither history nor derived, so there is no event, no position and
 * no stored answer. A repetition writes the same once more.
 * @param options.reads the streams that `allow` looks at.
 * @param options.allow pure; throws a ProblemError to refuse, gives what `keep` needs.
 * @param options.keep writes, and gives the body of the answer.
 */
export const stateCommand = <const C extends Call & { who: Permission; state: true }, R extends Reads, T>(
  call: C,
  options: {
    reads: (input: CommandInput<C>) => R;
    allow: (input: CommandInput<C> & { actor: Actor }, states: StatesOf<R>) => T;
    keep: (allowed: T, input: CommandInput<C>) => Promise<unknown>;
  },
): CommandCall => ({
  call,
  admit: (identity, caller) => void authorize(identity.userId, caller, call.who),
  run: async (executor, given) => {
    // `given` was parsed by this call's own schemas.
    const input = given as CommandInput<C>;
    const { userId } = input.identity;
    const all = { ...options.reads(input), actor: { ...userOf(userId), readOnly: true } };
    type All = R & { actor: ReturnType<typeof userOf> };
    const allowed = await executor.consider<All, T>(all as All, (states) =>
      options.allow({ ...input, actor: authorize(userId, states.actor, call.who) }, states),
    );
    return { outcome: 'kept', answer: { status: 200, body: await options.keep(allowed, input) } };
  },
});
