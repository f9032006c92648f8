import { expect, test } from 'vitest';
import { complaintOf } from './walls.ts';

test.each([
  ['command-api/courses/routes.ts', '#events/contract/courses.ts'],
  ['command-api/courses/routes.ts', './decide.ts'],
  ['read-api/courses/query.int.test.ts', '#migrations/migrate.ts'],
  ['web/features/catalogue/page.tsx', '#web/ui/card.tsx'],
  ['web/lib/api.ts', '#events/contract/problem.ts'],
  ['events/log/reader.ts', 'pg'],
  ['events/quizzes/banks.ts', '../contract/courses.ts'],
  ['events/contract/live.ts', './quizzes.ts'],
  ['events/contract/check-certificate.ts', '../seals/proof/event-proof.ts'],
  ['events/contract/calls.unit.test.ts', '../quizzes/banks.ts'],
])('%s may import %s', (file, specifier) => {
  expect(complaintOf(file, specifier)).toBeNull();
});

test.each([
  ['command-api/courses/routes.ts', '#projector/runner.ts'],
  ['command-api/courses/routes.ts', '../../events/contract/courses.ts'],
  ['events/log/reader.ts', '#platform/configuration.ts'],
  ['read-api/courses/query.ts', '#migrations/migrate.ts'],
  ['web/lib/api.ts', '#events/log/log.ts'],
  ['web/features/quizzes/page.tsx', '#events/quizzes/banks.ts'],
  ['events/contract/quizzes.ts', '../quizzes/banks.ts'],
  ['events/contract/check-certificate.ts', '../seals/prove.ts'],
  ['web/features/catalogue/page.tsx', '#web/features/users/page.tsx'],
  ['web/ui/card.tsx', '#web/features/users/page.tsx'],
])('%s may not import %s', (file, specifier) => {
  expect(complaintOf(file, specifier)).not.toBeNull();
});
