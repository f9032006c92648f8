export type Stage = {
  name: string;
  /** A program from `node_modules/.bin` and its arguments. */
  command: readonly [string, ...string[]];
  /** Whether the command is vitest, whose tests are counted one by one. */
  hasTests: boolean;
  /** The stage is ended after this time without progress: no test starts or ends, and nothing is printed. */
  hangTimeoutMs: number;
};

const minuteMs = 60_000;

const createCheck = (name: string, ...command: [string, ...string[]]): Stage => ({
  name,
  command,
  hasTests: false,
  hangTimeoutMs: 10 * minuteMs,
});

/** The hang timeout is longer than the timeout of a single test, so that a test that hangs is reported as such. */
const createTestStage = (name: string, hangTimeoutMs: number): Stage => ({
  name,
  command: ['vitest', 'run', '--project', name],
  hasTests: true,
  hangTimeoutMs,
});

/** The stages of `npm test`: groups run one after another, the stages of a group at the same time. */
export const everydayStages: readonly (readonly Stage[])[] = [
  [
    createCheck('types', 'tsc', '-p', 'tsconfig.json'),
    createCheck('types of the client', 'tsc', '-p', 'web/tsconfig.json'),
    createCheck('lint', 'biome', 'check', '--error-on-warnings', '.'),
    createCheck('walls', 'node', 'tooling/import-rules/check.ts'),
    createCheck('prose', 'node', 'tooling/prose-check.ts'),
    createCheck('unused code', 'knip', '--no-progress'),
    createTestStage('unit', 10 * minuteMs),
  ],
  // These two share the processor well: one often waits for databases, timers or browsers while the other computes.
  [createTestStage('int', 15 * minuteMs), createTestStage('e2e', 15 * minuteMs)],
];

/** The stages of `npm run test:large`: tests that take minutes each. */
export const largeStages: readonly (readonly Stage[])[] = [[createTestStage('large', 60 * minuteMs)]];

/**
 * Returns the stages whose names start with one of the given names, or all stages if none is given.
 * @throws Error if a name matches no stage.
 */
export const selectStages = (
  groups: readonly (readonly Stage[])[],
  names: readonly string[],
): readonly (readonly Stage[])[] => {
  const stages = groups.flat();
  const unknown = names.find((name) => !stages.some((stage) => stage.name.startsWith(name)));
  if (unknown !== undefined)
    throw new Error(
      `There is no stage "${unknown}". Choose from: ${stages.map((stage) => stage.name).join(', ')}.`,
    );
  const isSelected = ({ name }: Stage) => names.length === 0 || names.some((start) => name.startsWith(start));
  return groups.map((group) => group.filter(isSelected)).filter((group) => group.length > 0);
};
