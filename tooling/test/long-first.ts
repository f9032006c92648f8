import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * The files that take longest, the longest first. Left to the end one of them is what everybody waits for, while the other
 * worker has nothing to do: Vitest knows how long a file took only where it ran before, which is never on a fresh machine.
 */
export const longFiles = [
  'e2e/accessible-pages.e2e.test.ts',
  'e2e/quiz.e2e.test.ts',
  'e2e/reviews.e2e.test.ts',
  'e2e/removal.e2e.test.ts',
  'e2e/delivery.e2e.test.ts',
  'e2e/accessible-states.e2e.test.ts',
  'e2e/one-machine.e2e.test.ts',
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
