import { measureInRounds } from '../measure-in-rounds.ts';
import type { Scenario } from '../scenario.ts';
import { lyceumWithoutBudgets } from '../stores/lyceum.ts';

export const budgets: Scenario = {
  name: 'budgets',
  title: 'The same appends without counting what each person appends',
  run: async (context) => {
    const { kinds, server, print } = context;
    const rows = [];
    const claims = [];
    for (const inFlight of [1, 64, 256]) {
      print(`${inFlight} in flight`);
      const measured = await measureInRounds(
        context,
        server,
        [kinds.lyceum, lyceumWithoutBudgets].map((kind) => ({ name: kind.name, kind, inFlight })),
      );
      const rate = (name: string) => measured.get(name) ?? Number.NaN;
      rows.push({ label: `${inFlight} in flight`, figures: Object.fromEntries(measured) });
      claims.push({
        label: `${inFlight} in flight, relative to no budgets`,
        value: rate(kinds.lyceum.name) / rate(lyceumWithoutBudgets.name),
        floor: 0.9,
      });
    }
    return { rows, claims };
  },
};
