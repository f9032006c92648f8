import { measureInFlight, measureInRounds } from '../measure-in-rounds.ts';
import type { Scenario } from '../scenario.ts';

/** Numbers of concurrent appends. */
const concurrencyLevels = [1, 8, 64, 256, 1000];

export const appends: Scenario = {
  name: 'appends',
  title: 'Appends of one ~300-byte event at an expected version, by number in flight',
  run: async (context) => {
    const { kinds, server } = context;
    const stores = [kinds.lyceum, kinds.emmett, kinds.insert];
    const { rows, rate } = await measureInFlight(context, stores, concurrencyLevels);
    for (const inFlight of [1, 2]) {
      const name = kinds.multiRow.name;
      const measured = await measureInRounds(context, server, [
        { name, kind: kinds.multiRow, inFlight, events: 1000 },
      ]);
      rows.push({
        label: `1,000 rows per statement, ${inFlight} connection${inFlight > 1 ? 's' : ''}`,
        figures: { [name]: measured.get(name) ?? null },
      });
    }
    const best = Math.max(...concurrencyLevels.map((inFlight) => rate(inFlight, 'emmett')));
    return {
      rows,
      measuredValues: [
        {
          label: '1 in flight, relative to emmett',
          value: rate(1, 'lyceum') / rate(1, 'emmett'),
          floor: 1.6,
          ambition: 2.3,
        },
        {
          label: '64 in flight, relative to emmett',
          value: rate(64, 'lyceum') / rate(64, 'emmett'),
          floor: 5,
          ambition: 7,
        },
        {
          label: '64 in flight, relative to INSERT',
          value: rate(64, 'lyceum') / rate(64, 'INSERT'),
          floor: 1.3,
          ambition: 1.7,
        },
        {
          label: "256 in flight, relative to emmett's best",
          value: rate(256, 'lyceum') / best,
          floor: 7,
          ambition: 9,
        },
      ],
    };
  },
};
