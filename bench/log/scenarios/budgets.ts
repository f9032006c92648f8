import { measureInFlight } from '../measure-in-rounds.ts';
import type { Scenario } from '../scenario.ts';
import { lyceumWithoutBudgets } from '../stores/lyceum.ts';

const concurrencyLevels = [1, 64, 256];

export const budgets: Scenario = {
  name: 'budgets',
  title: 'Appends with budgets, compared with appends without them',
  run: async (context) => {
    const { lyceum } = context.kinds;
    const { rows, rate } = await measureInFlight(context, [lyceum, lyceumWithoutBudgets], concurrencyLevels);
    const measuredValues = concurrencyLevels.map((inFlight) => ({
      label: `${inFlight} in flight, relative to appends without budgets`,
      value: rate(inFlight, lyceum.name) / rate(inFlight, lyceumWithoutBudgets.name),
      floor: 0.9,
    }));
    return { rows, measuredValues };
  },
};
