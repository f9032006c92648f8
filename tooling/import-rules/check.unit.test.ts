import { expect, test } from 'vitest';
import { complaintOf } from './check.ts';

test.each([
  ['command-api/courses/routes.ts', '#contract/courses.ts'],
  ['command-api/courses/routes.ts', './decide.ts'],
  ['read-api/resources/courses/query.int.test.ts', '#migrations/migrate.ts'],
  ['web/features/catalogue/page.tsx', '#web/ui/card.tsx'],
  ['web/lib/api.ts', '#contract/problem.ts'],
  ['events/log/reader.ts', 'pg'],
  ['quizzes/banks.ts', '#contract/courses.ts'],
  ['contract/live.ts', './quizzes.ts'],
  ['contract/check-certificate.ts', '#events/seals/proof/event-proof.ts'],
  ['contract/calls.unit.test.ts', '#quizzes/banks.ts'],
])('%s may import %s', (file, specifier) => {
  expect(complaintOf(file, specifier)).toBeNull();
});

test.each([
  ['command-api/courses/routes.ts', '#projector/runner.ts'],
  ['command-api/courses/routes.ts', '../../contract/courses.ts'],
  ['events/log/reader.ts', '#platform/configuration.ts'],
  ['read-api/resources/courses/query.ts', '#migrations/migrate.ts'],
  ['web/lib/api.ts', '#events/log/log.ts'],
  ['web/features/quizzes/page.tsx', '#quizzes/banks.ts'],
  ['contract/quizzes.ts', '#quizzes/banks.ts'],
  ['contract/check-certificate.ts', '#events/seals/prove.ts'],
  ['web/features/catalogue/page.tsx', '#web/features/users/page.tsx'],
  ['web/ui/card.tsx', '#web/features/users/page.tsx'],
])('%s may not import %s', (file, specifier) => {
  expect(complaintOf(file, specifier)).not.toBeNull();
});
