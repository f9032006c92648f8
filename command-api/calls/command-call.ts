import type { z } from 'zod';
import type { Call } from '#events/contract/calls.ts';
import type { Permission } from '#events/contract/policies.ts';
import type { Identity } from '#platform/identity/verify.ts';
import { type Actor, authorize } from '../actor/actor.ts';
import type { Load } from '../execution/decider.ts';
import type { Plan } from '../execution/executor.ts';

type Parsed<S> = S extends z.ZodType ? z.infer<S> : null;

/** What a command gets, validated: nothing reads the raw request. */
export type CommandInput<C extends Call> = {
  params: Parsed<C['params']>;
  body: Parsed<C['body']>;
  identity: Identity;
  /** The key of this act, for ids that are free. */
  key: string;
};

/** One command of the table of calls and how it is done. */
export type CommandCall = {
  call: Call;
  /** Whether this person may make the call at all, asked before the body is read; throws the refusal. */
  admit: (identity: Identity, load: Load) => Promise<unknown>;
  run: (input: CommandInput<Call>, load: Load) => Promise<Plan>;
  /** Awaited when the command is done and before it is answered. */
  beforeAnswer?: () => Promise<void>;
};

/** A command of a registered person who has the call's permission. */
export const permittedCommand = <const C extends Call & { who: Permission }>(
  call: C,
  decide: (input: CommandInput<C> & { actor: Actor }, load: Load) => Promise<Omit<Plan, 'actor'>>,
): CommandCall => ({
  call,
  admit: (identity, load) => authorize(load, identity, call.who),
  run: async (input, load) => {
    const actor = await authorize(load, input.identity, call.who);
    // `input` was parsed by this call's own schemas.
    const plan = await decide({ ...(input as CommandInput<C>), actor }, load);
    return { actor, ...plan };
  },
});

/** A command of whoever is signed in, registered or not: it says itself whom it lets in, and who acts. */
export const openCommand = <const C extends Call>(
  call: C,
  options: {
    admit: (identity: Identity, load: Load) => Promise<unknown>;
    beforeAnswer?: () => Promise<void>;
  },
  decide: (input: CommandInput<C>, load: Load) => Promise<Plan>,
): CommandCall => ({
  call,
  admit: options.admit,
  run: (input, load) => decide(input as CommandInput<C>, load),
  ...(options.beforeAnswer ? { beforeAnswer: options.beforeAnswer } : {}),
});
