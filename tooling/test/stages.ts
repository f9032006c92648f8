export type Stage = {
  name: string;
  /** A program from `node_modules/.bin` and its arguments. */
  command: readonly [string, ...string[]];
  /** Whether the command is vitest, whose tests are counted one by one. */
  hasTests: boolean;
  /** The stage is ended if it makes no progress for this long: no test starts or ends, and nothing is printed. */
  hangTimeoutMs: number;
};

const minuteMs = 60_000;

/** Creates a stage that runs a check. */
const check = (name: string, ...command: [string, ...string[]]): Stage => ({
  name,
  command,
  hasTests: false,
  hangTimeoutMs: 10 * minuteMs,
});

/** Creates a stage that runs tests. The hang timeout must be longer than the timeout of a test, so that a hanging test is reported as such. */
const tests = (name: string, hangTimeoutMs: number): Stage => ({
  name,
  command: ['vitest', 'run', '--project', name],
  hasTests: true,
  hangTimeoutMs,
});

/** The stages of `npm test`. Groups run one after another; the stages of a group run at the same time. */
export const everydayStages: readonly (readonly Stage[])[] = [
  [
    // By default tsc starts four checkers. Each of them also checks the types that all of them use, which doubles the processor time.
    check('types', 'tsc', '-p', 'tsconfig.json', '--checkers', '1'),
    check('types of the client', 'tsc', '-p', 'web/tsconfig.json', '--checkers', '1'),
    check('lint', 'biome', 'check', '--error-on-warnings', '.'),
    check('import rules', 'node', 'tooling/import-rules/check.ts'),
    check('prose', 'node', 'tooling/prose-check.ts'),
    check('licences', 'node', 'tooling/dependencies/check-licences.ts'),
    check('unused code', 'knip', '--no-progress'),
    tests('unit', 15 * minuteMs),
  ],
  // These two run at the same time, because each of them waits for databases, timers and browsers while the other uses the processor.
  [tests('int', 15 * minuteMs), tests('e2e', 35 * minuteMs)],
];

/** The stages of `npm run test:large`: tests that take minutes each. */
export const largeStages: readonly (readonly Stage[])[] = [[tests('large', 60 * minuteMs)]];

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
