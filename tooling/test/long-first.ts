import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * The files that take longest, longest first. A long file that starts last leaves the other worker idle. Vitest itself knows
 * durations only from earlier runs on the same machine.
 */
export const longFiles = [
  'e2e/journeys/lesson/quiz.e2e.test.ts',
  'e2e/journeys/accessibility/pages.e2e.test.ts',
  'e2e/journeys/accessibility/page-states.e2e.test.ts',
  'e2e/journeys/account/removal-leaves-no-traces.e2e.test.ts',
  'e2e/journeys/courses/taught-course.e2e.test.ts',
  'e2e/journeys/live/delivery.e2e.test.ts',
  'e2e/journeys/site/start-and-stop.e2e.test.ts',
  'e2e/journeys/account/download-and-delete-account.e2e.test.ts',
  'e2e/journeys/administration/past-school.e2e.test.ts',
  'e2e/journeys/courses/reviews.e2e.test.ts',
  'e2e/journeys/site/page-texts.e2e.test.ts',
  'e2e/journeys/lesson/certificate.e2e.test.ts',
  'events/log/failover.int.test.ts',
  'local/testing/rebuild-under-load/rebuild-under-load.int.test.ts',
  'read-api/resources/log/log.int.test.ts',
  'projector/main.int.test.ts',
  'local/demo-school/seed-demo-school.int.test.ts',
  'events/seals/main.int.test.ts',
];

const rankOf = ({ moduleId }: Pick<TestSpecification, 'moduleId'>): number => {
  const index = longFiles.findIndex((name) => moduleId.endsWith(`/${name}`));
  return index < 0 ? longFiles.length : index;
};

/** Returns the same files with the long ones first. */
export const longFirst = <F extends Pick<TestSpecification, 'moduleId'>>(files: readonly F[]): F[] =>
  files.toSorted((a, b) => rankOf(a) - rankOf(b));

/** Vitest's default order with the long files first. */
export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return longFirst(await super.sort(files));
  }
}
