import { calls } from '#contract/calls.ts';
import { authorize } from '../actor/actor.ts';
import type { CommandCall, CommandInput } from '../calls/command-call.ts';
import type { CopyOf } from './copy.ts';

const call = calls.copyOwnData;

/** POST /me/data: it is answered here, and not where everything else is read, because here are the keys. */
export const ownDataCommands = (copyOf: CopyOf): readonly CommandCall[] => [
  {
    call,
    admit: (identity, caller) => void authorize(identity.userId, caller, call.who),
    run: async (_, given) => {
      // `given` was parsed by this call's own schemas.
      const { identity, body } = given as CommandInput<typeof call>;
      const content = await copyOf(identity.userId, body.timeZone);
      return { outcome: 'file', file: { name: 'lyceum-my-data.zip', type: call.file, content } };
    },
  },
];
