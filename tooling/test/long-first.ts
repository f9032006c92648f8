import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * The files that take longest, the longest first. Left to the end one of them is what everybody waits for, while the other
 * worker has nothing to do: Vitest knows how long a file took only where it ran before, which is never on a fresh machine.
 */
export const longFiles = [
  'e2e/journeys/accessibility/pages.e2e.test.ts',
  'e2e/journeys/lesson/quiz.e2e.test.ts',
  'e2e/journeys/courses/reviews.e2e.test.ts',
  'e2e/journeys/account/removal-leaves-no-traces.e2e.test.ts',
  'e2e/journeys/live/delivery.e2e.test.ts',
  'e2e/journeys/accessibility/page-states.e2e.test.ts',
  'e2e/journeys/site/start-and-stop.e2e.test.ts',
  'local/rebuild-under-load/rebuild-under-load.int.test.ts',
];

const rank = ({ moduleId }: Pick<TestSpecification, 'moduleId'>): number => {
  const place = longFiles.findIndex((name) => moduleId.endsWith(`/${name}`));
  return place < 0 ? longFiles.length : place;
};

/** The same files, the long ones in front. */
export const longFirst = <F extends Pick<TestSpecification, 'moduleId'>>(files: readonly F[]): F[] =>
  files.toSorted((a, b) => rank(a) - rank(b));

/** Vitest's order, with the long ones in front. */
export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return longFirst(await super.sort(files));
  }
}
