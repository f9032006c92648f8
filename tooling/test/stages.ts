export type Stage = {
  name: string;
  /** A program of the packages and its arguments. */
  command: readonly [string, ...string[]];
  /** Writes vitest's JSON report; its tests are counted one by one. */
  counted: boolean;
  /** Minutes after which it is ended and counted as failed. */
  minutes: number;
};

const check = (name: string, ...command: [string, ...string[]]): Stage => ({
  name,
  command,
  counted: false,
  minutes: 5,
});

const tests = (name: string, minutes: number): Stage => ({
  name,
  command: ['vitest', 'run', '--project', name],
  counted: true,
  minutes,
});

/** In the order in which they say something fastest. */
export const everydayStages: readonly Stage[] = [
  check('types', 'tsc', '-p', 'tsconfig.json'),
  check('types of the client', 'tsc', '-p', 'web/tsconfig.json'),
  check('lint', 'biome', 'check', '--error-on-warnings', '.'),
  check('walls', 'node', 'tooling/import-rules/check.ts'),
  tests('unit', 5),
  tests('int', 10),
  tests('e2e', 10),
];

/** Proofs that take minutes: `npm run test:large`. */
export const largeStages: readonly Stage[] = [tests('large', 60)];

/**
 * The stages that were asked for by name (a word that begins the name is enough), all of them where none was.
 * @throws Error when a name fits none.
 */
export const chooseStages = (stages: readonly Stage[], names: readonly string[]): readonly Stage[] => {
  for (const name of names)
    if (!stages.some((stage) => stage.name.startsWith(name)))
      throw new Error(
        `There is no stage "${name}"; there are: ${stages.map((stage) => stage.name).join(', ')}.`,
      );
  return names.length === 0
    ? stages
    : stages.filter((stage) => names.some((name) => stage.name.startsWith(name)));
};
