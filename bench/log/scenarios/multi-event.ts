import { measureInRounds } from '../measure-in-rounds.ts';
import type { Scenario } from '../scenario.ts';

export const multiEvent: Scenario = {
  name: 'multi-event',
  title: 'Atomic appends of ten events each, 64 in flight',
  run: async (context) => {
    const rates = await measureInRounds(
      context,
      context.server,
      [context.kinds.lyceum, context.kinds.emmett].map((kind) => ({
        name: kind.name,
        kind,
        inFlight: 64,
        events: 10,
      })),
    );
    return {
      rows: [{ label: '64 in flight, 10 events per append', figures: Object.fromEntries(rates) }],
      measuredValues: [],
    };
  },
};
