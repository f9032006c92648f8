import { calls } from '#contract/calls.ts';
import { readingIdOf } from '#platform/identity/ids.ts';
import { type CommandCall, permittedCommand } from '../calls/command-call.ts';
import { userOf } from '../users/decide.ts';
import { readingOf, recordReading } from './decide.ts';

export const readingCommands: readonly CommandCall[] = [
  permittedCommand(
    calls.recordReading,
    ({ identity, key, body }) => {
      const id = readingIdOf(identity.userId, key);
      return {
        reading: readingOf(id),
        // Where it is about many, a stream that nobody has stands in for the person's, and is not looked at.
        person: { ...userOf(body.userId ?? id), readOnly: true },
      };
    },
    ({ actor, body }, { reading, person }) => {
      const { events, answer } = recordReading(
        { actor, body },
        { reading, person: body.userId === null ? null : person },
      );
      return { events: { reading: events }, answer };
    },
  ),
];
