import { spawn } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { inheritedEnvironment } from '#platform/testing/inherited-environment.ts';
import { waitForEnd } from '../harness/wait-for-end.ts';

/** The formats of the command line, and `stream`, which is the body of `GET /log`. */
export const exportKinds = ['raw', 'ndjson', 'csv', 'parquet', 'stream'] as const;
export type ExportKind = (typeof exportKinds)[number];

const repository = join(import.meta.dirname, '..', '..');
const peakModule = join(repository, 'platform', 'testing', 'report-peak-memory.ts');

const createArguments = (
  kind: ExportKind,
  folder: string,
  file: string,
  to: number | undefined,
): string[] => {
  if (kind === 'stream')
    return [join(import.meta.dirname, 'log-stream-process.ts'), folder, file, String(to ?? 0)];
  return [
    'log-cli/main.ts',
    'export',
    '--out',
    file,
    ...(kind === 'raw' ? ['--raw', '--without-keys'] : ['--format', kind]),
    ...(to === undefined ? [] : ['--to', String(to)]),
  ];
};

type Run = { seconds: number; peakBytes: number; output: string };

/**
 * Runs a program in a process of its own, with the code of the working copy in `folder`.
 * @param options.url the database of the log.
 * @param options.peakFile where the program leaves its peak memory.
 * @returns the time, including the start of the process, the peak memory, and what the program printed.
 * @throws Error with the output if the program fails.
 */
const runProgram = async (
  folder: string,
  programArguments: readonly string[],
  { url, peakFile }: { url: string; peakFile: string },
): Promise<Run> => {
  const start = performance.now();
  const child = spawn(process.execPath, ['--import', peakModule, ...programArguments], {
    cwd: folder,
    env: {
      ...inheritedEnvironment(),
      DATABASE_URL: url,
      PEAK_FILE: peakFile,
      NODE_COMPILE_CACHE: join(repository, '.cache', 'compile'),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [output, error, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    waitForEnd(child),
  ]);
  const seconds = (performance.now() - start) / 1000;
  if (code !== 0)
    throw new Error(`${programArguments.slice(0, 2).join(' ')} ended with ${code}: ${output}${error}`);
  return { seconds, peakBytes: Number(readFileSync(peakFile, 'utf8')), output };
};

/**
 * Runs an export.
 * @param options.file the file that the export writes.
 * @param options.to the last position that is exported. Default: the head of the log; required for a stream.
 * @returns the time, the peak memory of the process and the size of the file.
 * @throws Error with the output if the export fails.
 */
export const runExport = async (
  folder: string,
  kind: ExportKind,
  { url, file, to }: { url: string; file: string; to?: number },
): Promise<Run & { bytes: number }> => {
  const run = await runProgram(folder, createArguments(kind, folder, file, to), {
    url,
    peakFile: `${file}.peak`,
  });
  return { ...run, bytes: statSync(file).size };
};

/** Runs `log verify`. @throws Error with the output if the log cannot be verified. */
export const runVerify = (folder: string, options: { url: string; peakFile: string }): Promise<Run> =>
  runProgram(folder, ['log-cli/main.ts', 'verify'], options);

/** The schema into which `runReplay` builds the read models. */
export const replaySchema = 'bench_replay';

/** Builds the read models of a replay with `log replay`, in {@link replaySchema}. @throws Error with the output if the replay fails. */
export const runReplay = (
  folder: string,
  { to, ...options }: { url: string; peakFile: string; to: number },
): Promise<Run> =>
  runProgram(
    folder,
    ['log-cli/main.ts', 'replay', '--schema', replaySchema, '--replace', '--to', String(to)],
    options,
  );

/** Imports a complete raw export into the empty log at `url`. @throws Error with the output if the import fails. */
export const runImport = (
  folder: string,
  file: string,
  options: { url: string; peakFile: string },
): Promise<Run> => runProgram(folder, ['log-cli/main.ts', 'import', file, '--without-keys'], options);
