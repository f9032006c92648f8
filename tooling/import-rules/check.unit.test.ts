import { expect, test } from 'vitest';
import { findViolation, readDocumentedRules } from './check.ts';
import { renderRules } from './rules.ts';

test.each([
  ['command-api/resources/courses/routes.ts', '#contract/schemas/courses.ts'],
  ['command-api/resources/courses/routes.ts', './decide.ts'],
  ['read-api/resources/courses/query.int.test.ts', '#migrations/migrate.ts'],
  ['read-api/testing/node.ts', '#platform/testing/test-database.ts'],
  ['web/client/api/get.ts', '#contract/problem.ts'],
  ['web/app/main.tsx', '../pages/catalogue/catalogue-page.tsx'],
  ['web/pages/catalogue/catalogue-page.tsx', '#web/ui/card.tsx'],
  ['web/pages/catalogue/catalogue-page.tsx', './course-list.tsx'],
  ['web/domains/courses/course-card.tsx', '../bookmarks/use-bookmark.ts'],
  ['events/log/reader.ts', 'pg'],
  ['quizzes/question-banks.ts', '#contract/schemas/courses.ts'],
  ['contract/endpoints.ts', './schemas/quizzes.ts'],
  ['contract/check-certificate.ts', '#events/seals/proof/event-proof.ts'],
  ['tooling/clips/make.ts', '#e2e/support/browser/launch-browser.ts'],
])('lets %s import %s', (file, specifier) => {
  expect(findViolation(file, specifier)).toBeNull();
});

test.each([
  [
    'command-api/resources/courses/routes.ts',
    '#projector/runner.ts',
    'command-api/ must not import projector/',
  ],
  [
    'command-api/resources/courses/routes.ts',
    '../../../contract/problem.ts',
    'a relative path leaves command-api/; write #contract/problem.ts',
  ],
  ['events/log/reader.ts', '#platform/configuration.ts', 'events/ must not import platform/'],
  ['read-api/resources/courses/query.ts', '#migrations/migrate.ts', 'read-api/ must not import migrations/'],
  ['web/client/api/get.ts', '#events/log/log.ts', 'web/ must not import events/'],
  ['web/pages/quiz/quiz-page.tsx', '#quizzes/question-banks.ts', 'web/ must not import quizzes/'],
  ['web/pages/quiz/quiz-page.tsx', '#quizzes/question-banks/cse.json', 'web/ must not import quizzes/'],
  [
    'contract/schemas/quizzes.ts',
    '#quizzes/question-banks.ts',
    'contract/ is part of the client and must not import quizzes/question-banks.ts',
  ],
  [
    'contract/check-certificate.ts',
    '#events/seals/prove.ts',
    'contract/ is part of the client and must not import events/seals/prove.ts',
  ],
  [
    'web/pages/catalogue/catalogue-page.tsx',
    '../users/users-page.tsx',
    'web/pages/ must not import another part of web/pages/',
  ],
  ['web/ui/card.tsx', '#web/client/paths.ts', 'web/ui/ must not import web/client/'],
  ['web/client/paths.ts', '../domains/courses/course-live.ts', 'web/client/ must not import web/domains/'],
  [
    'web/domains/courses/course-card.tsx',
    '#web/pages/home/home.tsx',
    'web/domains/ must not import web/pages/',
  ],
])('does not let %s import %s', (file, specifier, violation) => {
  expect(findViolation(file, specifier)).toBe(violation);
});

/** Removes the padding that the formatter adds to the cells of tables. */
const withoutPadding = (table: string) => table.replaceAll(/ +/g, ' ').replaceAll(/-{3,}/g, '---');

test('docs/architecture.md shows the rules (otherwise run: npx node tooling/import-rules/check.ts --write-docs)', () => {
  expect(withoutPadding(readDocumentedRules())).toBe(withoutPadding(renderRules()));
});
