import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { holdAlone } from '../data-folder/hold.ts';
import { writeWhole } from '../data-folder/write-whole.ts';

const root = join(import.meta.dirname, '..', '..');
const output = join(root, 'web', 'dist');
const stamp = join(root, '.cache', 'client-digest');

/** What the built client is made from: its own sources, the contract that it shares, and the packages. */
const sources = ['web', 'contract', 'events/seals/proof', 'package-lock.json', 'tsconfig.base.json'];

const filesIn = (path: string): string[] => {
  const whole = join(root, path);
  if (!existsSync(whole)) return [];
  if (!/\.\w+$/.test(path))
    return readdirSync(whole, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((file) => !file.startsWith(output) && !/\.test\.tsx?$/.test(file))
      .sort();
  return [whole];
};

/** Names the state of the client's sources; the build's name, too. */
const digestOfSources = (): string => {
  const hash = createHash('sha256');
  for (const file of sources.flatMap(filesIn))
    hash.update(`${file.slice(root.length)}\0`).update(readFileSync(file));
  return hash.digest('hex').slice(0, 16);
};

const builtDigest = (): string =>
  existsSync(join(output, 'index.html')) && existsSync(stamp) ? readFileSync(stamp, 'utf8').trim() : '';

const limit = 300_000;

const runVite = (): Promise<void> =>
  new Promise((resolve, reject) => {
    const require = createRequire(import.meta.url);
    const vite = join(dirname(require.resolve('vite/package.json')), 'bin', 'vite.js');
    const child = spawn(
      process.execPath,
      [vite, 'build', '--config', join(root, 'web', 'vite.config.ts'), '--logLevel', 'warn'],
      {
        cwd: root,
        // Whatever started us (a test, a watcher) is no reason for a build that people would not get.
        env: { ...process.env, NODE_ENV: 'production' },
        stdio: ['ignore', 'pipe', 'pipe'],
        timeout: limit,
      },
    );
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        said = (said + chunk.toString('utf8')).slice(-4_000);
      });
    child.once('error', reject);
    child.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`The client could not be built:\n${said.trim()}`)),
    );
  });

/** `folder` is null where something else serves the client (`npm run dev`). */
export type BuiltClient = { folder: string | null; build: string };

/** The built client when it is that of today's sources, else null. */
export const findBuiltClient = (): BuiltClient | null => {
  if (process.env.LYCEUM_CLIENT === 'elsewhere') return { folder: null, build: 'development' };
  const digest = digestOfSources();
  return builtDigest() === digest ? { folder: output, build: digest } : null;
};

/** Builds the client. One process of a clone builds at a time; those who waited find it done. */
export const buildClient = async (): Promise<BuiltClient> => {
  mkdirSync(dirname(stamp), { recursive: true });
  const release = await holdAlone(join(root, '.cache', 'client-build.pid'), limit);
  try {
    const built = findBuiltClient();
    if (built) return built;
    const digest = digestOfSources();
    await runVite();
    await writeWhole(stamp, digest);
    return { folder: output, build: digest };
  } finally {
    release();
  }
};
