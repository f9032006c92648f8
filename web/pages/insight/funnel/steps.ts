import { type Funnel, type FunnelStep, funnelSteps } from '#contract/schemas/insight.ts';

const stepNames: Record<FunnelStep, string> = {
  enrolled: 'Enrolled',
  started: 'Started',
  module1: 'Module 1',
  module2: 'Module 2',
  module3: 'Module 3',
  module4: 'Module 4',
  module5: 'Module 5',
  certificate: 'Certificate',
};

/** A step of the funnel. `lost`: how many reached the previous step but not this one. */
export type FunnelStepCount = { step: FunnelStep; name: string; reached: number; lost: number };

export const computeSteps = (funnel: Funnel): FunnelStepCount[] =>
  funnelSteps.map((step, index) => {
    const previous = funnelSteps[index - 1];
    const reached = funnel[step];
    return {
      step,
      name: stepNames[step],
      reached,
      lost: previous ? Math.max(0, funnel[previous] - reached) : 0,
    };
  });

/** Returns the numbers from which the completion rate is computed: all enrolments, and those with five completed modules. */
export const getCompletionCounts = ({
  enrolled,
  module5,
}: Funnel): { completed: number; enrolled: number } => ({
  completed: module5,
  enrolled,
});

/** Returns the largest loss and the step after which it occurs; null if there is none. Ignores the loss before the certificate. */
export const findLargestLoss = (
  steps: readonly FunnelStepCount[],
): { after: FunnelStepCount; lost: number } | null => {
  // `slice` shifts the indexes by one, so `steps[index]` is the step before `step`.
  const losses = steps.slice(1, -1).map((step, index) => ({ after: steps[index], lost: step.lost }));
  return losses.reduce<{ after: FunnelStepCount; lost: number } | null>(
    (worst, { after, lost }) => (after && lost > (worst?.lost ?? 0) ? { after, lost } : worst),
    null,
  );
};
