import { measure } from '../rounds.ts';
import type { Scenario } from '../scenario.ts';

export const multiEvent: Scenario = {
  name: 'multi-event',
  about: 'Appends of ten events each, all or nothing, 64 in flight',
  run: async (context) => {
    const rates = await measure(
      context,
      context.server,
      [context.kinds.ours, context.kinds.emmett].map((kind) => ({
        name: kind.name,
        kind,
        inFlight: 64,
        events: 10,
      })),
    );
    return {
      rows: [{ what: '64 in flight, 10 events an append', figures: Object.fromEntries(rates) }],
      claims: [],
    };
  },
};
