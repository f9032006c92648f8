import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { inheritedEnvironment } from '#platform/testing/inherited-environment.ts';

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

/**
 * Runs an export in a process of its own, with the code of the repository in `folder`.
 * @param options.file the file that the export writes.
 * @param options.to the last position that is exported. Default: the head of the log; required for a stream.
 * @returns the time, the peak memory of the process and the size of the file.
 * @throws Error with the output if the export fails.
 */
export const runExport = async (
  folder: string,
  kind: ExportKind,
  { url, file, to }: { url: string; file: string; to?: number },
): Promise<{ seconds: number; peakBytes: number; bytes: number }> => {
  const peakFile = `${file}.peak`;
  const start = performance.now();
  const child = spawn(
    process.execPath,
    ['--import', peakModule, ...createArguments(kind, folder, file, to)],
    {
      cwd: folder,
      env: {
        ...inheritedEnvironment(),
        DATABASE_URL: url,
        PEAK_FILE: peakFile,
        NODE_COMPILE_CACHE: join(repository, '.cache', 'compile'),
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  );
  const [error, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
  const seconds = (performance.now() - start) / 1000;
  if (code !== 0) throw new Error(`The ${kind} export ended with ${code}: ${error}`);
  return { seconds, peakBytes: Number(readFileSync(peakFile, 'utf8')), bytes: statSync(file).size };
};
