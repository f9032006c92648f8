import { spawn } from 'node:child_process';
import { existsSync, lstatSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { whyInstall } from './installed.mjs';
import { withLock } from './lock.mjs';

const log = (text) => process.stdout.write(`${text}\n`);

/** Runs a program. Rejects with a sentence that starts with `name` if it fails. */
const run = (name, command, args, options) =>
  new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'], ...options });
    child.once('error', (error) => reject(new Error(`${name} could not be started: ${error.message}`)));
    child.once('exit', (code, signal) =>
      code === 0
        ? resolve(undefined)
        : reject(new Error(`${name} failed (${signal ?? `exit code ${code}`}).`)),
    );
  });

/** Returns the Node of the machine. The Node in `node_modules` cannot be used, because npm may replace it during the installation. */
const hostNode = () => process.env.npm_node_execpath ?? process.execPath;
/** Returns the command that runs npm, and its first arguments. */
const npm = () =>
  process.env.npm_execpath?.endsWith('.js') ? [hostNode(), process.env.npm_execpath] : ['npm'];

/** Prints the elapsed time every few seconds, because npm prints nothing without a terminal. @returns a function that stops it. */
const showProgress = () => {
  const startedAt = Date.now();
  const timer = setInterval(() => log(`  … ${Math.round((Date.now() - startedAt) / 1000)} s`), 5_000);
  return () => clearInterval(timer);
};

/**
 * Installs the program of the package `node`. `npm ci` runs no install scripts, because most of them compile optional parts for
 * minutes. Only two are needed. The script of `node` runs here. The script of PostgreSQL creates links between libraries; Lyceum does that
 * when it starts PostgreSQL (`platform/postgres-server/binaries.ts`).
 */
const installNode = async (modules) => {
  const folder = join(modules, 'node');
  const link = join(modules, '.bin', 'node');
  if (!existsSync(join(folder, 'bin', 'node'))) {
    log('Fetching Node 24 …');
    await run('The install script of the package node', hostNode(), ['installArchSpecificPackage.js'], {
      cwd: folder,
    }).catch((error) => log(`  ${error.message}`));
  }
  if (existsSync(join(folder, 'bin', 'node')) && !existsSync(link)) {
    rmSync(link, { force: true });
    symlinkSync(join('..', 'node', 'bin', 'node'), link);
  }
};

const install = async (root, why) => {
  const modules = join(root, 'node_modules');
  log(`Installing the packages (${why}); this takes half a minute to a few minutes.`);
  const startedAt = Date.now();
  const stop = showProgress();
  try {
    const [command, ...first] = npm();
    const flags = ['--ignore-scripts', '--include=dev', '--include=optional', '--no-audit', '--no-fund'];
    await run('npm ci', command, [...first, 'ci', ...flags, '--loglevel=error'], {
      cwd: root,
      shell: process.platform === 'win32',
    });
    await installNode(modules);
  } finally {
    stop();
  }
  log(`Packages installed in ${Math.round((Date.now() - startedAt) / 1000)} s.`);
};

/** Returns whether the running Node can run TypeScript without a flag, as versions from 22.18 on can, except 23.0 to 23.5. */
const canRunTypeScript = () => Boolean(process.features.typescript);

/**
 * Installs the packages of the lock file if they are missing or outdated.
 * @param {string} root
 * @returns {Promise<string>} the Node program for the project: that of the packages, or the running one if it is new enough.
 */
export const ensureInstalled = async (root) => {
  const modules = join(root, 'node_modules');
  // A symbolic link means that several working copies share the packages, so they must not be replaced.
  const isShared = lstatSync(modules, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
  if (!isShared && whyInstall(root) !== null) {
    mkdirSync(join(root, '.cache'), { recursive: true });
    await withLock(join(root, '.cache', 'installing'), async () => {
      const why = whyInstall(root);
      if (why !== null) await install(root, why);
    });
  }
  const own = join(modules, '.bin', 'node');
  if (!isShared && !existsSync(own) && !canRunTypeScript()) await installNode(modules);
  if (existsSync(own)) return own;
  if (canRunTypeScript()) return process.execPath;
  throw new Error(
    `Lyceum needs Node 22.18 or later. The package that contains it could not be installed, and this is ${process.version}.`,
  );
};
