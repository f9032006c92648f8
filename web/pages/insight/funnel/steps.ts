import { type Funnel, type FunnelStep, funnelSteps } from '#contract/insight.ts';

const names: Record<FunnelStep, string> = {
  enrolled: 'Enrolled',
  started: 'Started',
  module1: 'Module 1',
  module2: 'Module 2',
  module3: 'Module 3',
  module4: 'Module 4',
  module5: 'Module 5',
  certificate: 'Certificate',
};

/** A step as it is drawn: how many came to it, and how many of those of the step before did not. */
export type Step = { step: FunnelStep; name: string; reached: number; lost: number };

export const stepsOf = (funnel: Funnel): Step[] =>
  funnelSteps.map((step, index) => {
    const before = funnelSteps[index - 1];
    const reached = funnel[step];
    return { step, name: names[step], reached, lost: before ? Math.max(0, funnel[before] - reached) : 0 };
  });

/** Where most stop, and after which step that is; null where nobody does. The certificate is no part of the way. */
export const worstOf = (steps: readonly Step[]): { after: Step; lost: number } | null => {
  const losses = steps.slice(1, -1).map((step, index) => ({ after: steps[index], lost: step.lost }));
  return losses.reduce<{ after: Step; lost: number } | null>(
    (worst, { after, lost }) => (after && lost > (worst?.lost ?? 0) ? { after, lost } : worst),
    null,
  );
};
