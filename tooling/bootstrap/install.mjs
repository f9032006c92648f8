import { spawn } from 'node:child_process';
import { existsSync, lstatSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { whatIsMissing } from './installed.mjs';
import { whileLocked } from './lock.mjs';

const log = (text) => process.stdout.write(`${text}\n`);

/** Runs a program to its end; rejects with a sentence when it fails. */
const run = (what, command, args, options) =>
  new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'], ...options });
    child.once('error', (error) => reject(new Error(`${what} could not be started: ${error.message}`)));
    child.once('exit', (code, signal) =>
      code === 0
        ? resolve(undefined)
        : reject(new Error(`${what} failed (${signal ?? `exit code ${code}`}).`)),
    );
  });

/** The Node and npm that were there before any package: the packages' own Node is removed while npm works. */
const hostNode = () => process.env.npm_node_execpath ?? process.execPath;
const npm = () =>
  process.env.npm_execpath?.endsWith('.js') ? [hostNode(), process.env.npm_execpath] : ['npm'];

/** Says every few seconds that it goes on: npm shows nothing by itself where there is no terminal. */
const showProgress = () => {
  const began = Date.now();
  const timer = setInterval(() => log(`  … ${Math.round((Date.now() - began) / 1000)} s`), 5_000);
  return () => clearInterval(timer);
};

/**
 * Only two of the packages need their install script: `node` (fetches its program) and the PostgreSQL one (links
 * between libraries; the launcher makes them itself). All others stay off: they compile what is optional, for minutes.
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
  const began = Date.now();
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
  log(`Packages installed in ${Math.round((Date.now() - began) / 1000)} s.`);
};

/** Node 22.18 is the first that runs TypeScript as it is. */
const runsTypeScript = () => {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  return major > 22 || (major === 22 && minor >= 18);
};

/**
 * Makes sure that the packages of the lock are there.
 * @param {string} root
 * @returns {Promise<string>} the program that runs the project: the packages' Node, else this one if it is new enough.
 */
export const ensureInstalled = async (root) => {
  const modules = join(root, 'node_modules');
  // A link to packages that several working copies share is not ours to replace.
  const shared = lstatSync(modules, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
  if (!shared && whatIsMissing(root) !== null) {
    mkdirSync(join(root, '.cache'), { recursive: true });
    await whileLocked(join(root, '.cache', 'installing'), async () => {
      const why = whatIsMissing(root);
      if (why !== null) await install(root, why);
    });
  }
  const own = join(modules, '.bin', 'node');
  if (!shared && !existsSync(own) && !runsTypeScript()) await installNode(modules);
  if (existsSync(own)) return own;
  if (runsTypeScript()) return process.execPath;
  throw new Error(
    `Lyceum needs Node 22.18 or later; the package that brings it could not be installed, and this is ${process.version}.`,
  );
};
