import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * The files that take longest, longest first. A long file that starts last leaves the other workers idle. Vitest itself knows
 * durations only from earlier runs on the same machine.
 */
export const longFiles = [
  'e2e/journeys/site/start-and-stop.e2e.test.ts',
  'e2e/journeys/account/removal-leaves-no-traces.e2e.test.ts',
  'e2e/journeys/live/delivery.e2e.test.ts',
  'e2e/journeys/accessibility/pages.e2e.test.ts',
  'e2e/journeys/lesson/quiz.e2e.test.ts',
  'e2e/journeys/account/download-and-delete-account.e2e.test.ts',
  'e2e/journeys/accessibility/page-states.e2e.test.ts',
  'e2e/journeys/accessibility/keyboard-student.e2e.test.ts',
  'e2e/journeys/site/navigation.e2e.test.ts',
  'e2e/journeys/lesson/certificate.e2e.test.ts',
  'e2e/journeys/lesson/notes.e2e.test.ts',
  'e2e/journeys/lesson/lesson-player.e2e.test.ts',
  'e2e/journeys/administration/users.e2e.test.ts',
  'e2e/journeys/courses/announcements.e2e.test.ts',
  'e2e/journeys/courses/taught-course.e2e.test.ts',
  'e2e/journeys/account/nothing-stays-in-the-browser.e2e.test.ts',
  'read-api/live/lost-events.int.test.ts',
  'attack/attack.int.test.ts',
  'events/log/failover.int.test.ts',
  'read-api/freshness/primary-outage.int.test.ts',
  'attack/readable.int.test.ts',
  'read-api/freshness/several-replicas.int.test.ts',
  'local/identity/identity-limits.int.test.ts',
  'projector/rebuild/build-shadow-tables.int.test.ts',
  'attack/permissions.int.test.ts',
  'log-cli/raw-export.int.test.ts',
  'read-api/live/connections/limits.int.test.ts',
  'projector/runner/run-projections.int.test.ts',
  'platform/postgres-server/server.int.test.ts',
  'local/testing/rebuild-under-load/rebuild-under-load.int.test.ts',
  'log-cli/replay.int.test.ts',
  'command-api/main.int.test.ts',
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
