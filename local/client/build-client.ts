import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { writeFileAtomically } from '#platform/write-file-atomically.ts';
import { acquireLock } from '../data-folder/folder-lock.ts';

const root = join(import.meta.dirname, '..', '..');
const outputFolder = join(root, 'web', 'dist');
const digestFile = join(root, '.cache', 'client-digest');

/** The inputs of the client's build. */
const sources = [
  'web',
  'concurrency',
  'contract',
  'events/seals/proof',
  'package-lock.json',
  'tsconfig.base.json',
];

const listFiles = (path: string): string[] => {
  const absolutePath = join(root, path);
  if (!existsSync(absolutePath)) return [];
  // A path without an extension is a folder.
  if (!/\.\w+$/.test(path))
    return readdirSync(absolutePath, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((file) => !file.startsWith(outputFolder) && !/\.test\.tsx?$/.test(file))
      .sort();
  return [absolutePath];
};

/** Returns a digest of the sources, which is also the build's id. */
const digestSources = (): string => {
  const hash = createHash('sha256');
  for (const file of sources.flatMap(listFiles))
    hash.update(`${file.slice(root.length)}\0`).update(readFileSync(file));
  return hash.digest('hex').slice(0, 16);
};

/** Returns the digest of the sources from which the client was last built; empty if it was not built. */
const readBuiltDigest = (): string =>
  existsSync(join(outputFolder, 'index.html')) && existsSync(digestFile)
    ? readFileSync(digestFile, 'utf8').trim()
    : '';

const buildTimeoutMs = 300_000;

const buildWithVite = (): Promise<void> =>
  new Promise((resolve, reject) => {
    const require = createRequire(import.meta.url);
    const vite = join(dirname(require.resolve('vite/package.json')), 'bin', 'vite.js');
    const child = spawn(
      process.execPath,
      [vite, 'build', '--config', join(root, 'web', 'vite.config.ts'), '--logLevel', 'warn'],
      {
        cwd: root,
        // Always a production build, even when a test or a watcher started it.
        env: { ...process.env, NODE_ENV: 'production' },
        stdio: ['ignore', 'pipe', 'pipe'],
        timeout: buildTimeoutMs,
      },
    );
    // Only the end of the output is kept, because it contains the error.
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        output = (output + chunk.toString('utf8')).slice(-4_000);
      });
    child.once('error', reject);
    child.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`The client could not be built:\n${output.trim()}`)),
    );
  });

/** `folder` is null if something else serves the client (`npm run dev`); `build` is the id of the build. */
export type BuiltClient = { folder: string | null; build: string };

/** Returns the built client if it is up to date, otherwise null. */
export const findBuiltClient = (): BuiltClient | null => {
  if (process.env.LYCEUM_CLIENT === 'elsewhere') return { folder: null, build: 'development' };
  const digest = digestSources();
  return readBuiltDigest() === digest ? { folder: outputFolder, build: digest } : null;
};

/** Builds the client. Only one process per clone builds at a time; others wait and use the result. */
export const buildClient = async (): Promise<BuiltClient> => {
  mkdirSync(dirname(digestFile), { recursive: true });
  const release = await acquireLock(join(root, '.cache', 'client-build.pid'), buildTimeoutMs);
  try {
    const built = findBuiltClient();
    if (built) return built;
    const digest = digestSources();
    await buildWithVite();
    await writeFileAtomically(digestFile, digest);
    return { folder: outputFolder, build: digest };
  } finally {
    release();
  }
};
