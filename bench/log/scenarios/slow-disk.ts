import { measureInRounds } from '../measure-in-rounds.ts';
import type { Scenario } from '../scenario.ts';

export const slowDisk: Scenario = {
  name: 'slow-disk',
  title: 'Appends with 64 in flight, on a disk that takes a millisecond longer to flush',
  run: async (context) => {
    const serverOrReason = await context.openSlowDiskServer();
    if (typeof serverOrReason === 'string') return { rows: [], measuredValues: [], notes: [serverOrReason] };
    await using server = serverOrReason;
    const { kinds } = context;
    const rates = await measureInRounds(
      context,
      server,
      [kinds.lyceum, kinds.emmett, kinds.insert].map((kind) => ({ name: kind.name, kind, inFlight: 64 })),
    );
    const rate = (name: string) => rates.get(name) ?? Number.NaN;
    return {
      rows: [{ label: '64 in flight, 1 ms to flush', figures: Object.fromEntries(rates) }],
      measuredValues: [
        {
          label: 'slow disk, 64 in flight, relative to emmett',
          value: rate('lyceum') / rate('emmett'),
          floor: 5,
          ambition: 7,
        },
        {
          label: 'slow disk, 64 in flight, relative to INSERT',
          value: rate('lyceum') / rate('INSERT'),
          floor: 1.3,
          ambition: 1.7,
        },
      ],
      notes: [server.description],
    };
  },
};
