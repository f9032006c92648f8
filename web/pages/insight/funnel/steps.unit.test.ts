import { expect, test } from 'vitest';
import { computeSteps, findLargestLoss, getCompletionCounts } from './steps.ts';

const funnel = { enrolled: 20, started: 18, module1: 17, module2: 9, module3: 8, module4: 8, module5: 6 };

test('computes how many reached each step and how many were lost before it', () => {
  expect(
    computeSteps({ ...funnel, certificate: 4 }).map(({ name, reached, lost }) => [name, reached, lost]),
  ).toEqual([
    ['Enrolled', 20, 0],
    ['Started', 18, 2],
    ['Module 1', 17, 1],
    ['Module 2', 9, 8],
    ['Module 3', 8, 1],
    ['Module 4', 8, 0],
    ['Module 5', 6, 2],
    ['Certificate', 4, 2],
  ]);
});

test('finds the largest loss, ignoring the certificate', () => {
  const worst = findLargestLoss(computeSteps({ ...funnel, module5: 8, certificate: 0 }));
  expect([worst?.after.name, worst?.lost]).toEqual(['Module 1', 8]);
  const everybody = { enrolled: 3, started: 3, module1: 3, module2: 3, module3: 3, module4: 3, module5: 3 };
  expect(findLargestLoss(computeSteps({ ...everybody, certificate: 0 }))).toBeNull();
});

test('takes the counts for the completion rate from the steps Enrolled and Module 5', () => {
  expect(getCompletionCounts({ ...funnel, certificate: 4 })).toEqual({ completed: 6, enrolled: 20 });
});
