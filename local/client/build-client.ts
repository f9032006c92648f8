import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { acquireLock } from '../data-folder/folder-lock.ts';
import { type BuildFolder, findBuild, rebuild } from './build-folder.ts';

const root = join(import.meta.dirname, '..', '..');
const outputFolder = join(root, 'web', 'dist');
const cacheFolder = join(root, '.cache');

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

const clientFolder: BuildFolder = {
  path: outputFolder,
  digestFile: join(cacheFolder, 'client-digest'),
  digestSources,
  build: buildWithVite,
};

/** `folder` is null if something else serves the client (`npm run dev`); `build` is the id of the build. */
export type BuiltClient = { folder: string | null; build: string };

/** Returns the client if its build is up to date or if something else serves it, otherwise null. */
export const findBuiltClient = (): BuiltClient | null => {
  if (process.env.LYCEUM_CLIENT === 'elsewhere') return { folder: null, build: 'development' };
  const build = findBuild(clientFolder);
  return build === null ? null : { folder: outputFolder, build };
};

/** Builds the client, unless its build is up to date. Only one process per clone builds at a time; others wait and use the result. */
export const buildClient = async (): Promise<BuiltClient> => {
  mkdirSync(cacheFolder, { recursive: true });
  const release = await acquireLock(join(cacheFolder, 'client-build.pid'), buildTimeoutMs);
  try {
    return findBuiltClient() ?? { folder: outputFolder, build: await rebuild(clientFolder) };
  } finally {
    release();
  }
};
